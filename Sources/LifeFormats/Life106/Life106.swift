// Format: https://conwaylife.com/wiki/Life_1.06
package import LifeCore
package import LifeIO

/// Life 1.06: the absolute coordinates of the live cells, one pair per line; y grows south.
///
///      #Life 1.06
///      0 -1
///      1 0
package enum Life106: PatternFormat {
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
    var cells = CellRunCollector(lines)
    var metadata = LifeMetadata()
    while try lines.advance() {
      if lines.isBlank { continue }
      if lines.line[0] == UInt8(ascii: "#") {
        try metadata.read(lines)
      } else {
        let cell = try lines.position(of: "a cell")
        do { try cells.add(cell) } catch is MemoryExhausted { throw lines.tooManyCells() }
      }
    }
    var pattern = Pattern(cells: try cells.finish())
    pattern.statedPosition = cells.origin
    metadata.complete(&pattern)
    return pattern
  }

  /// Reads the header. Other programs may omit it.
  private static func readHeader(_ lines: LineReader) throws {
    while try lines.advance() {
      if lines.isBlank { continue }
      if lines.line.isLifeHeader("1.06") { return try lines.finishLine() }
      if (try? lines.position(of: "a cell")) != nil { return lines.retreat() }
      guard lines.line.starts(with: "#Life") else { break }
      throw lines.wrongHeader(expected: "#Life 1.06")
    }
    throw lines.unexpected(expected: "'#Life 1.06'")
  }
}

package extension Life106 {
  /// Writes the absolute coordinates of the live cells, from north to south and west to east.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  /// - Complexity: O(live cells).
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    var text = TextBuffer(output)
    try text.write("#Life 1.06\n")
    try pattern.forEachPart(to: output) { cells, origin in
      try cells.forEachRun { try write($0, from: origin, to: &text) }
    }
    try text.flush()
  }

  private static func write(
    _ run: CellRun, from origin: Position, to text: inout TextBuffer
  ) throws {
    let y = Array((origin.y + run.y).description.utf8)
    for x in run.x..<run.x + run.length {
      try text.write(Array((origin.x + x).description.utf8))
      try text.write(Byte.space)
      try text.write(y)
      try text.write(Byte.lineFeed)
    }
  }
}
