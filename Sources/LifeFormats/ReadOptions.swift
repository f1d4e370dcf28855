package import LifeCore
package import LifeIO

/// Options for reading a pattern file: limits, strictness, rules and warnings.
package struct ReadOptions {
  package var limits = Limits()
  /// Whether to correct errors that need no guessing, with a warning.
  package var isLenient = false
  /// Replaces the rule of the file unless `nil`. Cells are read as states of this rule.
  package var rule: Rule?
  /// The rule of a file that states none; `nil` for Conway's Life.
  package var usualRule: Rule?
  /// The rule for the cells of a file that states none.
  var ruleIfUnstated: Rule? { rule ?? usualRule }
  /// Finds the rule file for a rule name; `nil` if rule files aren't available.
  ///
  /// Throws ``ParseError`` or ``ReadError`` if the rule file is invalid.
  package var findRule: ((_ name: [UInt8]) throws -> RuleSearch)?
  /// Reads a rule file named by the user; `nil` if rule files aren't available.
  package var readRuleFile: ((_ file: Path) throws -> RuleTable)?
  /// Reads a rule defined in a pattern file after the cells.
  package var readRule: (_ name: [UInt8], _ input: ByteReader) throws -> RuleTable = {
    name, input in
    try RuleFile.read(input, name: String(decoding: name, as: UTF8.self))
  }
  /// Receives each warning; ignores them by default.
  package var warn: (Warning) -> Void = { _ in }
  /// Takes the error of one of several patterns in a file. The patterns after it are then read.
  /// Throws the error by default.
  package var passOver: (ParseError) throws -> Void = { throw $0 }
  /// Whether to read an unknown rule name as ``RuleTable/init(unknown:states:)``, with a warning,
  /// for commands that don't run the pattern. If ``rule`` replaces the rule of the file, unknown
  /// names are always read this way, without the warning.
  package var acceptsUnknownRules = false
  /// The conversion from pixels to cells.
  package var images = ImageReadOptions()

  package init() {}

  /// Passes over one of several patterns in a file.
  ///
  /// - Parameter endIsKnown: whether the next pattern can be found.
  /// - Throws: `error` if the others are not read.
  func pass(over error: ParseError, endIsKnown: Bool = true) throws {
    if endIsKnown, !error.isOverLimit { return try passOver(error) }
    var error = error
    error.message += "; what follows in the file is not read"
    throw error
  }
}

/// The conversion from an image's pixels to cells.
package struct ImageReadOptions: Hashable, Sendable {
  /// Pixels darker than this lightness are live cells; 0 is black, 255 is white.
  package var threshold = 128
  /// Whether pixels at least as light as the threshold are live cells instead.
  package var isInverted = false
  /// The side of a cell in pixels. The pixel in the middle decides.
  package var cellSize = 1

  package init() {}
}
