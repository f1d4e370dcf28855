import LifeArguments
package import LifeCore
import LifeEngines
import LifeFormats
internal import LifeRender
import LifeRun

package struct RuleReport: Report {
  let rule: Rule
  let universe: Universe?

  package init(of parsed: RuleAndUniverse) {
    rule = parsed.rule
    universe = parsed.universe
  }

  /// Aligned rows below the rulestring.
  package var text: String {
    "\(rule.canonical)\(universe?.suffix ?? "")\n" + Self.schema.rows(of: self, width: 14)
  }

  package static let schema = Schema<RuleReport>("life.rule/1") {
    Property("rule", Meaning.rule) { $0.rule.canonical }.withoutText
    Property(
      "family",
      """
      two-state, generations, history, super, investigator, larger-than-life, table, partitioned \
      or alternating
      """,
      { $0.familyName }, lines: { [$0.family] })
    Property(
      "turns", "the rules that take turns, from generation 0 on",
      { $0.rule.alternating?.map(\.canonical) }, lines: { $0.turns })
    Property(label: "known as") { $0.names.isEmpty ? [] : [$0.names.joined(separator: ", ")] }
    Property("states", "the number of its states", { $0.rule.states }, lines: { $0.states })
    Property(label: "neighbors") { $0.neighborhood }
    Property("range", "the range of its neighborhood") { $0.rule.range }.withoutText
    Property("names", "its names") { $0.names }.withoutText
    Property("engines", "the engines that run it") { $0.engines }.withoutText
    Property("map", "births and survivals of a two-state, Generations or History rule, as a map") {
      $0.base.map { "\($0.asMap)" }
    }.withoutText
    Property("isotropic", "whether it commutes with rotations and reflections") {
      $0.base?.isIsotropic
    }.withoutText
    Property("symmetry", "the rotations, reflections or permutations that keep its table") {
      $0.symmetry
    }
    Property(
      "self_complementary", "whether it treats live and dead cells alike",
      { $0.base?.isSelfComplementary },
      lines: {
        $0.twoStates.map {
          let rule = $0.isSelfComplementary ? "the same rule (self-complementary)" : "another rule"
          return ["exchanging live and dead cells gives \(rule)"]
        } ?? []
      }
    ).labeled("complement")
    Property(
      "b0", "whether cells are born without neighbors", { $0.base?.map[0] },
      lines: { $0.rule.states == 2 ? $0.storageNotes : [] }
    ).labeled("B0")
    Property(
      "reversible", "whether a rule of four particles can be run backwards in its universe",
      { report in
        report.rule.isReversible.map { $0 && report.universe?.losesParticles != true }
      },
      lines: { $0.conservation })
    Property(label: "table") { report in
      switch report.rule.family {
      case .partitioned(let rule): RuleTableDrawing(rule).lines
      case .table(let table): RuleTableDrawing(table)?.lines ?? []
      default: report.base.map { RuleTableDrawing($0).lines } ?? []
      }
    }
    Property(label: "born") { $0.largerThanLife.map { [$0.birth.closedRanges.text] } ?? [] }
    Property(label: "survives") {
      $0.largerThanLife.map { [$0.survival.closedRanges.text + $0.countingItself] } ?? []
    }
    Property("universe", "the universe, of a rule that names one") { report in
      report.universe.map { "\($0)" }
    }
    Property(label: "engines") { [$0.engines.joined(separator: ", ")] }
    Property(
      "spellings", "all spellings of the rule", { $0.spellings },
      lines: { Array($0.spellings.dropFirst()) }
    ).labeled("also")
  }
}

// MARK: - Values

extension RuleReport {
  private var engines: [String] {
    var pattern = Pattern(cells: .none)
    pattern.statedRule = rule
    pattern.universe = universe ?? .plane
    return Engine.allCases.filter { (try? $0.canRun(pattern, options: EngineOptions())) == true }
      .map(\.rawValue)
  }

  private var names: [String] {
    NamedRules.all.filter { known in
      let other = try? RuleAndUniverse(parsing: known.rulestring.utf8).rule
      return other.map(hasSameTable) ?? false
    }.map(\.name)
  }

  private var spellings: [String] {
    RuleSpelling.allCases.compactMap { $0.text(of: rule) }.withoutRepeats
  }

  /// Whether another rule has the same transitions in any spelling.
  private func hasSameTable(as other: Rule) -> Bool {
    switch (rule.family, other.family) {
    case (.twoState(let mine), .twoState(let theirs)): mine.map == theirs.map
    default: rule == other
    }
  }

  private var base: TwoStateRule? { rule.base }

