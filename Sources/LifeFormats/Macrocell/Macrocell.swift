// Format: https://golly.sourceforge.io/Help/formats.html#mc
package import LifeCore
package import LifeIO

/// Macrocell: the nodes of a quadtree, each written once, after its quadrants. The root is last.
///
///      [M2] (life)
///      #R B3/S23
///      .*$..*$***$          8 × 8 cells; cells that are not drawn are dead
///      4 0 0 0 1            2^4 cells a side: the lines of the quadrants nw ne sw se, 0 if empty
package enum Macrocell: PatternFormat {
  package static let summary = "the nodes of a quadtree, for very large patterns"
  package static let extensions = ["mc"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .trees, .states,
  ]

  /// The absolute position of a tree's (0, 0), the cell south-east of the root's center.
  ///
  /// The format doesn't define it. Golly draws trees with y upwards, with that cell at (0, 1).
  package static let center = Position(x: 0, y: 1)

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    prefix.extracting(prefix.firstText()...).starts(with: "[M")
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    let reader = try MacrocellReader(lines)
    try lines.readHeader("[M", expected: "'[M2]'")
    while try lines.advance() { try reader.readLine() }
    return try reader.finish()
  }
}

/// A node defined by a line of the file.
private struct Definition: BitwiseCopyable {
  /// The node has 2^level cells a side.
  var level: Int32
  /// Whether a later line refers to it.
  var isUsed = false
  /// Up to the level of blocks, the cells as in a block; above it, the raw value of a `NodeID`.
  var content: UInt64
}

private final class MacrocellReader {
  private let lines: LineReader
  /// Replaced if the rule has more than two states.
  private var store: QuadStore
  private let definitions = FallibleArray<Definition>(purpose: "macrocell file")
  private var rule: RuleAndUniverse?
  private var generation: BigInt = 0
  private var notes = NoteCollector()
  private var isTimeline = false

  init(_ lines: LineReader) throws {
    self.lines = lines
    store = try QuadStore(
      memoryLimit: lines.options.limits.cellBytes, states: lines.options.rule?.states ?? 2)
  }

  func readLine() throws {
    let lines = lines
    let line = lines.line
    let start = line.skippingBlanks()
    guard start < line.count else { return }
    switch line[start] {
    case UInt8(ascii: "#"): try readHashLine()
    case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "$"): try readLeaf(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): try readNode(from: start)
    default:
      throw lines.unexpected(at: start, expected: "'.', '*', '$', '#' or the level of a node")
    }
  }

  func finish() throws -> Pattern {
    let tree = try root()
    var pattern = Pattern(tree: tree, center: Macrocell.center)
    pattern.generation = generation
    pattern.statedRule = rule?.rule
    pattern.universe = rule?.universe ?? .plane
    pattern.notes = notes.notes
    store.memoryLimit = .max
    return pattern
  }
}

// MARK: - Lines that begin with '#'

extension MacrocellReader {
  private func readHashLine() throws {
    let lines = lines
    let line = lines.line
    if line.starts(with: "#R") {
      try readRule()
    } else if line.starts(with: "#G") {
      let start = line.skippingBlanks(from: 2)
      let text = line.extracting(start...).droppingBlanksAtEnd()
      guard !text.isEmpty, text[0] != UInt8(ascii: "-"),
        let number = BigInt(decimal: text.copied())
      else { throw lines.unexpected(at: start, expected: "a generation") }
      generation = number
    } else if line.starts(with: "#FRAME") {
      if !isTimeline {
        lines.warn("only the last frame of the timeline is read", isLoss: true)
      }
      isTimeline = true
    } else {
      let mark = line.starts(with: "#C") ? 2 : 1
      try notes.addComment(line.extracting(mark...).droppingOneSpace(), from: lines)
    }
  }

  private func readRule() throws {
    let lines = lines
    rule = try lines.rule(from: 2)
    guard let states = rule?.rule.states, states != store.states else { return }
    guard definitions.count == 0 else {
      throw lines.error("a rule of \(states) states must stand before the first node")
    }
    store = try QuadStore(memoryLimit: lines.options.limits.cellBytes, states: states)
  }
}

// MARK: - Nodes

extension MacrocellReader {
  private func add(level: Int, content: UInt64) throws {
    try definitions.append(
      Definition(level: Int32(level), content: content), limit: lines.cellLimit)
  }

  /// Reads a line with a drawing of 8 × 8 cells.
  private func readLeaf(from start: Int) throws {
    let lines = lines
    let line = lines.line
    guard store.shape == .bits else {
      throw lines.error(
        "drawn cells have two states, but the rule has \(store.states); expected '1' and the "
          + "states of four cells", ahead: start)
    }
    var index = start
    var (block, y) = line.drawnRows(at: &index)
    var x = 0
    while index < line.count, !Byte.isBlank(line[index]) {
      switch line[index] {
      case UInt8(ascii: "$"):
        x = 0
        y += 1
      case UInt8(ascii: "."), UInt8(ascii: "*"):
        guard x < 8, y < 8 else {
          throw lines.error("a cell outside the block of 8 × 8", ahead: index)
        }
        if line[index] == UInt8(ascii: "*") { block |= 1 << UInt64(8 * y + x) }
        x += 1
      default: throw lines.unexpected(at: index, expected: "'.', '*' or '$'")
      }
      index += 1
    }
    try expectEnd(from: index)
    try add(level: 3, content: block)
  }

  private func expectEnd(from index: Int) throws {
    let lines = lines
    let end = lines.line.skippingBlanks(from: index)
    if end < lines.line.count { throw lines.unexpected(at: end, expected: "the end of the line") }
  }

