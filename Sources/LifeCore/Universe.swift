/// The topology that a pattern lives in, and its size.
package struct Universe: Hashable, Sendable {
  package enum Topology: Hashable, Sendable {
    /// Cells beyond an edge are dead.
    case plane
    /// Every edge is glued to the opposite one.
    case torus
  }

  package let topology: Topology
  /// Columns, or 0 if the universe has no east and west edge.
  package let width: Int
  /// Rows, or 0 if the universe has no north and south edge.
  package let height: Int

  /// Sizes beyond this saturate, as they do in the programs that the files were made for.
  package static let largestSize = 2_000_000_000

  package init(_ topology: Topology, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.topology = width == 0 && height == 0 ? .plane : topology
    self.width = min(width, Self.largestSize)
    self.height = min(height, Self.largestSize)
  }

  /// The unbounded plane.
  package static let plane = Universe(.plane, width: 0, height: 0)

  package var isUnbounded: Bool { width == 0 && height == 0 }
  /// Whether both sizes are finite.
  package var isBounded: Bool { width > 0 && height > 0 }

  /// The column of the western edge: half the width, rounded down, west of the origin.
  package var left: Int { -(width / 2) }
  /// The row of the northern edge.
  package var top: Int { -(height / 2) }

  /// Where a cell that was reached by a step of one lands; nil if beyond an edge of a plane.
  package func place(_ cell: Cell) -> Cell? {
    guard let x = place(cell.x, from: left, size: width),
      let y = place(cell.y, from: top, size: height)
    else { return nil }
    return Cell(x: x, y: y)
  }

  private func place(_ coordinate: Int, from edge: Int, size: Int) -> Int? {
    guard size > 0 else { return coordinate }
    let offset = coordinate - edge
    if offset >= 0 && offset < size { return coordinate }
    guard topology == .torus else { return nil }
    let wrapped = offset % size
    return edge + (wrapped < 0 ? wrapped + size : wrapped)
  }

  /// Where a pattern without a position goes: centred by its declared size if that fits, else at
  /// the universe's own corner.
  package func corner(forWidth patternWidth: Int, height patternHeight: Int) -> Position {
    guard !isUnbounded else { return .origin }
    let fits =
      (width == 0 || patternWidth <= width) && (height == 0 || patternHeight <= height)
    if fits {
      return Position(x: BigInt(-(patternWidth / 2)), y: BigInt(-(patternHeight / 2)))
    }
    return Position(x: BigInt(left), y: BigInt(top))
  }
}

extension Universe: CustomStringConvertible {
  /// The canonical suffix without its colon, such as `T100,50`; `plane` if unbounded.
  package var description: String {
    if isUnbounded { return "plane" }
    return "\(topology == .torus ? "T" : "P")\(width),\(height)"
  }

  /// What follows the rule in a rulestring: empty for the unbounded plane.
  package var suffix: String { isUnbounded ? "" : ":\(self)" }
}

// Grammar: [ "T" | "P" ] [ width [ "," [ height ] ] ], any case; a missing height is the width.
extension Universe {
  /// Reads a suffix without its colon, or the word `plane`.
  package init(parsing text: [UInt8]) throws(RuleError) {
    let lower = text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    if lower.isEmpty || lower == Array("plane".utf8) {
      self = .plane
      return
    }
    let topology: Topology
    switch lower[0] {
    case UInt8(ascii: "t"): topology = .torus
    case UInt8(ascii: "p"): topology = .plane
    default:
      throw RuleError("expected a universe such as T100,50, P64 or plane", at: 0..<1)
    }
    var position = 1
    let width = try Self.size(lower, &position) ?? 0
    var height = width
    if position < lower.count {
      guard lower[position] == UInt8(ascii: ",") else {
        throw RuleError("expected a size such as 100,50", at: position..<position + 1)
      }
      position += 1
      height = try Self.size(lower, &position) ?? width
    }
    guard position == lower.count else {
      throw RuleError("unexpected text after the universe's size", at: position..<lower.count)
    }
    self.init(topology, width: width, height: height)
  }

  private static func size(_ text: [UInt8], _ position: inout Int) throws(RuleError) -> Int? {
    let start = position
    var value = 0
    while position < text.count, (0x30...0x39).contains(text[position]) {
      value = min(value * 10 + Int(text[position] - 0x30), largestSize)
      position += 1
    }
    if position == start, position < text.count, text[position] != UInt8(ascii: ",") {
      throw RuleError("expected a size such as 100,50", at: position..<position + 1)
    }
    return position == start ? nil : value
  }
}