  /// The rule itself, if it has two states.
  private var twoStates: TwoStateRule? { rule.states == 2 ? base : nil }

  private var largerThanLife: LargerThanLife? {
    rule.alternating == nil ? rule.largerThanLife : nil
  }

  private var familyName: String {
    switch rule.family {
    case .twoState: "two-state"
    case .generations: "generations"
    case .history(let rule): rule.marks.rawValue.lowercased()
    case .largerThanLife: "larger-than-life"
    case .table: "table"
    case .alternating: "alternating"
    case .partitioned: "partitioned"
    }
  }

  /// A line for each of several rules.
  private var turns: [String] {
    guard let rules = rule.alternating else { return [] }
    return rules.enumerated().map { index, rule in
      rule.canonical
        + (index > 0 ? "" : "   from generation 0, and from each multiple of \(rules.count), on")
    }
  }

  private var family: String {
    switch rule.family {
    case .twoState(let rule):
      switch rule.spelling {
      case .counts where rule.map.lifeLike != nil:
        "Life-like: two states, by the number of neighbors"
      case .counts(let birth, let survival)
      where !birth.isTotalistic || !survival.isTotalistic:
        "two states, by the arrangement of neighbors"
      case .counts: "two states, by the number of neighbors"
      case .map: "two states, by a table of all neighborhoods"
      case .wolfram: "one-dimensional, each generation a row below the last"
      case .weighted: "two states, by the weights of live neighbors"
      }
    case .generations: "Generations: cells that do not survive die in steps"
    case .history(let rule): "\(rule.marks.rawValue): \(rule.marks.words)"
    case .largerThanLife(let rule) where !rule.parityStartsAtCorner:
      "triangular cells, by the number of neighbors"
    case .largerThanLife: "Larger than Life: counts in a wide neighborhood"
    case .table(let table): table.form
    case .alternating(let rules):
      "\(rules.count) rules that take turns, one generation each"
    case .partitioned(let rule) where rule.kind == .margolus:
      "Margolus neighborhood: blocks of 2 × 2, and a table of what they become"
    case .partitioned:
      "PCA: up to four particles in each cell, and a table of what the arriving ones become"
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
    default: rule.describedStates
    }
  }

