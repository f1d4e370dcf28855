// Format: https://conwaylife.com/wiki/Run_Length_Encoded, extended by Golly with `#CXRLE`.
package import LifeCore
package import LifeIO

/// Run Length Encoded: the common format of published patterns.
package enum RLE: PatternFormat {
  package static let name = "rle"
  package static let summary = "run length encoded, the usual one"
  package static let extensions = ["rle"]
  package static let holds: Holding = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    let text = TextPrefix(prefix)
    guard let first = text.lines.first else { return false }
    if first.first == UInt8(ascii: "#") {
      return !first.starts(with: "#Life".utf8) && !first.starts(with: "#MCell".utf8)
        && (!first.starts(with: "#P".utf8) || text.hasRLEHeader)
    }
    return RLEHeader.isHeader(first.span) || isBody(first)
  }

  /// Whether a line can only be a row of items: it has a count, or an end of row or pattern.
  private static func isBody(_ line: [UInt8]) -> Bool {
    let items = line.prefix { $0 != UInt8(ascii: "!") }
    let isCounted = line.contains { Byte.isDigit($0) || $0 == UInt8(ascii: "$") }
    return (isCounted || items.count < line.count)
      && items.allSatisfy { "0123456789bo$. \tA".utf8.contains($0) }
      && items.contains { "bo$".utf8.contains($0) }
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options)
    var header = RLEHeader(lines)
    try header.read()
    var body = RLEBody(lines, header)
    var pattern = Pattern(cells: try body.read())
    header = body.header
    try readTrailer(lines, &header)
    pattern.position = header.position
    pattern.generation = header.generation
    pattern.statedRule = header.rule?.rule ?? options.rule
    pattern.universe = header.rule?.universe ?? .plane
    pattern.notes = header.notes.notes
    pattern.declaredSize = header.size ?? (body.width, body.height)
    if let size = header.size, body.width > size.width || body.height > size.height {
      options.warn(
        Warning(
          "the header says \(size.width) × \(size.height), the cells take "
            + "\(body.width) × \(body.height)"))
    }
    return pattern
  }

  /// Keeps what people write after the `!`, and reads to the end, so that damage there is noticed.
  private static func readTrailer(
    _ lines: LineReader, _ header: inout RLEHeader
  ) throws {
    var kept = 0
    var hasMore = false
    while kept <= lines.options.limits.trailerBytes {
      guard try lines.advance() else { return }
      let line = lines.line
      if RLEHeader.isHeader(line), !hasMore {
        hasMore = true
        lines.warn("another pattern follows the '!'; only the first is read")
      }
      let text = line.extracting(line.skippingBlanks()...).droppingBlanksAtEnd()
      if !text.isEmpty { try header.keep(.trailer, text.copied()) }
      kept += line.count + 1
    }
    lines.warn("the text after '!' is long; the rest is not kept")
    let input = lines.input
    repeat { input.consume(input.available.count) } while try input.fill()
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    try output.write(placement(of: pattern))
    for (kind, mark) in [(Pattern.NoteKind.name, "#N "), (.author, "#O "), (.comment, "#C ")] {
      for text in pattern.notes(kind) { try output.write(Array(mark.utf8) + line(text)) }
    }
    let box = pattern.cells.bounds
    try output.write(
      "x = \(box?.width ?? 0), y = \(box?.height ?? 0), rule = \(pattern.rulestring)\n")
    var writer = RLEWriter(output)
    try writer.write(pattern.cells, hasLetters: pattern.rule.states > 2)
    for text in pattern.notes(.trailer) { try output.write(line(text)) }
  }

  /// Text that may not end the line: line ends in it become blanks.
  private static func line(_ text: [UInt8]) -> [UInt8] {
    text.map { Byte.endsLine($0) ? Byte.blank : $0 } + [Byte.lineFeed]
  }

  /// The `#CXRLE` line, where a reader would not come to the same place and time without it.
  private static func placement(of pattern: Pattern) -> String {
    let isTimed = pattern.generation != 0 || pattern.rule.dependsOnParity
    let corner = pattern.bounds.map { Position(x: $0.x, y: $0.y) }
    let isPlaced = corner != nil && (corner != .origin || !pattern.universe.isUnbounded)
    guard isTimed || isPlaced else { return "" }
    let place = corner ?? .origin
    return "#CXRLE Pos=\(place.x),\(place.y)" + (isTimed ? " Gen=\(pattern.generation)" : "") + "\n"
  }
}
