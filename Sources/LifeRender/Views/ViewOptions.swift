package import LifeCore

/// The visible part of the universe, its size and its appearance in images and animations.
package struct ViewOptions {
  /// The view; nil for the default one.
  package var view: ViewChoice?
  package var track: Track?
  package var zoom: Zoom?
  /// The size of the frames; nil for the usual one.
  package var size: PixelSize?
  /// The frame rate as typed; nil for the usual one, or that of a loop.
  package var chosenRate: FrameRate?
  /// How long the first and the last frame stay in addition.
  package var hold: Duration?
  package var appearance = Appearance()
  /// Whether a page is written as a fragment for another page.
  package var isEmbedded = false

  package init() {}

  package var rate: FrameRate {
    get { chosenRate ?? .usual }
    set { chosenRate = newValue }
  }

  /// The frames for which the first and the last image stay in addition.
  package var heldFrames: Int {
    guard let hold else { return 0 }
    return Int((hold.inSeconds * Double(rate.numerator) / Double(rate.denominator)).rounded())
  }

  /// Whether every option has its default value.
  package var isDefault: Bool {
    view == nil && track == nil && zoom == nil && size == nil && chosenRate == nil
      && hold == nil && appearance == Appearance() && !isEmbedded
  }
}

/// Which part of the universe a picture or an animation shows.
package enum ViewChoice: Hashable {
  /// A rectangle.
  case window(Bounds)
  /// All live cells of all samples.
  case fit
  /// All live cells of all samples but for spaceships that fly away from the rest.
  case core
  /// The live cells of the sample, followed smoothly.
  case auto
}

/// The movement of a view.
package enum Track: Hashable {
  case velocity(Velocity)
  /// The velocity of the pattern, which must be a spaceship.
  case auto
}
