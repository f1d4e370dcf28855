// Format: https://conwaylife.com/wiki/Life_1.06
package import LifeCore
package import LifeIO

/// Life 1.06: the absolute coordinates of the live cells, one pair per line; y grows south.
///
///      #Life 1.06
///      0 -1
///      1 0
package enum Life106: PatternFormat {
  package static let name = "life106"
  package static let summary = "Life 1.06, the coordinates of each live cell"
  package static let extensions = ["lif", "life"]
  package static let capabilities: FormatCapabilities = [.position]

  package static var streamsTrees: Bool { true }

  /// Whether the file begins with the header.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    return text.extracting(0..<text.lineEnd()).isLifeHeader("1.06")
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    try readHeader(lines)
    var reader = CoordinateReader(lines)
    var metadata = LifeMetadata()
    while true {
      try reader.readOrdinaryLines()
      guard try lines.advance() else { break }
      if lines.line.skippingBlanks() == lines.line.count { continue }
      if lines.line[0] == UInt8(ascii: "#") {
        try metadata.read(lines)
      } else {
        try reader.readLine()
      }
    }
    var pattern = Pattern(cells: try reader.finish())
    pattern.position = reader.placement.origin
    metadata.complete(&pattern)
    return pattern
  }

  private static func readHeader(_ lines: LineReader) throws {
    while try lines.advance() {
      if lines.line.skippingBlanks() == lines.line.count { continue }
      if lines.line.isLifeHeader("1.06") { return try lines.finishLine() }
      guard lines.line.starts(with: "#Life") else { break }
      throw lines.wrongHeader(expected: "#Life 1.06")
    }
    throw lines.unexpected(expected: "'#Life 1.06'")
  }
}

/// Reads pairs of coordinates of any size.
private struct CoordinateReader {
  private let lines: LineReader
  private var cells: CellCollector
  private var extent: Extent
  private(set) var placement = CellPlacement()

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellCollector { lines.cellLimit }
    extent = Extent(limit: lines.options.limits.extent)
  }

  mutating func finish() throws -> Cells { try cells.finish() }

  /// Reads the current line, which must be a pair.
  mutating func readLine() throws {
    let cell = try lines.position(of: "a cell")
    guard let place = placement.place(cell) else { throw lines.error(extent.complaint) }
    try add(y: place.y, x: place.x, at: 0)
  }

  @inline(__always)
  private mutating func add(y: Int, x: Int, at index: Int) throws {
    guard extent.include(y: y, x: x) else { throw lines.error(extent.complaint, ahead: index) }
    do { try cells.add(y: y, x: x) } catch { throw lines.tooManyCells(ahead: index) }
  }
}

// MARK: - The fast path

extension CoordinateReader {
  /// Reads lines of two short numbers that lie complete in the buffer; ``readLine()`` reads others.
  mutating func readOrdinaryLines() throws {
    guard placement.origin == .origin else { return }
    try lines.finishLine()
    let input = lines.input
    let end = try readOrdinaryLines(input.available)
    if end > 0 { placement.fixOrigin() }
    input.consume(end)
  }

  /// Returns the start of the first line that is of another form, or not complete in the buffer.
  private mutating func readOrdinaryLines(_ bytes: Span<UInt8>) throws -> Int {
    var start = 0
    var index = 0
    while let x = bytes.ordinaryNumber(at: &index), bytes.stepOverBlanks(at: &index),
      let y = bytes.ordinaryNumber(at: &index), bytes.stepOverLineEnd(at: &index)
    {
      try add(y: y, x: x, at: start)
      start = index
    }
    return start
  }
}

extension Span<UInt8> {
  /// Steps over spaces and tabs; false if there are none.
  @inline(__always)
  fileprivate func stepOverBlanks(at index: inout Int) -> Bool {
    let start = index
    index = skippingBlanks(from: index)
    return index > start
  }

  /// Steps over the end of a line; false if there is none, or it may continue after the buffer.
  @inline(__always)
  fileprivate func stepOverLineEnd(at index: inout Int) -> Bool {
    guard index < count else { return false }
    if self[index] == Byte.lineFeed {
      index += 1
      return true
    }
    guard self[index] == Byte.carriageReturn, index + 1 < count else { return false }
    index += self[index + 1] == Byte.lineFeed ? 2 : 1
    return true
  }
}
