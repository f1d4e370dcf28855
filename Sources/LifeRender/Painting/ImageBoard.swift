/// The part of an image that shows cells: the pixels of one frame as indices into a palette,
/// computed row by row on demand.
///
/// A board refers to the frame and to the state of its painter, without a copy of the pixels.
struct ImageBoard: Sendable {
  let frame: Frame
  let palette: Palette
  /// The palette index of each place, if it differs from its state.
  let indices: IndexGrid?
  let hasGrid: Bool

  /// The width in pixels.
  var width: Int { frame.shape.pixelWidth }
  /// The height in pixels.
  var height: Int { frame.shape.pixelHeight }
  /// Pixels per place.
  var scale: Int { frame.shape.scale }

  /// Loads the palette index of each place in row `y`, one byte each.
  func loadPlaces(_ y: Int, into row: WordBuffer) {
    if let indices {
      row.replace(from: 0, with: indices.row(y))
    } else {
      frame.spreadRow(y, into: row)
    }
  }

  /// Whether each row of pixels consists of the bits of two-state cells, without any decoration.
  var isPlain: Bool {
    indices == nil && !hasGrid && !isHexagonal && frame.content == .cells(planes: 1)
  }

  var isHexagonal: Bool { frame.shape.tiling == .hexagons }

  /// Determines a row of pixels: adjacent rows of equal kind have equal pixels.
  struct RowKind: Equatable {
    var place: Int
    var isLine: Bool
    /// The row within the upper corners of hexagons.
    var slope: Int?
  }

  func kind(ofRow y: Int) -> RowKind {
    if isHexagonal {
      let (place, slope) = HexagonLayout(scale: scale, rows: frame.height).row(ofPixels: y)
      return RowKind(place: place, isLine: false, slope: slope)
    }
    return RowKind(place: y / scale, isLine: hasGrid && y % scale == 0)
  }
}
