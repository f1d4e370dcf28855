import LifeCore
import LifeRender
import LifeRun
import LifeTerminal

// Moves and zooms the visible part of the universe.
extension PlayModel {
  /// The visible part of the universe, and its characters or pixels.
  struct Camera {
    var view = SimulationView(corner: .origin, zoom: .one, width: 0, height: 0)
    var glyphs = PlayGlyphs.half
    /// The size of a character in pixels; nil if the terminal does not show pictures.
    var pictureCell: Size?
    /// Whether to use pictures as soon as the terminal answers that it shows them.
    var prefersPictures = true
    /// The view after the last fit.
    var fittedView: SimulationView?
    /// The theme chosen by the user; `nil` for one suited to the rule.
    var chosenTheme: Theme?
    /// Whether the view must still be fitted to the pattern.
    var needsFit = true
  }
}

extension PlayModel.Camera {
  /// The pixels of a character.
  var pixels: (width: Int, height: Int) { glyphs.pixels(characterSize: pictureCell) }

  /// Applies the chosen theme, or else one suited to the rule: rules with colors of their own keep
  /// them.
  mutating func useTheme(for rule: Rule) {
    view.appearance.theme = chosenTheme ?? (StateColors.areOwn(of: rule) ? .golly : .blue)
  }

  /// The zoom with cells at least as high as a row of characters.
  var editingZoom: Zoom { Zoom(exponent: -Self.exponent(of: pixels.height)) }

  /// The nearest zoom that ``fit(_:)`` chooses, for patterns of a few cells.
  var nearestFit: Zoom {
    switch glyphs {
    case .ascii: .one
    case .pixels: Zoom(exponent: -1 - Self.exponent(of: pixels.width))
    default: Zoom(exponent: -1)
    }
  }

  /// The exponent of the smallest power of two not less than a length, limited by the nearest zoom:
  /// 3 for 5 to 8 pixels.
  static func exponent(of length: Int) -> Int {
    let most = SimulationView.nearest.pixelsPerCell.trailingZeroBitCount
    return (0..<most).first { 1 << $0 >= length } ?? most
  }

  /// Adapts the view to the size of the board, keeping its middle.
  mutating func resize(to board: Rect) {
    let old = view
    view.width = board.width * pixels.width
    view.height = board.height * pixels.height
    guard old.width > 0 else { return }
    let half = { (a: BigInt, b: BigInt) in (a - b).floorDivided(by: 2).quotient }
    view.corner.x += half(old.cells(old.width), view.cells(view.width))
    view.corner.y += half(old.cells(old.height), view.cells(view.height))
    view.align()
  }

  /// Shows all of a box; patterns of a few cells need not fill the screen.
  mutating func fit(_ bounds: Bounds) {
    view.fit(bounds, nearest: nearestFit)
    fittedView = view
  }

  /// Changes the scale, keeping the cell at a pixel in place.
  mutating func zoom(to zoom: Zoom, x: Int, y: Int) {
    let fixed = view.position(x: x, y: y)
    view.zoom = min(max(zoom, SimulationView.farthest), SimulationView.nearest)
    view.corner = Position(
      x: fixed.x - view.zoom.cell(atPixel: x), y: fixed.y - view.zoom.cell(atPixel: y))
    view.align()
  }

  /// Zooms around a cell if it is visible, else around the middle.
  mutating func zoom(to zoom: Zoom, around cell: Position?) {
    let middle = (x: view.width / 2, y: view.height / 2)
    let place = cell.flatMap { view.pixel(of: $0) } ?? middle
    let isVisible = (0..<view.width).contains(place.x) && (0..<view.height).contains(place.y)
    let pixel = isVisible ? place : middle
    self.zoom(to: zoom, x: pixel.x, y: pixel.y)
  }

  /// The pixel at the corner of a character of the screen.
  func pixel(of point: Point, on board: Rect) -> (x: Int, y: Int) {
    ((point.x - board.x) * pixels.width, (point.y - board.y) * pixels.height)
  }

  /// Moves the view so that a cell is inside it.
  mutating func show(_ cell: Position) {
    guard let pixel = view.pixel(of: cell) else {
      return view.center(on: Bounds(x: cell.x, y: cell.y, width: 1, height: 1))
    }
    let side = view.zoom.pixelsPerCell
    let zoom = view.zoom
    let cells = { (place: Int, length: Int) -> BigInt in
      if place < 0 { return zoom.cell(atPixel: place) }
      let hidden = max(0, place + side - length)
      return zoom.cell(atPixel: hidden + side - 1)
    }
    view.corner.x += cells(pixel.x, view.width)
    view.corner.y += cells(pixel.y, view.height)
  }

  /// Moves the view by pixels.
  mutating func pan(x: Int, y: Int) {
    let zoom = view.zoom
    let cells = { (pixels: Int) -> BigInt in
      let count = pixels / zoom.pixelsPerCell
      return BigInt(count == 0 ? pixels.signum() : count) * zoom.cellsPerPixel
    }
    view.isFollowing = false
    view.corner.x += cells(x)
    view.corner.y += cells(y)
  }
}

extension SimulationSnapshot {
  /// The box of a fitted view: the live cells, or all cells of a bounded universe without live
  /// ones. `nil` on an empty plane.
  var boxToFit: Bounds? { bounds ?? (universe.isBounded ? universe.box : nil) }
}
