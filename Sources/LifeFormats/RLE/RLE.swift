// Format: https://conwaylife.com/wiki/Run_Length_Encoded, extended by Golly with `#CXRLE`.
package import LifeCore
package import LifeIO

/// Run Length Encoded, the format of most published patterns.
///
///      #N Glider                             comments: #N name, #O author, #C text
///      #CXRLE Pos=-1,-1 Gen=4                position of the north-western corner, generation
///      x = 3, y = 3, rule = B3/S23           size of the bounding box; B3/S23 if no rule is given
///      bob$2bo$3o!                           count and b dead, o alive, $ end of row; ! ends
///
/// With more than two states `.` is state 0, `A` to `X` are 1 to 24, `pA` to `yO` 25 to 255.
package enum RLE: PatternFormat {
  package static let summary = "run length encoded, the usual format"
  package static let extensions = ["rle"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  package static var streamsTrees: Bool { true }

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    guard let first = prefix.nonblankLines.first else { return false }
    if first.first == UInt8(ascii: "#") {
      let isOther = first.starts(with: "#Life".utf8) || first.starts(with: "#MCell".utf8)
      // Rows of `#` alone are a drawing in plaintext. An RLE file has at least a `!`.
      return !isOther && !Plaintext.recognizes(prefix)
    }
    if RLELine.beginsPattern(first.span) { return true }
    return first.first != UInt8(ascii: "!") && RLELine.isProse(prefix)
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    var file = RLEFile(try LineReader(input, options: options))
    return try file.readFirst()
  }

  /// Reads the comments, the header and the body of a pattern, up to and including its `!`.
  ///
  /// - Parameter start: the comments already read, if any.
  static func readPattern(
    from lines: LineReader, start: RLEHeader
  ) throws -> (pattern: Pattern, header: RLEHeader) {
    var header = start
    try header.read()
    var body = RLEBody(lines, header: header)
    var pattern = Pattern(cells: try body.read())
    header = body.header
    pattern.statedPosition = header.position
    pattern.generation = header.generation
    pattern.statedRule = header.rule?.rule ?? lines.options.ruleIfUnstated
    pattern.universe = header.rule?.universe ?? .plane
    pattern.declaredSize = header.size ?? (body.width, body.height)
    if let size = header.size, body.width > size.width || body.height > size.height {
      lines.options.warn(
        Warning(
          "the header declares \(size.width) × \(size.height) cells, the pattern has "
            + "\(body.width) × \(body.height)"))
    }
    return (pattern, header)
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    try output.write(head(of: pattern, in: pattern.boxForViewers))
    var writer = RLEWriter(output)
    try writer.write(pattern)
    try output.write(trailer(of: pattern))
    if case .table(let table) = pattern.rule.family { try output.write(table.source) }
  }

  /// The comments and the header line of a pattern, each line with its end.
  ///
  /// - Parameter box: the bounding box, perhaps with dead cells.
  package static func head(of pattern: Pattern, in box: Bounds?) -> [UInt8] {
    var head = Array(placement(of: pattern, in: box).utf8)
    for (kind, mark) in [(Pattern.NoteKind.name, "#N "), (.author, "#O "), (.comment, "#C ")] {
      for text in pattern.notes(kind) {
        let isMarked = kind == .comment && text.starts(with: Array("#CLL ".utf8))
        head += (isMarked ? [] : Array(mark.utf8)) + text.onOneLine + [Byte.lineFeed]
      }
    }
    let width = box?.width ?? 0
    let height = box?.height ?? 0
    return head + Array("x = \(width), y = \(height), rule = \(pattern.rulestring)\n".utf8)
  }

  /// The text after the `!`, without the spaces dropped by readers.
  static func trailer(of pattern: Pattern) -> [UInt8] {
    pattern.notes(.trailer).map { $0.onOneLine.span.droppingBlanksAround().copied() }
      .flatMap { $0.isEmpty ? [] : $0 + [Byte.lineFeed] }
  }

  /// The `#CXRLE` line; empty if readers restore position and generation without it.
  private static func placement(of pattern: Pattern, in box: Bounds?) -> String {
    let isTimed = pattern.generation != 0 || pattern.rule.phaseCount > 1
    let corner = box?.corner
    let isPlaced = corner != nil && (corner != .origin || !pattern.universe.isUnbounded)
    guard isTimed || isPlaced else { return "" }
    let place = corner ?? .origin
    return "#CXRLE Pos=\(place.x),\(place.y)" + (isTimed ? " Gen=\(pattern.generation)" : "") + "\n"
  }
}

extension Pattern {
  /// The box in RLE: the kept declared size, or the bounding box.
  ///
  /// Viewers ignore positions. They take its corner for a triangle that points down, or for the
  /// corner of a block in the next step. If necessary, the box begins a dead column or row earlier.
  var boxForViewers: Bounds? {
    guard var box = bounds, universe.isUnbounded else { return bounds }
    if keepsDeclaredSize, statedPosition == nil, let size = declaredSize {
      return Bounds(x: 0, y: 0, width: BigInt(size.width), height: BigInt(size.height))
    }
    let hasBlocks = rule.partitioned?.dependsOnParity == true
    guard hasBlocks || rule.isTriangular else { return box }
    let isOdd = hasBlocks && generation.isOdd
    if box.x.isOdd != isOdd {
      box.x -= 1
      box.width += 1
    }
    if box.y.isOdd != isOdd {
      box.y -= 1
      box.height += 1
    }
    return box
  }
}

extension RLE: MultiPatternFormat {
  package static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void
  ) throws {
    var file = RLEFile(try LineReader(input, options: options))
    try file.readEach(body)
  }
}
