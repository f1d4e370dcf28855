import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Random rules of every family, in random universes of every topology.
@Suite struct RuleFamilyLaws {
  enum Family: CaseIterable {
    case letters, map, hexagonal, vonNeumann, wolfram, generations, aged
    case history, `super`, investigator, wide, automaton, tripod, triangular, weighted
    case pca, margolus
  }

  private struct Draw {
    var random: Seeded

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func digits(_ range: ClosedRange<Int>) -> String {
      range.filter { _ in number(0...2) == 0 }.map(String.init).joined()
    }

    mutating func ways(
      without nothing: Bool, in neighborhood: Neighborhood = .moore
    ) -> String {
      var ways = Configurations(neighborhood)
      for count in (nothing ? 1 : 0)...neighborhood.count {
        ways.masks[count] =
          UInt16(truncatingIfNeeded: random.next()) & neighborhood.allConfigurations(count)
        if number(0...1) == 0 { ways.masks[count] = 0 }
      }
      return "\(ways)"
    }

    mutating func map(hasB0: Bool) -> String {
      let map = MooreMap { index in
        let isAlive = random.next() & 1 == 1
        return index == 0 ? hasB0 : isAlive
      }
      return "\(TwoStateRule(.map("", .moore), map: map).asMap)"
    }

    mutating func rulestring(_ family: Family) -> String {
      switch family {
      case .letters: "B\(ways(without: number(0...2) > 0))/S\(ways(without: false))"
      case .map: map(hasB0: number(0...2) == 0)
      case .hexagonal:
        "B\(ways(without: number(0...2) > 0, in: .hexagonal))/"
          + "S\(ways(without: false, in: .hexagonal))H"
      case .tripod: "B\(digits(0...3))/S\(digits(0...3))HT\(number(0...1) == 0 ? "" : "/4")"
      case .weighted:
        ["NW", "NE", "WW", "ME", "SS"].map { "\($0)\(number(-2...4))," }.joined()
          + (1...4).map { "RS\(number(0...9) + $0),RB\(number(0...9) + $0)," }.joined()
          + "HI\(number(0...5))"
      case .triangular:
        "B\(digits(0...3))/S\(digits(0...3))"
          + "\(LargerThanLife.Triangles.allCases[number(0...6)].rawValue)"
      case .vonNeumann: "B\(digits(0...4))/S\(digits(0...4))V"
      case .wolfram: "W\(2 * number(0...127))"
      case .generations:
        "\(digits(0...8))/\(digits(1...8))/\(number(0...3) == 0 ? 256 : number(2...9))"
      case .aged: "\(map(hasB0: false))/\(number(2...20))"
      case .history: "B\(digits(1...8))/S\(digits(0...8))History"
      case .super: "B\(ways(without: true))/S\(digits(0...8))Super"
      case .investigator: "B\(digits(1...8))/S\(digits(0...8))Investigator"
      case .wide:
        "R\(number(1...4)),C\(number(0...1) * number(0...9)),S2-\(number(3...7)),"
          + "B\(number(1...3))-\(number(4...8)),N\(["M", "N", "C", "+", "H"][number(0...4)])"
      case .pca: (1...number(1...3)).map { _ in pca() }.joined(separator: "|")
      case .margolus: (1...number(1...3)).map { _ in margolus() }.joined(separator: "|")
      case .automaton: ["JvN29", "Nobili32"][number(0...1)]
      }
    }

    mutating func pca() -> String {
      "2PCA4,0," + (1...15).map { _ in "\(number(0...15))" }.joined(separator: ",")
    }

    /// Half of the tables are reversible; empty space stays empty, alternates or becomes anything.
    mutating func margolus() -> String {
      var table = Array(0...15).shuffled(using: &random)
      if number(0...1) == 0 { table = table.map { _ in number(0...15) } }
      if number(0...2) > 0 {
        table[0] = 0
      } else if number(0...1) == 0 {
        table[0] = 15
        table[15] = 0
      }
      return "M" + table.map { "\($0)" }.joined(separator: ",")
    }

    mutating func universe(_ family: Family) -> String {
      let width = number(1...70)
      let height = number(1...20)
      if family == .margolus {
        let size = "\(2 * width),\(2 * height)"
        return [
          "", ":T\(size)", ":P\(size)", ":T\(2 * width)+\(2 * number(0...width)),\(2 * height)",
        ][number(0...3)]
      }
      if family == .pca { return ["", ":T\(width)+1,\(height)", ":P\(width),0"][number(0...2)] }
      if family == .triangular {
        return ["", ":T\(2 * width + 4),\(2 * height + 2)", ":P\(2 * width + 2),4"][number(0...2)]
      }
      if family == .wide {
        return ["", ":T\(width + 9),\(height + 9)", ":P\(width + 9),\(height + 9)"][number(0...2)]
      }
      switch number(0...10) {
      case 0, 1, 2: return ""
      case 3: return ":P\(width),\(height)"
      case 4: return ":T\(width),\(height)"
      case 5: return ":T\(width)+\(number(0...width)),\(height)"
      case 6: return ":T\(width),\(height)-\(number(0...height))"
      case 7: return [":K\(width)*,\(height)", ":K\(width),\(height)*+1"][number(0...1)]
      case 8: return [":T0,\(height)", ":T\(width),0", ":P\(width),0"][number(0...2)]
      case 9: return ":C\(width),\(height)"
      default: return ":S\(height)"
      }
    }

    mutating func pattern(_ family: Family) throws -> Pattern {
      let text = rulestring(family) + universe(family)
      let parsed = try RuleAndUniverse(parsing: text.utf8)
      let universe = try parsed.rule.fitted(parsed.universe ?? .plane)
      let width = universe.width > 0 ? universe.width : number(1...40)
      let height = universe.height > 0 ? universe.height : number(1...20)
      let density = number(1...3)
      var runs: [CellRun] = []
      for y in 0..<height {
        for x in 0..<width where number(0...3) < density {
          let state = number(0...2) == 0 ? number(1...parsed.rule.states - 1) : 1
          runs.append(CellRun(y: y, x: x, length: 1, state: State(state)))
        }
      }
      var pattern = Pattern(cells: Cells(runs), rule: parsed.rule, in: universe)
      pattern.declaredSize = (width, height)
      return pattern
    }
  }

  @Test(arguments: Family.allCases)
  func `every engine equals the reference in every rule family`(family: Family) async throws {
    try await forEachCase(of: Effort.cases(24, long: 1_000)) { seed in
      var draw = Draw(random: Seeded(seed * 31 + 7))
      let pattern = try Self.pattern(drawnBy: &draw, of: family)
      let counts = [1, 1, 2, 5]
      let reference = try ReferenceRun(of: pattern.packedForRule(), inStepsOf: counts)
      var served = 0
      for engine in Engine.allCases where engine != .reference {
        guard let stepper = try EngineLaws.stepper(engine, of: pattern) else { continue }
        served += 1
        try reference.expectSame(
          from: stepper, comment: "\(engine) \(pattern.rulestring) seed \(seed)")
      }
      // Each family has something faster than the reference, in every universe.
      #expect(served > 0, "\(pattern.rulestring)")
    }
  }

  /// The first valid pattern: some rules are not allowed in their family, for example History with
  /// B0 and without S8.
  private static func pattern(drawnBy draw: inout Draw, of family: Family) throws -> Pattern {
    for _ in 0..<100 {
      do {
        return try draw.pattern(family)
      } catch is RuleError {}
    }
    return try draw.pattern(family)
  }
}
