// Format: https://golly.sourceforge.io/Help/formats.html#rule
internal import LifeCore

/// Reads the lines of a decision tree:
///
///      num_states=2
///      num_neighbors=4
///      num_nodes=6
///      1 0 1              level, then a branch for each state: at level 1 the next state,
///      2 0 0              at higher levels a node of the level below, numbered from 0
struct TreeSection {
  private let lines: LineReader
  private var states: Int?
  private var neighbors: Int?
  private var nodes: Int?
  /// `nil` until the first node.
  private var tree: DecisionTree?

  init(_ lines: LineReader) { self.lines = lines }

  /// Reads the current line.
  mutating func readLine() throws {
    let words = RuleFileWords(lines.line)
    if words.isEmpty { return }
    let equals = UInt8(ascii: "=")
    if let value = words.value(after: "num_states", mark: equals) {
      states = try header(known: states, words: words, value: value, expected: "2 to 256") {
        (2...256).contains($0)
      }
    } else if let value = words.value(after: "num_neighbors", mark: equals) {
      neighbors = try header(known: neighbors, words: words, value: value, expected: "4 or 8") {
        $0 == 4 || $0 == 8
      }
    } else if let value = words.value(after: "num_nodes", mark: equals) {
      nodes = try header(known: nodes, words: words, value: value, expected: "a number") { $0 > 0 }
    } else {
      try addNode(words)
    }
  }

  private func header(
    known: Int?, words: RuleFileWords, value: Range<Int>, expected: String,
    isGood: (Int) -> Bool
  ) throws -> Int {
    guard known == nil, tree == nil else {
      throw lines.error("the header of a tree must have each number once, before the nodes")
    }
    guard let number = RuleFileWords.number(words.bytes[value]), isGood(number) else {
      throw lines.error("expected \(expected)", ahead: value.lowerBound)
    }
    return number
  }

  private mutating func addNode(_ words: RuleFileWords) throws {
    guard let states, let neighbors, let nodes else {
      throw lines.error("expected 'num_states=', 'num_neighbors=' and 'num_nodes=' before nodes")
    }
    var tree = self.tree ?? DecisionTree(states: states, neighbors: neighbors)
    // No copy is made to add a node.
    self.tree = nil
    guard tree.count < nodes else {
      throw lines.error("more nodes than the \(nodes) that 'num_nodes=' declares")
    }
    guard let level = words.number(0), (1...neighbors + 1).contains(level) else {
      throw lines.error(
        "expected a level from 1 to \(neighbors + 1)", ahead: words.ranges[0].lowerBound)
    }
    guard words.count == states + 1 else {
      throw lines.error(
        "expected a level and \(states) branches, found \(words.count - 1)",
        ahead: words.bytes.count)
    }
    var branches: [UInt32] = []
    for index in 1...states {
      guard let branch = words.number(index), tree.allows(branch, atLevel: level) else {
        let what =
          level == 1 ? "a state from 0 to \(states - 1)" : "an earlier node of level \(level - 1)"
        throw lines.error("expected \(what)", ahead: words.ranges[index].lowerBound)
      }
      branches.append(UInt32(branch))
    }
    tree.append(level: level, branches)
    self.tree = tree
  }

  mutating func finish() throws -> DecisionTree {
    guard let tree, let neighbors, let nodes, tree.count == nodes else {
      throw lines.error(
        "expected \(nodes.map { "\($0)" } ?? "some") nodes, found \(tree?.count ?? 0)")
    }
    guard tree.isComplete else {
      throw lines.error("expected the root, of level \(neighbors + 1), as the last node")
    }
    return tree
  }
}
