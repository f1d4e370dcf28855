import LifeCore

extension RuleAndUniverse: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    do throws(RuleError) {
      try self.init(parsing: argument.bytes)
    } catch {
      throw ValueError(error)
    }
  }
}

extension Universe: ValueParsable {
  init(argument: Argument) throws(ValueError) {
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
