import LifeCore

extension RuleAndUniverse: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    // Typed rules may have blanks anywhere; a complaint points into what was typed.
    let dense = argument.bytes.filter { $0 != UInt8(ascii: " ") }
    if !dense.isEmpty, let parsed = try? RuleAndUniverse(parsing: dense) {
      self = parsed
      return
    }
    do throws(RuleError) {
      try self.init(parsing: argument.bytes)
    } catch {
      throw ValueError(error)
    }
  }
}

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
