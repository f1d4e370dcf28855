import LifeArguments
import LifeCore
import LifeEngines
import LifeRender
import LifeRun

/// The description of a rule as text and JSON.
struct RuleSheet {
  let rule: Rule
  let universe: Universe?

  init(_ parsed: RuleAndUniverse) {
    rule = parsed.rule
    universe = parsed.universe
  }

  private var pattern: Pattern {
    var pattern = Pattern(cells: .none)
    pattern.statedRule = rule
    pattern.universe = universe ?? .plane
    return pattern
  }

  private var engines: [Engine] {
    Engine.allCases.filter { (try? $0.canRun(pattern, EngineOptions())) == true }
  }

  private var names: [String] {
    NamedRules.all.filter { known in
      let other = try? RuleAndUniverse(parsing: known.rulestring.utf8).rule
      return other.map(hasSameTable) ?? false
    }.map(\.name)
  }
}

extension RuleSheet {
  /// Whether another rule has the same transitions in any spelling.
  private func hasSameTable(as other: Rule) -> Bool {
    switch (rule.family, other.family) {
    case (.twoState(let mine), .twoState(let theirs)): mine.map == theirs.map
    default: rule == other
    }
  }

  var text: String {
    var rows: [(label: String, lines: [String])] = [("family", [family])]
    if !names.isEmpty { rows.append(("known as", [names.joined(separator: ", ")])) }
    rows.append(("states", states))
    rows.append(("neighbors", neighborhood))
    if let base {
      rows.append(("symmetry", [symmetry(of: base)]))
      if rule.states == 2 {
        let isSame = base.isSelfComplementary
        let text = isSame ? "follows the same rule (self-complementary)" : "follows another rule"
        rows.append(("complement", [text]))
        if base.map[0] { rows.append(("B0", [stored(base)])) }
      }
      rows.append(("table", RuleTableDrawing(base).lines))
    } else if case .largerThanLife(let rule) = rule.family {
      rows.append(("born", [rule.birth.ranges.text]))
      rows.append(("survives", [rule.survival.ranges.text + rule.countingItself]))
    } else if case .table(let table) = rule.family, let symmetry = table.symmetry {
      rows.append(("symmetry", [symmetry.kind.words]))
    }
    if let universe { rows.append(("universe", ["\(universe)"])) }
    rows.append(("engines", [engines.map(\.rawValue).joined(separator: ", ")]))
    let spellings = RuleSpelling.allCases.compactMap { $0.text(of: rule) }.withoutRepeats
    if spellings.count > 1 { rows.append(("also", Array(spellings.dropFirst()))) }
    return "\(rule.canonical)\(universe?.suffix ?? "")\n"
      + rows.map { label, lines in
        lines.enumerated().map { index, line in
          let start = index == 0 ? label : ""
          let text = "  \(start)\(String(repeating: " ", count: 14 - start.count))\(line)"
          return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
      }.joined()
  }

  var json: JSONText {
    let texts = { (words: [String]) in JSONText(array: words.map { JSONText($0) }) }
    var members: [(key: String, value: JSONText)] = [
      ("schema", "life.rule/1"), ("rule", JSONText(rule.canonical)),
      ("family", JSONText(familyName)),
      ("states", JSONText(BigInt(rule.states))), ("range", JSONText(BigInt(rule.range))),
      ("names", texts(names)), ("engines", texts(engines.map(\.rawValue))),
    ]
    if let base {
      members.append(("map", JSONText("\(base.asMap)")))
      members.append(("isotropic", base.isIsotropic ? true : false))
      members.append(("self_complementary", base.isSelfComplementary ? true : false))
      members.append(("b0", base.map[0] ? true : false))
    }
    if let universe { members.append(("universe", JSONText("\(universe)"))) }
    return JSONText(object: members)
  }
}

// MARK: - Texts

extension RuleSheet {
  /// The two-state rule of live cells, if its neighborhood has at most nine cells.
  private var base: TwoStateRule? {
    switch rule.family {
    case .twoState(let rule): rule
    case .generations(let rule): rule.base
    case .history(let rule): rule.base
    case .largerThanLife, .table: nil
    }
  }

  private var familyName: String {
    switch rule.family {
    case .twoState: "two-state"
    case .generations: "generations"
    case .history(let rule): rule.kind.rawValue.lowercased()
    case .largerThanLife: "larger-than-life"
    case .table: "table"
    }
  }

  private var family: String {
    switch rule.family {
    case .twoState(let rule):
      switch rule.spelling {
      case .counts where rule.map.lifeLike != nil:
        "Life-like: two states, by the number of neighbors"
      case .counts(let birth, let survival, .moore)
      where !birth.isTotalistic || !survival.isTotalistic:
        "two states, by the arrangement of neighbors"
      case .counts: "two states, by the number of neighbors"
      case .map: "two states, by a table of all neighborhoods"
      case .wolfram: "one-dimensional, each generation a row below the last"
      }
    case .generations: "Generations: cells that do not survive die in steps"
    case .history(let rule): "\(rule.kind.rawValue): \(rule.kind.words)"
    case .largerThanLife: "Larger than Life: counts in a wide neighborhood"
    case .table(let table): table.family
    }
  }

