internal import LifeCore

/// The table of a rule of four particles as drawings, before and after, four to a line:
///
///       .       .          .       o
///     .   . → .   .      .   . → .   .
///       .       .          o       .
struct PartitionedDrawing {
  let rule: PartitionedRule

  var lines: [String] {
    stride(from: 0, to: 16, by: 4).flatMap { first in
      let entries = (first..<first + 4).map { entry($0) }
      let rows = entries[0].indices.map { row in
        entries.map { $0[row] }.joined(separator: "    ").trimmingBlanks
      }
      return rows + (first < 12 ? [""] : [])
    }
  }

  private func entry(_ number: Int) -> [String] {
    let before = Self.picture(of: State(number), rule.kind)
    let after = Self.picture(of: rule.table[number], rule.kind)
    return before.indices.map { row in
      before[row] + (row == before.count / 2 ? " → " : "   ") + after[row]
    }
  }

  /// A drawing of a state: `o` for each particle, at its place.
  static func picture(of state: State, _ kind: PartitionedRule.Kind) -> [String] {
    let sign = { (particle: State) in state & particle == 0 ? "." : "o" }
    switch kind {
    case .margolus, .blocks:
      return ["\(sign(1)) \(sign(2))", "\(sign(4)) \(sign(8))"]
    case .pca: return ["  \(sign(4))  ", "\(sign(2))   \(sign(8))", "  \(sign(1))  "]
    }
  }
}

extension String {
  /// Without the blanks at the end.
  fileprivate var trimmingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
