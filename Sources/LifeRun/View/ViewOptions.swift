package import LifeRender

/// The visible part of the universe, its size and its appearance in images and animations.
package struct ViewOptions {
  /// Nil for the default view.
  package var view: View?
  package var track: Track?
  package var zoom: Zoom?
  package var rate = FrameRate.usual
  package var chroma = Chroma.automatic
  package var appearance = Appearance()

  package init() {}

  /// Whether every option has its default value.
  var isDefault: Bool {
    view == nil && track == nil && zoom == nil && rate == .usual && chroma == .automatic
      && appearance == Appearance()
  }
}
