internal import LifeCore

/// A drawing of the next states for each number or arrangement of neighbors.
struct RuleTableDrawing {
  let lines: [String]

  init(_ rule: TwoStateRule) {
    let map = rule.map
    if case .wolfram(let number) = rule.spelling {
      let above = (0..<8).reversed()
      lines = [
        "above       " + above.map { Self.threeBits($0) }.joined(separator: " "),
        "born         " + above.map { number >> $0 & 1 == 1 ? "#" : "." }.joined(separator: "   "),
        "survives    always",
      ]
    } else if let shape = Self.counted(rule) {
      let columns = (0...shape.count).map { "\($0)" }
      let row = { (center: Int) in
        (0...shape.count).map { count in
          map[Self.square(count, in: shape) | center] ? "#" : "."
        }
      }
      lines = [
        Self.line("neighbors", cells: columns), Self.line("born", cells: row(0)),
        Self.line("survives", cells: row(MooreMap.center)),
      ]
    } else if let neighborhood = rule.asCounts?.neighborhood {
      lines = Self.byLetters(map, of: neighborhood)
    } else {
      lines = ["\((0..<MooreMap.count).count { map[$0] }) of 512 neighborhoods give a live cell"]
    }
  }

  /// The next states of a table that counts neighbors in some states, as WireWorld counts heads.
  /// Returns `nil` for other tables.
  init?(_ table: RuleTable) {
    let lanes = table.neighborhood.lanes
    let classes = table.stateClasses
    guard table.states <= 10, table.symmetry?.group == .permute, classes.counts[lanes[0]] == 2
    else { return nil }
    let counted = (0..<table.states).filter { classes.ofState[lanes[0]][$0] == 1 }
    let names = counted.map { "\($0)" }.joined(separator: " or ")
    let heading = Self.line("neighbors", cells: (0...lanes.count).map { "\($0)" })
    var lines = [heading + "   in state \(names)"]
    for state in 0..<table.states {
      var cells = RuleTable.Cells9()
      cells[0] = State(state)
      var row = ["\(table.next(cells))"]
      for lane in lanes {
        cells[lane] = State(counted[0])
        row.append("\(table.next(cells))")
      }
      lines.append(Self.line("\(state) becomes", cells: row))
    }
    self.lines = lines
  }

  private static func threeBits(_ number: Int) -> String {
    [4, 2, 1].map { number & $0 == 0 ? "." : "o" }.joined()
  }

  /// The neighborhood, if the rule depends only on its number of live cells.
  private static func counted(_ rule: TwoStateRule) -> Neighborhood? {
    Neighborhood.allCases.first { shape in
      (0..<MooreMap.count).allSatisfy { index in
        let count = (index & shape.mask).nonzeroBitCount
        return rule.map[index] == rule.map[square(count, in: shape) | index & MooreMap.center]
      }
    }
  }

  /// A 3 × 3 arrangement with the first `count` cells of a neighborhood alive.
  private static func square(_ count: Int, in shape: Neighborhood) -> Int {
    (0..<9).filter { shape.mask >> $0 & 1 == 1 }.prefix(count).reduce(0) { $0 | 1 << $1 }
  }

  private static func line(_ label: String, cells: [String]) -> String {
    label.padded(to: 12) + cells.joined(separator: " ")
  }

  private static func byLetters(_ map: MooreMap, of neighborhood: Neighborhood) -> [String] {
    var ways = neighborhood.letters.map { Array(repeating: 0, count: $0.count) }
    for index in 0..<MooreMap.count where index & ~neighborhood.mask == 0 {
      ways[index.nonzeroBitCount][neighborhood.configuration(of: index)] = index
    }
    return ["                    born             survives"]
      + neighborhood.letters.enumerated().map { count, letters in
        let names = letters.map { $0 == 0 ? "·" : String(UnicodeScalar($0)) }
        let row = { (center: Int) in
          ways[count].map { map[$0 | center] ? "#" : "." }.joined()
        }
        return "\(count)  \(names.joined().padded(to: 15))  \(row(0).padded(to: 15))  "
          + row(MooreMap.center)
      }
  }
}

// MARK: - Particles

extension RuleTableDrawing {
  /// The table of a rule of four particles, before and after, four drawings to a line:
  ///
  ///       .       .          .       o
  ///     .   . → .   .      .   . → .   .
  ///       .       .          o       .
  init(_ rule: PartitionedRule) {
    lines = stride(from: 0, to: 16, by: 4).flatMap { first in
      let entries = (first..<first + 4).map { Self.entry($0, of: rule) }
      let rows = entries[0].indices.map { row in
        let line = entries.map { $0[row] }.joined(separator: "    ")
        return String(line.reversed().drop { $0 == " " }.reversed())
      }
      return rows + (first < 12 ? [""] : [])
    }
  }

  private static func entry(_ number: Int, of rule: PartitionedRule) -> [String] {
    let before = picture(of: State(number), rule.kind)
    let after = picture(of: rule.table[number], rule.kind)
    return before.indices.map { row in
      before[row] + (row == before.count / 2 ? " → " : "   ") + after[row]
    }
  }

  /// A drawing of a state: `o` for each particle, at its place.
  private static func picture(of state: State, _ kind: PartitionedRule.Kind) -> [String] {
    let sign = { (particle: State) in state & particle == 0 ? "." : "o" }
    switch kind {
    case .margolus, .blocks:
      return ["\(sign(1)) \(sign(2))", "\(sign(4)) \(sign(8))"]
    case .pca: return ["  \(sign(4))  ", "\(sign(2))   \(sign(8))", "  \(sign(1))  "]
    }
  }
}
