package import LifeAnalysis
package import LifeCore
package import LifeFormats
import LifeIO

/// The patterns of a census and their rule: soups, for example of the root `mine` and the symmetry
/// C1, or a stream.
package struct CensusSearch: Hashable, Sendable {
  package var rule: Rule
  /// The symmetry of the soups; `nil` for a stream, whose patterns are read, not generated.
  package var symmetry: SoupSymmetry?
  /// The seed of a soup is the root followed by its decimal number. For a stream it is only a name.
  package var root: String

  /// The name in the symmetry field of a stream's haul, as in other programs.
  static let streamName = "stdin"
  /// The default root of a stream.
  package static let usualStreamRoot = "stream"

  package init(rule: Rule, symmetry: SoupSymmetry?, root: String) {
    self.rule = rule
    self.symmetry = symmetry
    self.root = root
  }

  /// The soup with a number.
  ///
  /// - Precondition: ``symmetry`` is not nil.
  package func soup(_ number: Int) -> HashSoup {
    guard let symmetry else { preconditionFailure("a stream has no soups") }
    return HashSoup(seed: Array("\(root)\(number)".utf8), symmetry: symmetry)
  }

  /// A haul without soups.
  package var emptyHaul: Haul {
    Haul(
      version: ProgramVersion.mark, root: root, rule: Haul.name(of: rule),
      symmetry: symmetry.map { "\($0)" } ?? Self.streamName)
  }

  /// The search of a haul.
  ///
  /// - Parameter options: finds a rule that is named after its file.
  /// - Throws: ``RunFailure`` if the rule or the symmetry is unknown; ``ParseError`` or
  ///   ``ReadError`` if the file of the rule cannot be read.
  package init(_ haul: Haul, options: ReadOptions = ReadOptions()) throws {
    if !haul.parts.isEmpty {
      throw RunFailure(
        .invalidData, "the haul is a total of several roots", hint: "take a haul of one of them")
    }
    if haul.symmetry == Self.streamName {
      throw RunFailure(
        .invalidData,
        "the haul is of a stream, whose patterns cannot be made again from their numbers",
        hint: "\(advice: .repeatCensus)")
    }
    guard let symmetry = SoupSymmetry(haul.symmetry) else {
      throw RunFailure(.invalidData, "unknown symmetry '\(TerminalText.printable(haul.symmetry))'")
    }
    do {
      let rule = try Haul.rule(named: haul.rule) ?? options.rule(parsing: haul.rule.utf8).rule
      self.init(rule: rule, symmetry: symmetry, root: haul.root)
    } catch is RuleError {
      throw RunFailure(
        .invalidData, "unknown rule '\(TerminalText.printable(haul.rule))'",
        hint: "specify the folder of its file with \(.ruleFolders)")
    }
  }
}

extension AnalysisLimits {
  /// The limits of the soups of a haul.
  package init(of haul: Haul) {
    self = .census
    generations = haul.limits.generations
    population = haul.limits.population
  }

  /// The limits in the form of a haul.
  package var haulLimits: Haul.SoupLimits {
    Haul.SoupLimits(generations: generations, population: population)
  }
}
