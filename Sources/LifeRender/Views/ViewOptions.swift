package import LifeCore

/// The visible part of the universe, its size and its appearance in images and animations.
package struct ViewOptions: Equatable {
  /// The view. `nil` means the default one.
  package var view: ViewChoice?
  package var track: Track?
  package var zoom: Zoom?
  /// The size of the frames. `nil` means the usual one.
  package var size: PixelSize?
  /// The number of columns of a picture of several patterns. `nil` means the usual one.
  package var columns: Int?
  /// The frame rate as typed. `nil` means the usual rate, or the rate of a loop.
  package var chosenRate: FrameRate?
  /// Additional time for the first and the last frame.
  package var hold: Duration?
  package var appearance = Appearance()
  /// Whether a page is a fragment for another page.
  package var isEmbedded = false

  package init() {}

  package var rate: FrameRate {
    get { chosenRate ?? .usual }
    set { chosenRate = newValue }
  }

  /// The number of additional copies of the first and the last frame.
  package var heldFrames: Int {
    guard let hold else { return 0 }
    return Int((hold.inSeconds * Double(rate.numerator) / Double(rate.denominator)).rounded())
  }
}

/// The part of the universe in a picture or an animation.
package enum ViewChoice: Hashable {
  case window(Bounds)
  /// All live cells of all samples.
  case fit
  /// All live cells of all samples, except spaceships flying away from the rest.
  case core
  /// The live cells of the sample, followed smoothly.
  case auto
}

/// The movement of a view.
package enum Track: Hashable {
  case velocity(Velocity)
  /// The velocity of the pattern. It must be a spaceship.
  case auto
}
