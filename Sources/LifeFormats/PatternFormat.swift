package import LifeCore
package import LifeIO

/// One way of writing a pattern down.
package protocol PatternFormat {
  /// What `--from` and `--to` call it.
  static var name: String { get }
  /// One line for people.
  static var summary: String { get }
  /// File name endings, without the dot, the usual one first.
  static var extensions: [String] { get }
  /// What it has a place for.
  static var holds: Holding { get }
  /// Whether it is written at all; some are only read.
  static var isWritten: Bool { get }
  /// Whether a tree is spelled out while it is written, and not before.
  static var writesParts: Bool { get }
  /// Whether a file that begins like this is certainly written in this format.
  static func recognises(_ prefix: Span<UInt8>) -> Bool
  /// Reads one pattern up to the end of the input.
  ///
  /// - Throws: ``ParseError``, ``ReadError`` or ``MemoryExhausted``.
  static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern
  /// The inverse of ``read(_:_:)``; the same pattern always gives the same bytes.
  ///
  /// - Throws: ``FileFailure``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws
}

extension PatternFormat {
  package static var isWritten: Bool { true }
  package static var writesParts: Bool { false }
}

/// A format of which one file can hold several patterns.
package protocol SplittingFormat: PatternFormat {
  /// Reads all patterns up to the end of the input, each when it is asked for.
  ///
  /// - Throws: what ``PatternFormat/read(_:_:)`` does, and what `body` throws.
  static func readEach(
    _ input: ByteReader, _ options: ReadOptions, _ body: (Pattern) throws -> Void) throws
}

/// What a format has a place for beside the cells.
package struct Holding: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let rule = Holding(rawValue: 1)
  package static let universe = Holding(rawValue: 2)
  package static let position = Holding(rawValue: 4)
  package static let generation = Holding(rawValue: 8)
  package static let comments = Holding(rawValue: 16)
  package static let name = Holding(rawValue: 32)
  /// Cells in the form of a tree, so that their number does not matter.
  package static let trees = Holding(rawValue: 64)
  /// Cells of more than two states.
  package static let states = Holding(rawValue: 128)
}

/// How strictly a file is read, how much it may ask for, and who hears the warnings.
package struct ReadOptions {
  package var limits = Limits()
  /// Repair what can be repaired without guessing, with a warning, instead of refusing it.
  package var isLenient = false
  /// The rule that the pattern will be run by whatever the file says; its cells must be read so.
  package var rule: Rule?
  /// Finds the rule that a file defines, by its name; nil where there are no files.
  ///
  /// Throws ``ParseError`` or ``ReadError`` if the file is no rule.
  package var findRule: ((_ name: [UInt8]) throws -> RuleSearch)?
  package var warn: (Warning) -> Void = { _ in }
  /// How a picture's pixels become cells.
  package var pictures = PictureReading()

  package init() {}
}

/// What is a living cell in a picture.
package struct PictureReading: Hashable, Sendable {
  /// Pixels darker than this are alive; 0 is black, 255 is white.
  package var threshold = 128
  /// Whether the light pixels are alive instead.
  package var isInverted = false
  /// A cell is a square of so many pixels a side, and has the colour of its middle.
  package var cellSize = 1

  package init() {}
}
