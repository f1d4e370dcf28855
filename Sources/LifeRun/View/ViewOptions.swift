package import LifeRender

/// The visible part of the universe, its size and its appearance in images and animations.
package struct ViewOptions {
  /// Nil for the default view.
  package var view: View?
  package var track: Track?
  package var zoom: Zoom?
  /// The size of the frames; nil for the usual one.
  package var size: PixelSize?
  /// Nil for the usual rate, or that of a loop.
  package var chosenRate: FrameRate?
  package var chroma = Chroma.automatic
  package var appearance = Appearance()
  /// Whether a page is written as a fragment for another page.
  package var isEmbedded = false

  package init() {}

  package var rate: FrameRate {
    get { chosenRate ?? .usual }
    set { chosenRate = newValue }
  }

  /// Whether every option has its default value.
  var isDefault: Bool {
    view == nil && track == nil && zoom == nil && size == nil && chosenRate == nil
      && chroma == .automatic && appearance == Appearance() && !isEmbedded
  }
}

/// A size in pixels.
package struct PixelSize: Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
