// Format: https://conwaylife.com/wiki/Life_1.05
package import LifeCore
package import LifeIO

package extension Life105 {
  /// Writes blocks of at most 80 columns without empty rows.
  ///
  /// - Throws: ``WriteError`` if a cell is more than 2^60 from the origin, ``FileFailure``.
  /// - Complexity: O(*n* log *n*) in the non-empty rows of blocks; memory is bounded.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let origin = try localOrigin(of: pattern)
    var text = TextBuffer(output)
    try writeHeader(of: pattern, to: &text)
    if let box = pattern.cells.bounds {
      var strips = BlockStrips(west: box.x, origin: origin)
      try pattern.cells.forEachPiece { y, x, words in
        for index in words.indices where words[index] != 0 {
          try strips.add(words[index], y: y, x: x + index * 64, to: &text)
        }
      }
      try strips.flush(to: &text)
    }
    try text.flush()
  }
}

private extension Life105 {
  /// The difference of absolute and local coordinates, if a reader accepts all absolute ones.
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
    var rulestring = pattern.rule.canonical
    if let lifeLike = pattern.rule.lifeLike, Rule(lifeLike) == pattern.rule {
      rulestring = lifeLike.survivalFirst
    }
    try text.write(Array(rulestring.utf8))
    try text.write(Byte.lineFeed)
  }
}

extension LifeLike {
  /// The rulestring as survival / birth, such as `23/3`.
  fileprivate var survivalFirst: String {
    let parts = description.split(separator: "/")
    return "\(parts[1].dropFirst())/\(parts[0].dropFirst())"
  }
}

/// Cuts rows at every 80th column and writes consecutive rows of one strip as a block.
///
///      column  west       west + 80
///              │ strip 0  │ strip 1
///      y = 0   │ .**..**. │ ..*          two blocks, or more
///      y = 1   │ ***      │              if there are empty rows
private struct BlockStrips {
  /// The cells of one row in one strip.
  struct Segment {
    var strip: Int
    var y: Int
    /// Columns 0 to 63 of the strip.
    var western: UInt64 = 0
    /// Columns 64 to 79.
    var eastern: UInt64 = 0
  }

  private let west: Int
  private let origin: Cell
  private var segments: [Segment] = []

  private static let width = 80
  /// Segments are written in batches of this size, so that memory is bounded.
  private static let mostSegments = 1 << 15

  init(west: Int, origin: Cell) {
    self.west = west
    self.origin = origin
  }

  mutating func add(_ word: UInt64, y: Int, x: Int, to text: inout TextBuffer) throws {
    var rest = word
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let distance = x + start - west
      let (strip, column) = distance.quotientAndRemainder(dividingBy: Self.width)
      let count = min(64 - start, Self.width - column)
      let bits = rest >> UInt64(start) & WordMask.bits(from: 0, to: count)
      rest &= ~WordMask.bits(from: start, to: start + count)
      if segments.last?.y != y || segments.last?.strip != strip {
        if segments.count == Self.mostSegments { try flush(to: &text) }
        segments.append(Segment(strip: strip, y: y))
      }
      segments[segments.count - 1].add(bits, at: column)
    }
  }

  /// Writes the blocks of the segments so far, strip by strip and from north to south.
  mutating func flush(to text: inout TextBuffer) throws {
    segments.sort { ($0.strip, $0.y) < ($1.strip, $1.y) }
    var previous: Segment?
    for segment in segments {
      if segment.strip != previous?.strip || segment.y - 1 != previous?.y {
        try writeCorner(of: segment, to: &text)
      }
      try segment.write(to: &text)
      previous = segment
    }
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

extension BlockStrips.Segment {
  fileprivate mutating func add(_ bits: UInt64, at column: Int) {
    if column < 64 {
      western |= bits << UInt64(column)
      // A smart shift by 64 gives 0.
      eastern |= bits >> UInt64(64 - column)
    } else {
      eastern |= bits << UInt64(column - 64)
    }
  }

  fileprivate func write(to text: inout TextBuffer) throws {
    let width =
      eastern == 0 ? 64 - western.leadingZeroBitCount : 128 - eastern.leadingZeroBitCount
    for column in stride(from: 0, to: width, by: 8) {
      let bits = column < 64 ? western >> UInt64(column) : eastern >> UInt64(column - 64)
      let characters = EightBytes.characters(
        of: bits, dead: UInt8(ascii: "."), live: UInt8(ascii: "*"))
      try text.write(characters, count: min(8, width - column))
    }
    try text.write(Byte.lineFeed)
  }
}
