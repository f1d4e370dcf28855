internal import LifeCore
internal import LifeIO

/// The rows of a picture, as they come in its file.
protocol PixelSource {
  var width: Int { get }
  var height: Int { get }
  /// Whether the southmost row comes first.
  var isBottomUp: Bool { get }
  /// How light each colour of the palette is; nil if pixels say so themselves.
  var palette: [UInt8]? { get }
  /// Reads the next row, a byte for each pixel: its place in the palette, or how light it is.
  mutating func read(into row: inout [UInt8]) throws
}

/// Makes cells of pixels: dark ones alive, or under a rule of more than two states each in the
/// state that is its place in the palette.
struct PixelReader<Source: PixelSource> {
  private var source: Source
  private let input: ByteReader
  private let options: ReadOptions
  private let planes: Int
  /// What a pixel of each value becomes; nil if the rule has no such state.
  private let states: [State?]

  init(_ source: Source, _ input: ByteReader, _ options: ReadOptions) throws {
    self.source = source
    self.input = input
    self.options = options
    let rule = options.rule ?? .life
    planes = rule.planes
    if rule.states > 2 {
      guard source.palette != nil else {
        throw ParseError(
          "a picture without a palette does not say which of \(rule.states) states a pixel has",
          in: input.path)
      }
      states = (0...255).map { $0 < rule.states ? State($0) : nil }
    } else {
      states = Self.darkness(source.palette, options.pictures)
    }
  }

  private static func darkness(_ palette: [UInt8]?, _ reading: PictureReading) -> [State] {
    (0...255).map { value in
      let level = palette.map { value < $0.count ? Int($0[value]) : 255 } ?? value
      return (level < reading.threshold) != reading.isInverted ? 1 : 0
    }
  }

  /// Reads all rows; the cell (0, 0) is the picture's north-western corner.
  mutating func read() throws -> Pattern {
    let size = options.pictures.cellSize
    let (columns, rows) = (source.width / size, source.height / size)
    guard columns > 0, rows > 0 else {
      throw ParseError(
        "a picture of \(source.width) × \(source.height) pixels has no cell of \(size) × \(size)",
        in: input.path)
    }
    if source.width % size + source.height % size > 0 {
      options.warn(Warning("the picture's size is no multiple of \(size); the rest is left out"))
    }
    var gathered = PixelRows(columns, rows, planes, isBottomUp: source.isBottomUp) {
      [input, options] in input.cellLimit(options.limits)
    }
    var pixels = [UInt8](repeating: 0, count: source.width)
    for y in 0..<source.height {
      try source.read(into: &pixels)
      let fromTop = source.isBottomUp ? source.height - 1 - y : y
      guard fromTop % size == size / 2, fromTop / size < rows else { continue }
      try gathered.add(words(pixels, columns, size))
    }
    var pattern = Pattern(cells: try gathered.finish())
    pattern.declaredSize = (columns, rows)
    pattern.statedRule = options.rule
    warnOfDarkness(pattern.cells.population, of: columns * rows)
    return pattern
  }

  private func words(_ pixels: [UInt8], _ columns: Int, _ size: Int) throws -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (columns + 63) / 64 * planes)
    for x in 0..<columns {
      guard let state = states[Int(pixels[x * size + size / 2])] else {
        throw ParseError("a pixel beyond the rule's states", in: input.path)
      }
      for plane in 0..<planes where state >> State(plane) & 1 == 1 {
        words[(x >> 6) * planes + plane] |= 1 << UInt64(x & 63)
      }
    }
    return words
  }

  /// Screens show cells light on dark, paper dark on light, and nothing in the file says which.
  private func warnOfDarkness(_ population: Int, of count: Int) {
    guard planes == 1, count >= 256, population > count - count / 8, !options.pictures.isInverted
    else { return }
    options.warn(Warning("most pixels are dark, and so alive; with --invert the light ones are"))
  }
}

/// Packs rows that come from either end.
private struct PixelRows {
  private let builder: Cells.Builder
  private let rows: Int
  private let wordsPerRow: Int
  /// All rows, if the last comes first.
  private let stack: Store<UInt64>?
  private let limit: () -> Int
  private var y = 0

  init(_ columns: Int, _ rows: Int, _ planes: Int, isBottomUp: Bool, limit: @escaping () -> Int) {
    self.rows = rows
    wordsPerRow = (columns + 63) / 64 * planes
    self.limit = limit
    builder = Cells.Builder(planes: planes, limitedBy: limit)
    stack = isBottomUp ? Store(purpose: "pattern") : nil
  }

  mutating func add(_ words: [UInt64]) throws {
    if let stack {
      try stack.append(words.span, limit: limit())
    } else {
      try builder.append(y: y, x: 0, words: words.span)
    }
    y += 1
  }

  func finish() throws -> Cells {
    if let stack {
      for y in 0..<rows {
        let start = (rows - 1 - y) * wordsPerRow
        try builder.append(y: y, x: 0, words: stack.span(start, start + wordsPerRow))
      }
    }
    return builder.finish()
  }
}

/// How light a colour is, from 0 to 255, as eyes see it.
///
/// - SeeAlso: Recommendation ITU-R BT.601.
func lightness(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
  let sum: Int = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
  return UInt8((sum + 500) / 1000)
}

/// The most bytes that a row of a picture may take.
let mostBytesInRow = 1 << 26

extension ByteReader {
  /// Exactly `count` bytes into the beginning of `bytes`.
  func take(_ count: Int, into bytes: inout [UInt8]) throws {
    var filled = 0
    while filled < count {
      while available.isEmpty {
        guard try fill() else {
          throw ParseError("the picture is cut short", in: path)
        }
      }
      let piece = available.extracting(0..<min(available.count, count - filled))
      for index in piece.indices { bytes[filled + index] = piece[index] }
      filled += piece.count
      consume(piece.count)
    }
  }

  func take(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try take(count, into: &bytes)
    return bytes
  }
}

/// What pictures have in common as patterns.
extension PatternFormat {
  /// The size of a pattern's picture, a pixel for each cell.
  ///
  /// - Throws: ``WriteError`` if it is too large.
  static func pictureSize(_ pattern: Pattern, most: Int) throws -> Window {
    let box = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    guard box.width <= most, box.height <= most, box.width * box.height <= 1 << 34 else {
      throw WriteError(
        "\(name) has no place for a picture of \(box.width) × \(box.height) cells; write rle")
    }
    return box
  }
}

extension Cells {
  /// Visits each row of a window from the north as bytes: pixels of `bits` bits, each the state of
  /// a cell, the westmost in the highest bits.
  func forEachPixelRow(
    in box: Window, bits: Int = 1, bytesPerRow: Int? = nil, _ body: ([UInt8]) throws -> Void
  ) throws {
    let blank = [UInt8](repeating: 0, count: bytesPerRow ?? (box.width * bits + 7) / 8)
    var row = blank
    var y = box.y
    try forEachRun { run in
      while y < run.y {
        try body(row)
        row = blank
        y += 1
      }
      for x in run.x - box.x..<run.x - box.x + run.length {
        row[(x * bits) >> 3] |= run.state << UInt8(8 - bits - x * bits & 7)
      }
    }
    for _ in y..<box.endY {
      try body(row)
      row = blank
    }
  }
}
