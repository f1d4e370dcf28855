// Format: http://www.mirekw.com/ca/ca_files_formats.html
package import LifeCore
package import LifeIO

package extension MCell {
  /// Writes the cells in lines of at most 70 characters.
  ///
  /// - Throws: ``WriteError`` if the universe is not the plane, a rectangle or an unshifted torus,
  ///   if the pattern is north or west of a rectangle's middle, or if its 2 × 2 blocks don't begin
  ///   at the board's corner in generation 0; ``FileFailure``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let margin = try margin(of: pattern)
    var text = TextBuffer(output)
    try writeHeader(of: pattern, to: &text)
    var items = MCellLines()
    if let box = pattern.cells.bounds {
      var x = box.x - margin.x
      var y = box.y - margin.y
      try pattern.cells.forEachRun { run in
        if run.y > y {
          try items.add(run.y - y, tag: [UInt8(ascii: "$")], to: &text)
          x = box.x - margin.x
          y = run.y
        }
        try items.add(run.x - x, tag: MCellAlphabet.letters(0), to: &text)
        try items.add(run.length, tag: MCellAlphabet.letters(run.state), to: &text)
        x = run.x + run.length
      }
    }
    try items.endLine(to: &text)
    try text.flush()
  }
}

private extension MCell {
  /// The dead columns and rows to write before the cells, because a reader places the pattern in
  /// the middle of the board. On a torus, a pattern north or west of the middle is moved there.
  static func margin(of pattern: Pattern) throws -> Offset {
    let universe = pattern.universe
    guard universe.isUnbounded || universe.isBounded && universe.isStraight else {
      throw WriteError("mcell cannot hold the universe \(universe); write rle or macrocell")
    }
    if pattern.rule.partitioned?.dependsOnParity == true,
      !universe.left.isMultiple(of: 2) || !universe.top.isMultiple(of: 2)
    {
      throw WriteError(
        "mcell begins 2 × 2 blocks at the corner of \(universe), but in generation 0 they begin "
          + "elsewhere; write rle or macrocell")
    }
    guard let box = pattern.bounds, !universe.isUnbounded else { return .zero }
    let width = box.width.int ?? 0
    let height = box.height.int ?? 0
    let middle = MCell.middle(of: universe, width: width, height: height)
    var distance = box.corner.offset(from: Position(x: BigInt(middle.x), y: BigInt(middle.y)))
    if universe.topology == .torus, let found = distance {
      // Blocks and triangles need moves by even numbers.
      let parity = pattern.rule.allowsMoves(by: Offset(x: 1, y: 0)) ? 0 : 1
      if found.x < 0, width + parity < universe.width { distance?.x = found.x & parity }
      if found.y < 0, height + parity < universe.height { distance?.y = found.y & parity }
    }
    guard let margin = distance, min(margin.x, margin.y) >= 0 else {
      throw WriteError(
        "mcell cannot hold a pattern north or west of the middle of its board, as this one is in "
          + "\(universe); write rle or macrocell")
    }
    return margin
  }

  static func writeHeader(of pattern: Pattern, to text: inout TextBuffer) throws {
    try text.write("#MCell 4.20\n")
    if let counts = pattern.rule.survivalFirst {
      try text.write(Array("#GAME Life\n#RULE \(counts)".utf8))
    } else if case .partitioned(let rule) = pattern.rule.family, rule.kind == .margolus {
      let numbers = rule.table.map { "\($0)" }.joined(separator: ";")
      try text.write(Array("#GAME Margolus\n#RULE MS,D\(numbers)".utf8))
    } else if pattern.rule.weighted != nil {
      try text.write("#GAME Weighted Life")
      let rule = Array(pattern.rule.canonical.utf8)
      for start in stride(from: 0, to: rule.count, by: MCellLines.longest) {
        try text.write("\n#RULE ")
        try text.write(Array(rule[start...].prefix(MCellLines.longest)))
      }
    } else if let game = pattern.rule.gameOfMCell {
      try text.write(Array("#GAME \(game)\n#RULE \(pattern.rule.canonical)".utf8))
    } else {
      try text.write(Array("#GAME Rules table\n#GOLLY \(pattern.rule.canonical)".utf8))
    }
    let universe = pattern.universe
    if universe.isBounded {
      try text.write(Array("\n#BOARD \(universe.width)x\(universe.height)\n#WRAP ".utf8))
      try text.write(universe.topology == .torus ? UInt8(ascii: "1") : UInt8(ascii: "0"))
    }
    try text.write(Byte.lineFeed)
    for comment in pattern.notes.map(NoteCollector.comment(for:)) {
      try text.write(comment.isEmpty ? "#D" : "#D ")
      try text.write(line: comment)
    }
  }
}

private extension Rule {
  /// The game of MCell that has the same rulestring. Returns `nil` if there is none.
  var gameOfMCell: String? {
    switch family {
    case .generations(let rule):
      guard case .counts(let birth, let survival) = rule.base.spelling, birth.isTotalistic,
        survival.isTotalistic, rule.base.neighborhood.suffix.isEmpty
      else { return nil }
      return "Generations"
    case .largerThanLife(let rule):
      let neighborhoods = [LargerThanLife.Neighborhood.Shape.moore, .vonNeumann].map {
        LargerThanLife.Neighborhood($0, range: rule.range)
      }
      // MCell has ranges up to 10.
      guard case .ranges = rule.spelling, rule.range <= 10,
        neighborhoods.contains(rule.neighborhood)
      else { return nil }
      return "Larger than Life"
    default: return nil
    }
  }
}

/// Collects items into lines of at most 70 characters. Like MCell, it writes `AA`, but `3A`.
private struct MCellLines {
  private var line: [UInt8] = []

  static let longest = 70

  mutating func add(_ count: Int, tag: [UInt8], to text: inout TextBuffer) throws {
    guard count > 2 else {
      for _ in 0..<count { try add(tag, to: &text) }
      return
    }
    try add(Array("\(count)".utf8) + tag, to: &text)
  }

  private mutating func add(_ item: [UInt8], to text: inout TextBuffer) throws {
    if line.count + item.count > Self.longest { try endLine(to: &text) }
    line += item
  }

  mutating func endLine(to text: inout TextBuffer) throws {
    if line.isEmpty { return }
    try text.write("#L ")
    try text.write(line)
    try text.write(Byte.lineFeed)
    line = []
  }
}