  /// A number below 10^18 and its start.
  private func number(
    in line: Span<UInt8>, at index: inout Int, what: String
  ) throws -> (value: Int, start: Int) {
    while index < line.count, Byte.isBlank(line[index]) { index += 1 }
    let start = index
    var value = 0
    while index < line.count, Byte.isDigit(line[index]), index - start < 18 {
      value = value * 10 + Int(line[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start, index == line.count || Byte.isBlank(line[index]) else {
      throw lines.unexpected(at: index, expected: what)
    }
    return (value, start)
  }

  private func readNode(from start: Int) throws {
    let lines = lines
    let line = lines.line
    var index = start
    let level = try number(in: line, at: &index, what: "the level of a node").value
    let highest = lines.options.limits.levels
    guard level >= 1, level <= highest else {
      let error = lines.error("a level of 1 to \(highest) is expected", ahead: start)
      throw level < 1 ? error : error.overLimit
    }
    let nw = try quadrant(in: line, at: &index, of: level)
    let ne = try quadrant(in: line, at: &index, of: level)
    let sw = try quadrant(in: line, at: &index, of: level)
    let se = try quadrant(in: line, at: &index, of: level)
    try expectEnd(from: index)
    try add(level: level, content: content(nw: nw, ne: ne, sw: sw, se: se, level: level))
  }

  private func quadrant(in line: Span<UInt8>, at index: inout Int, of level: Int) throws -> UInt64 {
    // A state at level 1, else the number of a node.
    let (place, start) = try number(in: line, at: &index, what: "a quadrant's number")
    if level == 1 {
      guard place < store.states else {
        let highest = store.states - 1
        throw lines.error(
          "a cell of state 0 \(highest == 1 ? "or" : "to") \(highest) is expected", ahead: start)
      }
      return UInt64(place)
    }
    if place == 0 { return 0 }
    guard place <= definitions.count else {
      throw lines.error(
        "this node is not defined above; the last one is \(definitions.count)",
        ahead: start)
    }
    let node = definitions[place - 1]
    guard Int(node.level) == level - 1 else {
      throw lines.error(
        "a quadrant of level \(level - 1) is expected; \(place) is of level \(node.level)",
        ahead: start)
    }
    if !node.isUsed { definitions[place - 1].isUsed = true }
    return node.content
  }

  /// The content of a node whose quadrants have these contents, at level 1 the states of cells. A
  /// node above the level of blocks is stored.
  private func content(
    nw: UInt64, ne: UInt64, sw: UInt64, se: UInt64, level: Int
  ) throws -> UInt64 {
    let shape = store.shape
    if level <= shape.blockLevel {
      let half = 1 << (level - 1)
      return nw | ne << shape.place(x: half, y: 0) | sw << shape.place(x: 0, y: half)
        | se << shape.place(x: half, y: half)
    }
    if level == shape.leafLevel {
      return UInt64(try store.node(QuadLeaf(nw: nw, ne: ne, sw: sw, se: se)).rawValue)
    }
    func id(_ content: UInt64) -> NodeID { NodeID(rawValue: UInt32(content)) }
    return UInt64(try store.join(nw: id(nw), ne: id(ne), sw: id(sw), se: id(se)).rawValue)
  }

  private func root() throws -> Quadtree {
    let leafLevel = store.leafLevel
    guard definitions.count > 0 else { return Quadtree(.empty, level: leafLevel + 1, in: store) }
    let unused = (0..<definitions.count - 1).count { !definitions[$0].isUsed }
    if unused > 0 { lines.options.warn(Warning("\(unused) nodes are not part of the pattern")) }
    let last = definitions[definitions.count - 1]
    if last.level > leafLevel {
      let root = NodeID(rawValue: UInt32(last.content))
      return Quadtree(root, level: Int(last.level), in: store)
    }
    let half = 1 << (Int(last.level) - 1)
    return try Quadtree(
      cells(of: last), at: Position(x: BigInt(-half), y: BigInt(-half)), in: store)
  }

  /// The cells of a node no larger than a leaf, relative to its north-western corner.
  private func cells(of node: Definition) -> Cells {
    let isLeaf = node.level == store.leafLevel
    let leaf =
      isLeaf
      ? store[NodeID(rawValue: UInt32(node.content)).leaf]
      : QuadLeaf(nw: node.content, ne: 0, sw: 0, se: 0)
    var runs: [CellRun] = []
    for y in 0..<1 << node.level {
      for x in 0..<1 << node.level {
        let state = store.shape.state(leaf, x: x, y: y)
        if state != 0 { runs.append(CellRun(y: y, x: x, length: 1, state: state)) }
      }
    }
    return Cells(runs)
  }
}

extension Span<UInt8> {
  /// Reads rows of up to 8 drawn cells with their `$`, up to the first invalid row.
  fileprivate func drawnRows(at index: inout Int) -> (block: UInt64, rows: Int) {
    var block: UInt64 = 0
    var rows = 0
    while rows < 8, index < count {
      let eight = upToEight(at: index)
      let ends = EightBytes.zeros(eight ^ EightBytes.all(UInt8(ascii: "$")))
      let length = ends == 0 ? 8 : ends.trailingZeroBitCount / 8
      let strays = Life105Alphabet.strays(eight)
      let isClean = length == 0 || strays << UInt64(64 - 8 * length) == 0
      guard isClean, index + length < count, self[index + length] == UInt8(ascii: "$") else {
        break
      }
      let living = Life105Alphabet.live(eight).lowBitsOfBytes & (1 << UInt64(length) - 1)
      block |= living << UInt64(8 * rows)
      rows += 1
      index += length + 1
    }
    return (block, rows)
  }
}
