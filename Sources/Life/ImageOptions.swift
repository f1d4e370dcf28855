import LifeAnalysis
import LifeCore
import LifeRender
import LifeRun

/// The visible part of the universe, the scale and the colors of images and animations.
public struct ImageOptions: Sendable {
  /// The visible cells. `nil` means the default: the whole universe if bounded, otherwise the core.
  public var view: View?
  /// The movement of the view between generations. `nil` for a view at rest. The view must be a
  /// window, the core or `nil`.
  public var track: Track?
  /// The size of the frames. `nil` chooses one for the view.
  public var size: Size?
  /// The side of a cell in pixels, at least 1. `nil` chooses one for the size of the view.
  public var pixelsPerCell: Int?
  /// The side, in cells, of the square that one pixel shows, at least 1. The number of live cells
  /// in the square decides the shade. Ignored if ``pixelsPerCell`` is set.
  public var cellsPerPixel: Int?
  /// The frame rate of animations and videos, at least 1 frame per second.
  public var framesPerSecond: Int
  /// The colors.
  public var theme: Theme
  /// The color of dead cells. `nil` means the theme's color.
  public var background: Color?
  /// The color of live cells, instead of a theme's ages, too. `nil` means the theme's colors.
  public var cell: Color?
  /// Whether the color of a cell depends on its age in generations. `nil` means the theme's choice.
  public var hasAges: Bool?
  /// The number of generations in which a dead cell fades, from 0 to 1000. `nil` means the theme's
  /// choice.
  public var trail: Int?
  /// Whether there are lines between the cells.
  public var hasGrid: Bool
  /// The text above the cells. `nil` for none.
  public var title: String?
  /// Whether the generation and the population appear above the cells.
  public var hasLabel: Bool
  /// Whether the legend of the colors appears below the cells. Pages and text have no legend.
  public var hasLegend: Bool

  /// Options with the given values and defaults for all others. See the properties of the same
  /// names.
  public init(
    view: View? = nil, track: Track? = nil, size: Size? = nil,
    pixelsPerCell: Int? = nil, cellsPerPixel: Int? = nil, framesPerSecond: Int = 30,
    theme: Theme = .golly, background: Color? = nil, cell: Color? = nil, hasAges: Bool? = nil,
    trail: Int? = nil, hasGrid: Bool = false,
    title: String? = nil, hasLabel: Bool = false, hasLegend: Bool = false
  ) {
    self.view = view
    self.track = track
    self.size = size
    self.pixelsPerCell = pixelsPerCell
    self.cellsPerPixel = cellsPerPixel
    self.framesPerSecond = framesPerSecond
    self.theme = theme
    self.background = background
    self.cell = cell
    self.hasAges = hasAges
    self.trail = trail
    self.hasGrid = hasGrid
    self.title = title
    self.hasLabel = hasLabel
    self.hasLegend = hasLegend
  }

  func viewOptions() throws(LifeError) -> ViewOptions {
    var options = ViewOptions()
    options.view = view?.value
    options.track = track?.value
    for (name, value) in [
      ("pixelsPerCell", pixelsPerCell), ("cellsPerPixel", cellsPerPixel),
      ("framesPerSecond", framesPerSecond), ("width", size?.width), ("height", size?.height),
    ] {
      guard let value, value < 1 else { continue }
      throw LifeError(.invalidArgument, "\(name) is \(value); it is at least 1")
    }
    if case .window(let box)? = options.view, box.width < 1 || box.height < 1 {
      throw LifeError(.invalidArgument, "a view has at least 1 column and 1 row")
    }
    if case .velocity(let velocity)? = options.track, velocity.period < 1 {
      throw LifeError(.invalidArgument, "a view moves in periods of at least 1 generation")
    }
    options.size = size.map { PixelSize(width: $0.width, height: $0.height) }
    if let pixelsPerCell {
      options.zoom = Zoom(pixelsPerCell: pixelsPerCell, cellsPerPixel: 1)
    } else if let cellsPerPixel {
      options.zoom = Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel)
    }
    // The usual rate is no explicit choice: tables refuse a chosen rate.
    let rate = FrameRate(framesPerSecond, denominator: 1)
    if rate != .usual { options.rate = rate }
    options.appearance.theme = theme.value
    options.appearance.background = background?.value
    options.appearance.cell = cell?.value
    options.appearance.isAged = hasAges
    options.appearance.trail = trail
    options.appearance.hasGrid = hasGrid
    options.appearance.title = title
    options.appearance.hasLabel = hasLabel
    options.appearance.hasLegend = hasLegend
    return options
  }
}

extension ImageOptions {
  /// The visible cells of an image or an animation.
  public struct View: Hashable, Sendable {
    let value: ViewChoice

    /// All cells alive in some frame, without departing spaceships. Like ``fit`` it has a margin.
    public static let core = View(value: .core)
    /// All cells alive in some frame, with a margin of 2 cells or 1/32 of the longer side.
    public static let fit = View(value: .fit)
    /// The live cells of each frame. The view follows them.
    public static let auto = View(value: .auto)

    /// A rectangle.
    public static func window(_ window: Window) -> View {
      View(value: .window(window.absolute))
    }
  }

  /// The movement of a view.
  public struct Track: Hashable, Sendable {
    let value: LifeRender.Track

    /// The view moves with the pattern, which must be a spaceship.
    public static let auto = Track(value: .auto)

    /// The view moves by a displacement in each period of at least 1 generation.
    public static func moving(by displacement: Displacement, every period: Int) -> Track {
      let offset = Offset(x: displacement.x, y: displacement.y)
      return Track(value: .velocity(Velocity(offset, period: period)))
    }
  }

  /// A size in pixels.
  public struct Size: Hashable, Sendable {
    /// The number of columns, at least 1.
    public var width: Int
    /// The number of rows, at least 1.
    public var height: Int

    /// A size of `width` columns and `height` rows.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// An opaque color of the space sRGB. A literal has the form `0xffcc00`.
  public struct Color: Hashable, Sendable, ExpressibleByIntegerLiteral {
    let value: LifeRender.Color

    /// A color by its components, from 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      value = LifeRender.Color(red: red, green: green, blue: blue)
    }

    /// The color `0xrrggbb`. Higher bits are ignored.
    public init(integerLiteral hex: UInt32) { value = LifeRender.Color(hex) }

    /// The red component, from 0 to 255.
    public var red: UInt8 { value.red }
    /// The green component, from 0 to 255.
    public var green: UInt8 { value.green }
    /// The blue component, from 0 to 255.
    public var blue: UInt8 { value.blue }
  }
}
