import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// A cellular-automaton rule: Life-like (`B3/S23`), isotropic (`B2-a/S12`), Generations
/// (`345/2/4`), Larger than Life (`R5,C0,M1,S34..58,B34..45,NM`) or from a rule file.
public struct Rule: Hashable, Sendable {
  var value: LifeCore.Rule

  init(_ value: LifeCore.Rule) { self.value = value }

  /// Reads a rulestring or the name of a rule, in any spelling used by pattern files. Rule files
  /// are looked up in `LIFE_RULES_PATH` and in the collection.
  ///
  /// ``init(contentsOfFile:limits:)`` reads other rule files.
  /// ``Pattern/init(contentsOfFile:as:limits:)`` reads them with patterns.
  ///
  /// - Parameter rulestring: for example `B3/S23`, `23/3`, `345/2/4`, `HighLife` or `WireWorld`.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` with the reason and the
  ///   expected spelling. A ``Universe`` such as `:T20,20` does not belong to a rule.
  public init(_ rulestring: String) throws(LifeError) {
    let parsed: RuleAndUniverse
    do {
      parsed = try ReadOptions(Limits()).rule(parsing: Array(rulestring.utf8))
    } catch {
      let near = error is RuleError ? RuleLibrary.suggestion(for: rulestring) : nil
      var failure = LifeError(error)
      if let near { failure.description += "; \(near)" }
      throw failure
    }
    if let universe = parsed.universe {
      throw LifeError(
        .invalidArgument,
        "a rule has no universe; omit ':\(universe)', and set the universe of the pattern")
    }
    value = parsed.rule
  }

  /// The outer-totalistic two-state rule with these numbers of live neighbors.
  ///
  /// - Parameters:
  ///   - births: the numbers for a dead cell to be born.
  ///   - survivals: the numbers for a live cell to survive.
  /// - Precondition: all numbers are from 0 to 8.
  public init(births: Set<Int>, survivals: Set<Int>) {
    precondition(
      births.union(survivals).allSatisfy { (0...8).contains($0) }, "a cell has 8 neighbors")
    self.init(LifeCore.Rule(LifeLike(birth: Array(births), survival: Array(survivals))))
  }

  /// Reads a rule file with a `@TABLE` or a `@TREE`.
  ///
  /// - Parameters:
  ///   - path: the name of the file. Without its extension it is the name of the rule. The
  ///     extension is `.rule`, `.table` or `.tree`.
  ///   - limits: the maximum sizes. Larger files are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/missingInput``,
  ///   ``LifeError/Kind/overLimit`` or ``LifeError/Kind/invalidData`` with line and column.
  /// - Complexity: O(*n*) for *n* bytes, and O(transitions · states²) at most for a table.
  public init(contentsOfFile path: String, limits: Limits = Limits()) throws(LifeError) {
    let file = Path(path)
    let content = RuleFile.Content.allCases.first { path.hasSuffix(".\($0.rawValue)") }
    value = try LifeError.converting {
      var options = ReadOptions()
      options.limits = limits.reading
      let input = try ByteReader(opening: file, limits: limits.reading)
      let table = try RuleFile.read(
        input, name: "\(file.fileName.stem)", content: content ?? .rule, options: options)
      return LifeCore.Rule(.table(table))
    }
  }

  /// Conway's Life, B3/S23.
  public static let life = Rule(.life)
  /// HighLife, B36/S23. It has a small replicator.
  public static let highLife = Rule(births: [3, 6], survivals: [2, 3])
  /// Day & Night, B3678/S34678. Exchanging live and dead cells does not change it.
  public static let dayAndNight = Rule(births: [3, 6, 7, 8], survivals: [3, 4, 6, 7, 8])
  /// Seeds, B2/S: every live cell dies.
  public static let seeds = Rule(births: [2], survivals: [])

  /// The names of well-known rules. ``init(_:)`` reads them in any spelling.
  public static var names: [String] { NamedRules.all.map(\.name) }
}

// MARK: - Properties

extension Rule {
  /// The canonical rulestring, the same for all spellings of a rule in its family: MAP strings and
  /// Larger than Life keep theirs, also of Conway's Life. ``init(_:)`` reads it unless the rule is
  /// from a rule file.
  public var canonical: String { value.canonical }

  /// The number of states, from 2 to 256. State 0 is dead, all others are live.
  public var states: Int { value.states }

  /// The names of the states, for example `[1: "electron head"]`. Rule files may have names, and
  /// rules such as LifeHistory do. Empty for other rules.
  public var stateNames: [Int: String] {
    Dictionary(uniqueKeysWithValues: value.stateNames.map { (Int($0), $1) })
  }

  /// The range of the neighborhood, in cells: 1 for the eight neighbors. A cell influences no cell
  /// farther away, horizontally or vertically, within one generation.
  public var range: Int { value.range }

  /// The numbers of live neighbors for a dead cell to be born. `nil` if more than the number
  /// matters, or if the rule has more than two states.
  public var births: Set<Int>? { value.lifeLike.map { rule in counts { rule.isBorn($0) } } }

  /// The numbers of live neighbors for a live cell to survive. `nil` if more than the number
  /// matters, or if the rule has more than two states.
  public var survivals: Set<Int>? { value.lifeLike.map { rule in counts { rule.survives($0) } } }

  private func counts(where isIncluded: (Int) -> Bool) -> Set<Int> {
    Set((0...8).filter(isIncluded))
  }
}

extension Rule: CustomStringConvertible {
  /// The canonical rulestring.
  public var description: String { canonical }
}