  private var states: [String] {
    switch rule.family {
    case .twoState: ["2"]
    case .generations where rule.states > 2, .largerThanLife where rule.states > 2:
      [
        "\(rule.states): 0 dead, 1 alive, \(rule.states == 3 ? "" : "2 to ")"
          + "\(rule.states - 1) dying"
      ]
    case .table(let table): table.namesOfStates
    case .history(let rule): ["\(rule.kind.states)"] + rule.kind.namesOfStates
    default: ["\(rule.states)"]
    }
  }

  private var neighborhood: [String] {
    guard let base else { return wideNeighborhood }
    if case .wolfram = base.spelling {
      return ["o o o   the three above", ". x .", ". . ."]
    }
    let mask = base.neighborhood.mask
    let name =
      switch base.neighborhood {
      case .moore: "Moore, 8 cells"
      case .hexagonal: "hexagonal, 6 cells"
      case .vonNeumann: "von Neumann, 4 cells"
      }
    return (0..<3).map { row in
      (0..<3).map { column in
        let bit = 8 - (3 * row + column)
        return bit == 4 ? "x" : mask >> bit & 1 == 1 ? "o" : "."
      }.joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }

  /// A drawing of the neighborhood with its weights, for ranges up to 12.
  private var wideNeighborhood: [String] {
    if case .table(let table) = rule.family { return table.neighborhoodDrawing }
    guard case .largerThanLife(let rule) = rule.family else { return [] }
    let neighbors = rule.neighbors(atOddParity: false)
    let hasWeights = neighbors.contains { $0.weight != 1 }
    let name =
      "range \(rule.range), \(neighbors.count) cells"
      + (hasWeights ? "; numbers are weights, - is below 0, + above 9" : "")
    guard rule.range <= 12 else { return [name] }
    let side = 2 * rule.range + 1
    var drawing = Array(repeating: Array(repeating: ".", count: side), count: side)
    for (dx, dy, weight) in neighbors {
      drawing[dy + rule.range][dx + rule.range] =
        weight == 1 ? "o" : (0...9).contains(weight) ? "\(weight)" : weight < 0 ? "-" : "+"
    }
    drawing[rule.range][rule.range] = "x"
    return drawing.enumerated().map { row, cells in
      cells.joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }

  private func symmetry(of base: TwoStateRule) -> String {
    if base.isIsotropic { return "isotropic: the same in all eight orientations" }
    let same = (0..<8).filter { orientation in
      (0..<MooreMap.count).allSatisfy {
        base.map[Hensel.images(of: $0)[orientation]] == base.map[$0]
      }
    }
    return same.count == 1
      ? "none" : "the same in \(same.count) of eight orientations"
  }

  private func stored(_ base: TwoStateRule) -> String {
    base.dependsOnParity
      ? "the empty plane blinks; at odd generations files hold the complement"
      : "the empty plane fills up; files hold the complement"
  }
}

extension [ClosedRange<Int>] {
  fileprivate var text: String {
    isEmpty
      ? "never"
      : "at "
        + map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        .joined(separator: ", ")
  }
}

/// A drawing of births and survivals for each number or arrangement of neighbors.
private struct RuleTableDrawing {
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
        Self.line("neighbors", columns), Self.line("born", row(0)),
        Self.line("survives", row(MooreMap.center)),
      ]
    } else if rule.isIsotropic {
      lines = Self.byLetters(map)
    } else {
      lines = ["\((0..<MooreMap.count).count { map[$0] }) of 512 neighborhoods give a live cell"]
    }
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

  private static func line(_ label: String, _ cells: [String]) -> String {
    label + String(repeating: " ", count: 12 - label.count) + cells.joined(separator: " ")
  }

  private static func byLetters(_ map: MooreMap) -> [String] {
    var ways: [[Int]] = Array(repeating: [], count: 9)
    for index in 0..<MooreMap.count where index & MooreMap.center == 0 {
      let count = index.nonzeroBitCount
      let way = Int(Hensel.configurations[index])
      while ways[count].count <= way { ways[count].append(0) }
      ways[count][way] = index
    }
    return ["                    born             survives"]
      + (0...8).map { count in
        let letters = Hensel.letters[count].map { $0 == 0 ? "·" : String(UnicodeScalar($0)) }
        let row = { (center: Int) in
          ways[count].map { map[$0 | center] ? "#" : "." }.joined()
        }
        let pad = { (text: String) in
          text + String(repeating: " ", count: 15 - text.count)
        }
        return "\(count)  \(pad(letters.joined()))  \(pad(row(0)))  \(row(MooreMap.center))"
      }
  }
}
