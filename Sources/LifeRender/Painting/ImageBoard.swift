internal import LifeCore

/// The cells in an image: the pixels of one frame as palette indices, computed row by row on
/// demand.
///
/// A board refers to the frame and to the state of its painter instead of copying pixels.
struct ImageBoard: Sendable {
  let frame: Frame
  let palette: Palette
  /// The palette index of each place. `nil` if it equals the state.
  let indices: IndexGrid?
  var hasGrid: Bool

  /// The size in pixels.
  var width: Int { frame.shape.pixelWidth }
  var height: Int { frame.shape.pixelHeight }
  /// Pixels per place.
  var scale: Int { frame.shape.scale }

  /// The index of what is beside hexagons and triangles.
  var ground: UInt8 { frame.inside == nil ? 0 : palette.outside }

  /// The places inside the universe. Only these have grid lines.
  var inside: Window {
    frame.inside ?? Window(x: 0, y: 0, width: frame.width, height: frame.height)
  }

  /// Loads the palette indices of the places in row `y`, one byte each.
  func loadPlaces(_ y: Int, into row: WordBuffer) {
    if let indices {
      row.replace(from: 0, with: indices.row(y))
    } else {
      frame.spreadRow(y, into: row)
    }
    guard let inside = frame.inside else { return }
    var places = row.mutableSpan(from: 0, count: frame.width)
    for x in places.indices where !inside.contains(Cell(x: x, y: y)) { places[x] = palette.outside }
  }

  /// Whether each row of pixels consists only of the bits of two-state cells.
  var isPlain: Bool {
    indices == nil && !hasGrid && frame.inside == nil && tiling == .squares
      && frame.content == .cells(planes: 1)
  }

  var tiling: FrameShape.Tiling {
    palette.tiling == .particles ? .particles : frame.shape.tiling
  }

  /// Whether the first triangle of a row points down.
  func pointsDown(inRow y: Int) -> Bool {
    (frame.corner.x + frame.corner.y + BigInt(y)).isOdd == false
  }

  /// The color of a grid line. Every tenth line of the universe is a major one, but not on a board
  /// of up to 10 × 10 places.
  func lineColor(_ number: Int) -> UInt8 {
    number % 10 == 0 && max(frame.width, frame.height) > 10 ? palette.majorGrid : palette.minorGrid
  }

  /// The contents of a row of pixels: adjacent rows of the same kind have the same pixels.
  struct RowKind: Equatable {
    /// The row of places.
    var row: Int
    var isLine: Bool
    /// The row of pixels within a triangle or a cell with particles, or within the upper corners of
    /// hexagons. `nil` elsewhere: all rows of pixels of a place are equal there.
    var tileRow: Int?
  }

  func kind(ofRow y: Int) -> RowKind {
    switch tiling {
    case .hexagons:
      let (row, cornerRow) = frame.shape.hexagons.row(ofPixels: y)
      return RowKind(row: row, isLine: false, tileRow: cornerRow)
    case .triangles:
      let pitch = frame.shape.triangles.pitch
      return RowKind(row: y / pitch, isLine: false, tileRow: y % pitch)
    case .squares, .particles:
      let hasParticles = tiling == .particles && scale >= 4
      // The last row of pixels has the line below the last cells.
      let line = hasGrid && y == height - 1 ? height : y
      return RowKind(
        row: line / scale, isLine: hasGrid && line % scale == 0,
        tileRow: hasParticles ? y % scale : nil)
    }
  }
}
