import LifeCore
import LifeFormats

/// A rule as typed. Which files may define it is known only together with the pattern.
struct TypedRule: Hashable {
  var argument: Argument

  /// Reads the rule; `options` finds those that files define, and a complaint calls it `name`.
  func parsed(_ options: ReadOptions, named name: String) throws -> RuleAndUniverse {
    // Typed rules may have blanks anywhere; a complaint points into what was typed.
    let dense = argument.bytes.filter { $0 != UInt8(ascii: " ") }
    if !dense.isEmpty, let parsed = try? RuleAndUniverse(parsing: dense) { return parsed }
    do {
      return try options.rule(parsing: argument.bytes)
    } catch let error as RuleError {
      let near = RuleSuggestion.suggestion(for: argument.bytes, error)
      throw UsageError(
        ValueError(error.message, hint: didYouMean(near), at: error.range), of: name, in: argument)
    }
  }
}

extension TypedRule: ValueParsable {}

extension Universe: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    // An unset variable in a script must not quietly take a file's universe away.
    if argument.bytes.isEmpty {
      throw ValueError("expected a universe such as T100,50, P64 or plane, found an empty word")
    }
    do throws(RuleError) {
      try self.init(parsing: argument.bytes)
    } catch {
      throw ValueError(error)
    }
  }
}

extension ValueError {
  init(_ error: RuleError) { self.init(error.message, at: error.range) }
}
