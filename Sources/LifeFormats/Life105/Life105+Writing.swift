// Format: https://conwaylife.com/wiki/Life_1.05
package import LifeCore
package import LifeIO

package extension Life105 {
  /// Writes blocks of up to 80 columns. Blocks have no empty rows.
  ///
  /// - Throws: ``WriteError`` if a cell is more than 2^60 from the origin, ``FileFailure``.
  /// - Complexity: O(*n* log *n*) in the nonempty rows of blocks; memory is bounded.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let origin = try localOrigin(of: pattern)
    var text = TextBuffer(output)
    try writeHeader(of: pattern, to: &text)
    if let box = pattern.cells.bounds {
      var strips = BlockStrips(west: box.x, origin: origin)
      try pattern.cells.forEachRun { try strips.add($0, to: &text) }
      try strips.flush(to: &text)
    }
    try text.flush()
  }
}

private extension Life105 {
  /// The difference between absolute and local coordinates.
  ///
  /// - Throws: ``WriteError`` if a reader would refuse the absolute coordinates.
  static func localOrigin(of pattern: Pattern) throws -> Cell {
    guard let bounds = pattern.bounds, let box = pattern.cells.bounds else {
      return Cell(x: 0, y: 0)
    }
    let limit = Extent.largest
    guard let west = bounds.x.int, let north = bounds.y.int,
      let east = (bounds.x + bounds.width).int, let south = (bounds.y + bounds.height).int,
      min(west, north) >= -limit, max(east, south) <= limit
    else {
      throw WriteError(
        "life105 cannot hold cells more than \(limit) from the origin; write life106 or rle")
    }
    return Cell(x: west - box.x, y: north - box.y)
  }

  static func writeHeader(of pattern: Pattern, to text: inout TextBuffer) throws {
    try text.write("#Life 1.05\n")
    for comment in pattern.notes.map(NoteCollector.comment(for:)) {
      try text.write(comment.isEmpty ? "#D" : "#D ")
      try text.write(line: comment)
    }
    guard pattern.rule != .life else { return try text.write("#N\n") }
    try text.write("#R ")
    try text.write(Array((pattern.rule.survivalFirst ?? pattern.rule.canonical).utf8))
    try text.write(Byte.lineFeed)
  }
}

extension Rule {
  /// The rule as survival / birth, for example `23/3` for `B3/S23`; `nil` for rules other than
  /// Life-like ones.
  var survivalFirst: String? {
    guard let lifeLike, Rule(lifeLike) == self else { return nil }
    let parts = canonical.split(separator: "/")
    return "\(parts[1].dropFirst())/\(parts[0].dropFirst())"
  }
}

/// Cuts rows at every 80th column and writes consecutive rows of one strip as a block.
///
///      column  west       west + 80
///              │ strip 0  │ strip 1
///      y = 0   │ .**..**. │ ..*          each strip is a block;
///      y = 1   │ ***      │              an empty row begins another
private struct BlockStrips {
  /// A part of a run in one strip.
  struct Segment {
    var strip: Int
    var y: Int
    var column: Int
    var length: Int
  }

  let west: Int
  let origin: Cell
  var segments: [Segment] = []

  private static let width = 80
  /// The maximum number of segments in memory.
  private static let maxSegments = 1 << 15

  mutating func add(_ run: CellRun, to text: inout TextBuffer) throws {
    var x = run.x - west
    let end = x + run.length
    while x < end {
      let (strip, column) = x.quotientAndRemainder(dividingBy: Self.width)
      let length = min(end - x, Self.width - column)
      if segments.count == Self.maxSegments { try flush(to: &text) }
      segments.append(Segment(strip: strip, y: run.y, column: column, length: length))
      x += length
    }
  }

  /// Writes the blocks of the segments so far, by strips, from north to south.
  mutating func flush(to text: inout TextBuffer) throws {
    segments.sort { ($0.strip, $0.y, $0.column) < ($1.strip, $1.y, $1.column) }
    var previous: Segment?
    var column = 0
    for segment in segments {
      if segment.strip != previous?.strip || segment.y != previous?.y {
        if previous != nil { try text.write(Byte.lineFeed) }
        if segment.strip != previous?.strip || segment.y - 1 != previous?.y {
          try writeCorner(of: segment, to: &text)
        }
        column = 0
      }
      try text.write(UInt8(ascii: "."), times: segment.column - column)
      try text.write(UInt8(ascii: "*"), times: segment.length)
      column = segment.column + segment.length
      previous = segment
    }
    if previous != nil { try text.write(Byte.lineFeed) }
    segments.removeAll(keepingCapacity: true)
  }

  private func writeCorner(of segment: Segment, to text: inout TextBuffer) throws {
    try text.write("#P ")
    try text.write(origin.x + west + segment.strip * Self.width)
    try text.write(Byte.space)
    try text.write(origin.y + segment.y)
    try text.write(Byte.lineFeed)
  }
}
