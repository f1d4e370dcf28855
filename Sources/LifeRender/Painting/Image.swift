internal import LifeCore

/// The pixels of one frame as indices into a palette, computed row by row on demand.
///
/// An image refers to the frame and to the state of its painter, without a copy of the pixels.
/// Encode it before the next frame is painted.
package struct Image: Sendable {
  let frame: Frame
  package let palette: Palette
  /// The palette index of each place, if it differs from its state.
  let indices: IndexGrid?
  let hasGrid: Bool
  let label: Label?
}

package extension Image {
  /// An image of palette indices.
  ///
  /// - Parameters:
  ///   - indices: row by row, `width` × `height`.
  ///   - scale: the side of the square of pixels that an index becomes.
  /// - Throws: ``ShapeRefused``, ``MemoryExhausted``.
  init(_ indices: [UInt8], width: Int, height: Int, scale: Int, _ palette: Palette) throws {
    precondition(indices.count == width * height)
    let shape = try FrameShape(width: width, height: height, scale: scale)
    let frame = try Frame(shape, .shades(side: 1))
    for y in 0..<height {
      frame.set(y: y, shades: indices.span.extracting(y * width..<(y + 1) * width))
    }
    (self.frame, self.palette, self.indices, hasGrid, label) = (frame, palette, nil, false, nil)
  }

  /// In pixels.
  var width: Int { frame.shape.pixelWidth }
  /// In pixels.
  var height: Int { frame.shape.pixelHeight }
}

extension Image {
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

  /// Whether a row of pixels consists of the bits of two-state cells, without any decoration.
  func isPlainRow(_ y: Int) -> Bool {
    indices == nil && !hasGrid && !isHexagonal && frame.content == .cells(planes: 1)
      && y >= labelHeight
  }

  var isHexagonal: Bool { frame.shape.tiling == .hexagons }

  private var labelHeight: Int { label?.height ?? 0 }

  /// Determines a row of pixels: adjacent rows of equal kind have equal pixels.
  struct RowKind: Equatable {
    var place: Int
    var isLine: Bool
    var labelRow: Int?
    /// The row within the upper corners of hexagons.
    var slope: Int?
  }

  func kind(ofRow y: Int) -> RowKind {
    let labelRow = y < labelHeight ? y : nil
    if isHexagonal {
      let (place, slope) = HexagonLayout(scale: scale, rows: frame.height).row(ofPixels: y)
      return RowKind(place: place, isLine: false, labelRow: labelRow, slope: slope)
    }
    return RowKind(place: y / scale, isLine: hasGrid && y % scale == 0, labelRow: labelRow)
  }

  /// Calls `body` with every row of pixels, from top to bottom.
  package func forEachRow(
    _ body: (_ y: Int, _ row: Span<UInt8>) throws -> Void
  ) throws {
    var rows = try PixelRows(self)
    for y in 0..<height {
      rows.load(y)
      try body(y, rows.row)
    }
  }

  /// Calls `body` with groups of `count` rows of pixels, from top to bottom; the last group may
  /// have fewer rows.
  func forEachGroup(of count: Int, _ body: (_ rows: [[UInt8]]) throws -> Void) throws {
    var group: [[UInt8]] = []
    try forEachRow { y, row in
      group.append(unsafe row.withUnsafeBufferPointer { unsafe Array($0) })
      guard group.count == count || y == height - 1 else { return }
      try body(group)
      group.removeAll(keepingCapacity: true)
    }
  }
}

/// Computes rows of pixels, one at a time, into a reused buffer.
struct PixelRows {
  let image: Image
  /// The palette indices of the row of places, and of the one above it if places are hexagons.
  let indices: WordBuffer
  let above: WordBuffer
  let pixels: WordBuffer
  private var kind: Image.RowKind?

  init(_ image: Image) throws(MemoryExhausted) {
    self.image = image
    let width = (image.frame.width + 63) & ~63
    indices = try WordBuffer(bytes: width, purpose: "row of pixels")
    above = image.isHexagonal ? try WordBuffer(bytes: width, purpose: "row of pixels") : indices
    let bytes = image.isHexagonal ? (image.width + 63) & ~63 : width * image.scale
    pixels = try WordBuffer(bytes: bytes, purpose: "row of pixels")
  }

  /// The row that was computed last.
  var row: Span<UInt8> {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(pixels.bytes(image.width), borrowing: self) }
  }

  /// Computes row `y`.
  ///
  /// - Returns: false if it equals the row that was computed before.
  @discardableResult
  mutating func load(_ y: Int) -> Bool {
    let next = image.kind(ofRow: y)
    if next == kind { return false }
    if next.place != kind?.place { load(place: next.place) }
    kind = next
    if image.isHexagonal {
      drawHexagons(next)
    } else if next.isLine {
      drawLine(next.place)
    } else {
      widen()
      if image.hasGrid { drawColumns() }
    }
    if let row = next.labelRow, let label = image.label { draw(label, row) }
    return true
  }
}

extension PixelRows {
  private func load(place y: Int) {
    if y < image.frame.height { image.loadPlaces(y, into: indices) }
    if image.isHexagonal, y > 0 { image.loadPlaces(y - 1, into: above) }
  }

  /// Repeats the index of each place `scale` times.
  private func widen() {
    let scale = image.scale
    let width = image.frame.width
    let (indices, pixels) = (indices, pixels)
    let source = indices.bytes(width)
    var target = pixels.mutableSpan(from: 0, width * scale)
    if scale == 1 {
      for x in 0..<width { target[x] = source[x] }
      return
    }
    var pixel = 0
    for x in 0..<width {
      let number = source[x]
      for _ in 0..<scale {
        unsafe target[unchecked: pixel] = number
        pixel &+= 1
      }
    }
  }

  /// The color of a grid line: every tenth coordinate of the universe is a major line.
  private func line(_ coordinate: BigInt, _ offset: Int) -> UInt8 {
    let isMajor = (coordinate + offset).floorDivided(by: 10).remainder == 0
    return isMajor ? image.palette.majorGrid : image.palette.minorGrid
  }

  private func drawLine(_ y: Int) {
    let color = line(image.frame.corner.y, y)
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, image.width)
    for x in target.indices { target[x] = color }
  }

  private func drawColumns() {
    let (width, scale) = (image.frame.width, image.scale)
    let first = image.frame.corner.x.floorDivided(by: 10).remainder
    let (palette, pixels) = (image.palette, pixels)
    var target = pixels.mutableSpan(from: 0, width * scale)
    for x in 0..<width {
      target[x * scale] = (first + x) % 10 == 0 ? palette.majorGrid : palette.minorGrid
    }
  }

  private func draw(_ label: Label, _ row: Int) {
    let palette = image.palette
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, image.width)
    for x in 0..<label.width {
      target[x] = label.isInk(x: x, y: row) ? palette.ink : palette.paper
    }
  }
}
