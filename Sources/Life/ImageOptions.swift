import LifeRender
import LifeRun

/// The visible part of the universe, the scale and the colors of images and animations.
public struct ImageOptions: Sendable {
  /// The visible cells; nil for the bounding box of the image, or of all frames of an animation.
  public var window: Window?
  /// The side of a cell in pixels, at least 1; nil for a side that suits the size of the view.
  public var pixelsPerCell: Int?
  /// The side of the square of cells that a pixel shows, at least 1; the pixel is shaded by how
  /// many of them are alive. Ignored if ``pixelsPerCell`` is set.
  public var cellsPerPixel: Int?
  /// The frame rate of animations and videos, at least 1 frame per second.
  public var framesPerSecond: Int
  /// The colors.
  public var theme: Theme
  /// Whether lines are drawn between the cells.
  public var hasGrid: Bool
  /// Text above the cells; nil for none.
  public var title: String?
  /// Whether the generation and the population are written above the cells.
  public var hasLabel: Bool
  /// Whether the meaning of the colors is written below the cells. Pages and text have no legend.
  public var hasLegend: Bool

  /// Options with the given values, and the default for all others.
  public init(
    window: Window? = nil, pixelsPerCell: Int? = nil, cellsPerPixel: Int? = nil,
    framesPerSecond: Int = 30, theme: Theme = .golly, hasGrid: Bool = false,
    title: String? = nil, hasLabel: Bool = false, hasLegend: Bool = false
  ) {
    self.window = window
    self.pixelsPerCell = pixelsPerCell
    self.cellsPerPixel = cellsPerPixel
    self.framesPerSecond = framesPerSecond
    self.theme = theme
    self.hasGrid = hasGrid
    self.title = title
    self.hasLabel = hasLabel
    self.hasLegend = hasLegend
  }

  func viewOptions() throws(LifeError) -> ViewOptions {
    var options = ViewOptions()
    options.view = window.map { .window($0.absolute) }
    guard (pixelsPerCell ?? 1) > 0, (cellsPerPixel ?? 1) > 0, framesPerSecond > 0 else {
      throw LifeError(.invalidArgument, "a scale or a frame rate is not positive")
    }
    if let pixelsPerCell {
      options.zoom = Zoom(pixelsPerCell: pixelsPerCell, cellsPerPixel: 1)
    } else if let cellsPerPixel {
      options.zoom = Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel)
    }
    // The usual rate is not a choice, which a table would refuse.
    let rate = FrameRate(framesPerSecond, denominator: 1)
    if rate != .usual { options.rate = rate }
    options.appearance.theme = theme.value
    options.appearance.hasGrid = hasGrid
    options.appearance.title = title
    options.appearance.hasLabel = hasLabel
    options.appearance.hasLegend = hasLegend
    return options
  }
}
