package import LifeCore
package import LifeIO

/// Options for reading a pattern file: limits, strictness, rules and warnings.
package struct ReadOptions {
  package var limits = Limits()
  /// Whether errors that can be corrected without guessing are corrected, with a warning.
  package var isLenient = false
  /// Replaces the rule of the file if not nil; cells are read as states of this rule.
  package var rule: Rule?
  /// Finds the rule file for a rule name; nil if rule files are not available.
  ///
  /// Throws ``ParseError`` or ``ReadError`` if the file is not a valid rule file.
  package var findRule: ((_ name: [UInt8]) throws -> RuleSearch)?
  /// Reads a rule file that the user names; nil if rule files are not available.
  package var readRuleFile: ((_ file: Path) throws -> RuleTable)?
  /// Reads the rule that a pattern file defines after its cells.
  package var readRule: (_ name: [UInt8], _ input: ByteReader) throws -> RuleTable = {
    name, input in
    try RuleFile.read(input, name: String(decoding: name, as: UTF8.self)).table
  }
  /// Receives each warning; ignores them by default.
  package var warn: (Warning) -> Void = { _ in }
  /// Whether a rule of an unknown name is read as a ``RuleTable/init(unknown:states:)``, with a
  /// warning, for commands that do not run the pattern. If ``rule`` replaces it, it always is.
  package var acceptsUnknownRules = false
  /// How the pixels of an image become cells.
  package var images = ImageReadOptions()

  package init() {}
}

/// How the pixels of an image become cells.
package struct ImageReadOptions: Hashable, Sendable {
  /// Pixels darker than this lightness are live cells; 0 is black, 255 is white.
  package var threshold = 128
  /// Whether pixels at least as light as the threshold are live cells instead.
  package var isInverted = false
  /// The side of a cell in pixels; the pixel in the middle of a cell decides.
  package var cellSize = 1

  package init() {}
}
