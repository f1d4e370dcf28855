import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// A rule as typed. It's parsed later, because rule files may lie beside the pattern.
struct TypedRule: Hashable {
  var argument: Argument

  /// - Parameters:
  ///   - options: finds rules in files.
  ///   - name: the option or operand, for error messages.
  func parsed(_ options: ReadOptions, named name: String) throws -> RuleAndUniverse {
    // Typed rules may contain spaces; errors still mark a place in the typed text.
    let dense = argument.bytes.filter { $0 != UInt8(ascii: " ") }
    if !dense.isEmpty, let parsed = try? RuleAndUniverse(parsing: dense) {
      if parsed.universe == .plane, dense.dropLast().last == UInt8(ascii: ":") {
        options.warn(Warning("\(name): a universe without a size is the unbounded plane"))
      }
      return parsed
    }
    let file = Path(bytes: argument.bytes)
    if file.fileExtension == "rule", let readRuleFile = options.readRuleFile {
      return RuleAndUniverse(rule: Rule(.table(try readRuleFile(file))), universe: nil)
    }
    do {
      return try options.rule(parsing: argument.bytes)
    } catch let error as RuleError {
      let near = RuleLibrary.suggestion(for: argument.text)
      throw UsageError(
        ValueError(error.message.withOptions, hint: near, at: error.range), of: name, in: argument)
    }
  }

  /// Parses a rule without a pattern; rule files are searched in `folders`.
  func parsed(folders: [Path], named name: String = "--rule") throws -> RuleAndUniverse {
    try parsed(ReadOptions(findingRulesIn: folders, .ofProcess()), named: name)
  }
}

extension TypedRule: ValueParsable {}

extension Universe: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    // An unset variable in a script must not silently replace the file's universe.
    if argument.bytes.isEmpty {
      throw ValueError("expected a universe such as T100,50, P64 or plane, found an empty argument")
    }
    do throws(RuleError) {
      try self.init(parsing: argument.bytes)
    } catch {
      throw ValueError(error)
    }
  }
}

extension ValueError {
  init(_ error: RuleError) { self.init(error.message.withOptions, at: error.range) }
}