  private var neighborhood: [String] {
    if let rules = rule.alternating {
      let drawings = Set(
        rules.map { RuleReport(of: RuleAndUniverse(rule: $0, universe: nil)).neighborhood })
      return drawings.count == 1 ? drawings.first ?? [] : ["those of each rule"]
    }
    guard let base else { return otherNeighborhood }
    if case .wolfram = base.spelling {
      return ["o o o   the three above", ". x .", ". . ."]
    }
    if let weights = rule.weighted?.weights {
      let width = weights.map { "\($0)".count }.max() ?? 1
      let cells = weights.map { String(repeating: " ", count: width - "\($0)".count) + "\($0)" }
      return (0..<3).map { row in
        cells[3 * row..<3 * row + 3].joined(separator: " ")
          + (row == 0 ? "   weights of live cells" : "")
      }
    }
    let mask = base.neighborhood.mask
    let name = "\(base.neighborhood.name), \(base.neighborhood.count) cells"
    return (0..<3).map { row in
      (0..<3).map { column in
        let bit = 8 - (3 * row + column)
        if bit == 4 { return "x" }
        return mask >> bit & 1 == 1 ? "o" : "."
      }.joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }

  /// The drawing of a neighborhood, unless it is a ``TwoStateRule``'s. That of a Larger than Life
  /// rule shows the weights; beyond range 12, there is only its name.
  private var otherNeighborhood: [String] {
    if case .table(let table) = rule.family { return table.neighborhoodDrawing }
    if case .partitioned(let rule) = rule.family {
      guard rule.kind == .pca else {
        return [
          "1 2   blocks at even columns and rows in even generations,",
          "4 8   at odd ones in odd generations",
        ]
      }
      return ["  4     particles by the side that they leave through", "2 x 8", "  1"]
    }
    guard case .largerThanLife(let rule) = rule.family else { return [] }
    let neighbors = rule.neighborhood.neighbors(atOddParity: false)
    let hasWeights = neighbors.contains { $0.weight != 1 }
    let name =
      "range \(rule.range), \(neighbors.count) cells"
      + (hasWeights ? "; numbers are weights, - is below 0, + above 9" : "")
    guard rule.range <= 12 else { return [name] }
    let reach = rule.neighborhood.reach
    var drawing = Array(
      repeating: Array(repeating: ".", count: 2 * reach + 1), count: 2 * rule.range + 1)
    for (dx, dy, weight) in neighbors {
      drawing[dy + rule.range][dx + reach] =
        switch weight {
        case 1: "o"
        case 0...9: "\(weight)"
        case ..<0: "-"
        default: "+"
        }
    }
    drawing[rule.range][reach] = "x"
    return drawing.enumerated().map { row, cells in
      cells.joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }

  private var symmetry: String? {
    guard let base else {
      if case .table(let table) = rule.family { return table.symmetry?.group.words }
      return nil
    }
    if base.isIsotropic { return "isotropic: the same in all eight orientations" }
    let same = (0..<8).filter { orientation in
      (0..<MooreMap.count).allSatisfy {
        base.map[Hensel.images(of: $0)[orientation]] == base.map[$0]
      }
    }
    return same.count == 1
      ? "none" : "the same in \(same.count) of eight orientations"
  }

  /// Whether a rule of four particles is reversible, and keeps their number.
  private var conservation: [String] {
    guard let isReversible = rule.isReversible else { return [] }
    if let universe, universe.losesParticles {
      return ["no: in \(universe), particles are lost beyond the edges"]
    }
    return [
      (isReversible ? "yes" : "no: different arrangements become the same")
        + (rule.keepsParticles ? "; the number of particles never changes" : "")
    ]
  }

  /// What the empty plane does under a rule with B0, and when files hold the complement.
  private var storageNotes: [String] {
    let complements = rule.phases.map(\.isComplement)
    guard complements.contains(true) else { return [] }
    if !complements.contains(false) {
      return ["the empty plane fills up; files hold the complement"]
    }
    if complements == [false, true] {
      return ["the empty plane blinks; its files hold the complement at odd generations"]
    }
    let odd = complements.indices.filter { complements[$0] }.map(String.init)
    return [
      "the empty plane blinks; files hold the complement at generations "
        + "\(odd.joined(separator: ", ")) of each \(complements.count)"
    ]
  }
}

extension [ClosedRange<Int>] {
  fileprivate var text: String {
    guard !isEmpty else { return "never" }
    let texts = map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
    return "at " + texts.joined(separator: ", ")
  }
}

package enum RuleSpelling: String, CaseIterable {
  case canonical
  case map
  case letters
  case survivalFirst = "survival-first"
  case largerThanLife = "larger-than-life"

  /// The rule in this notation; nil if it has none.
  package func text(of rule: Rule) -> String? {
    switch (self, rule.family) {
    case (.canonical, _): rule.canonical
    case (.map, .twoState(let base)): "\(base.asMap)"
    case (.map, .generations(let rule)):
      "\(GenerationsRule(rule.base.asMap, states: rule.states))"
    case (.letters, .twoState(let base)): base.asCounts.map { "\($0)" }
    case (.letters, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    case (.survivalFirst, .twoState(let base)): Self.survivalFirst(base)
    case (.survivalFirst, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    case (_, .alternating(let rules)):
      rules.allSatisfy { text(of: $0) != nil }
        ? rules.compactMap(text).joined(separator: "|") : nil
    case (.largerThanLife, .largerThanLife(let rule)):
      "\(rule.parityStartsAtCorner ? rule : rule.asLists)"
    default: nil
    }
  }

  private static func survivalFirst(_ rule: TwoStateRule) -> String? {
    guard case .counts(let birth, let survival) = rule.spelling else {
      return rule.asCounts.flatMap(survivalFirst)
    }
    return "\(survival)/\(birth)\(rule.neighborhood.suffix)"
  }
}

package struct NamedRule {
  let name: String
  /// The rulestring; `nil` for rules in files and for von Neumann's automata.
  let rulestring: String?
  /// The rulestring, or the place of the definition.
  let definition: String

  package static var all: [NamedRule] {
    NamedRules.all.map {
      NamedRule(name: $0.name, rulestring: $0.rulestring, definition: $0.rulestring)
    }
      + VonNeumannAutomaton.allCases.map {
        NamedRule(name: $0.name, rulestring: nil, definition: "von Neumann's automaton")
      }
      + PatternLibrary.rules.map {
        NamedRule(name: $0, rulestring: nil, definition: "a rule file")
      }
  }

  private static let schema = Schema<NamedRule> {
    Property("name", "the name") { $0.name }
    Property("rule", "the rulestring; null if a file defines the rule") { $0.rulestring }.orNull
  }

  package static let listSchema = Schema<[NamedRule]>("life.rules/1") {
    Property("rules", "the rules that have names", listing: schema) { $0 }
  }

  /// The names, each with its definition.
  package static func text(_ rules: [NamedRule]) -> String {
    TextTable(rows: rules.map { [$0.name, $0.definition] }, gap: 2).plain
  }
}
