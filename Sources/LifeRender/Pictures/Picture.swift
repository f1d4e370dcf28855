internal import LifeCore

/// The pixels of one frame, each an index into the film's palette.
///
/// It is a look at the frame and at what is remembered of its places, so it must be written before
/// the next one is painted.
package struct Picture: Sendable {
  let frame: Frame
  package let palette: Palette
  /// What places show, if that is not their state.
  let numbers: NumberGrid?
  let hasGrid: Bool
  let label: Label?
}

package extension Picture {
  /// In pixels.
  var width: Int { frame.shape.pixelWidth }
  /// In pixels.
  var height: Int { frame.shape.pixelHeight }
}

extension Picture {
  /// Pixels per place.
  var scale: Int { frame.shape.scale }

  /// Whether a row of pixels shows nothing but bits of a frame.
  func isPlainRow(_ y: Int) -> Bool {
    numbers == nil && !hasGrid && frame.content == .cells(planes: 1) && y >= labelHeight
  }

  private var labelHeight: Int { label?.height ?? 0 }

  /// What makes a row of pixels the same as the one before it.
  struct RowKind: Equatable {
    var place: Int
    var isLine: Bool
    var labelRow: Int?
  }

  func kind(ofRow y: Int) -> RowKind {
    RowKind(
      place: y / scale, isLine: hasGrid && y % scale == 0, labelRow: y < labelHeight ? y : nil)
  }

  /// Calls `body` with every row of pixels from the top.
  func forEachRow(
    _ body: (_ y: Int, _ row: Span<UInt8>) throws -> Void
  ) throws {
    var rows = try PixelRows(self)
    for y in 0..<height {
      rows.load(y)
      try body(y, rows.row)
    }
  }
}

/// Rows of pixels, made one after another.
struct PixelRows {
  private let picture: Picture
  private let numbers: WordBuffer
  private let pixels: WordBuffer
  private var kind: Picture.RowKind?

  init(_ picture: Picture) throws(MemoryExhausted) {
    self.picture = picture
    let width = (picture.frame.width + 63) & ~63
    numbers = try WordBuffer(bytes: width, purpose: "row of pixels")
    pixels = try WordBuffer(bytes: width * picture.scale, purpose: "row of pixels")
  }

  /// The row that was made last.
  var row: Span<UInt8> {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(pixels.bytes(picture.width), borrowing: self) }
  }

  /// Makes row `y`; false if it is the same as the one before.
  @discardableResult
  mutating func load(_ y: Int) -> Bool {
    let next = picture.kind(ofRow: y)
    if next == kind { return false }
    if next.place != kind?.place { loadNumbers(next.place) }
    kind = next
    if next.isLine {
      drawLine(next.place)
    } else {
      widen()
      if picture.hasGrid { drawColumns() }
    }
    if let row = next.labelRow, let label = picture.label { draw(label, row) }
    return true
  }
}

extension PixelRows {
  private func loadNumbers(_ y: Int) {
    if let grid = picture.numbers {
      numbers.replace(from: 0, with: grid.row(y))
    } else {
      picture.frame.spreadRow(y, into: numbers)
    }
  }

  /// Each place as wide as it is to be.
  private func widen() {
    let scale = picture.scale
    let width = picture.frame.width
    let (numbers, pixels) = (numbers, pixels)
    let source = numbers.bytes(width)
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

  /// Every tenth line is a strong one, wherever the window is.
  private func line(_ coordinate: BigInt, _ offset: Int) -> UInt8 {
    let isMajor = (coordinate + offset).floorDivided(by: 10).remainder == 0
    return isMajor ? picture.palette.majorGrid : picture.palette.minorGrid
  }

  private func drawLine(_ y: Int) {
    let color = line(picture.frame.corner.y, y)
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, picture.width)
    for x in target.indices { target[x] = color }
  }

  private func drawColumns() {
    let (width, scale) = (picture.frame.width, picture.scale)
    let first = picture.frame.corner.x.floorDivided(by: 10).remainder
    let (palette, pixels) = (picture.palette, pixels)
    var target = pixels.mutableSpan(from: 0, width * scale)
    for x in 0..<width {
      target[x * scale] = (first + x) % 10 == 0 ? palette.majorGrid : palette.minorGrid
    }
  }

  private func draw(_ label: Label, _ row: Int) {
    let palette = picture.palette
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, picture.width)
    for x in 0..<label.width {
      target[x] = label.isInk(x: x, y: row) ? palette.ink : palette.paper
    }
  }
}
