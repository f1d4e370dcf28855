package import LifeCore
package import LifeIO

/// A file format for patterns: how to recognize, read and write it.
///
/// To add a format, conform an enum without cases to this protocol, in a folder of its own, and add
/// a case to ``Format``. Detection, help texts and the laws in the tests follow from it.
package protocol PatternFormat {
  /// One line for help texts.
  static var summary: String { get }
  /// File extensions without the dot, the usual one first.
  static var extensions: [String] { get }
  /// The data a file can hold besides the cells.
  static var capabilities: FormatCapabilities { get }
  /// Whether ``write(_:to:)`` accepts a quadtree and expands it part by part; `false` by default.
  /// ``Format/write(_:to:)`` expands the quadtree for all other formats.
  ///
  /// For example, writing a gun of 17 million cells as 119 MB of RLE takes 17 MiB of memory. With
  /// the whole quadtree expanded, it would take 321 MiB.
  static var streamsTrees: Bool { get }
  /// Whether a file with this prefix is certainly in this format.
  ///
  /// - Parameter prefix: the first bytes of the file, at most 16 KiB.
  static func recognizes(_ prefix: Span<UInt8>) -> Bool
  /// Reads one pattern up to the end of the input. Cells may have states unknown to the rule;
  /// ``Format/read(_:as:options:)`` refuses them.
  ///
  /// - Throws: ``ParseError`` if the file is invalid or exceeds a limit; ``ReadError``,
  ///   ``MemoryExhausted``.
  /// - Complexity: O(*n*) in the bytes of the file, unless stated otherwise.
  static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern
  /// Writes a pattern. ``read(_:options:)`` returns an equal one, within the limits of
  /// ``capabilities``. The same pattern always gives the same bytes.
  ///
  /// - Throws: ``WriteError`` if the format can't store the pattern; ``FileFailure``,
  ///   ``MemoryExhausted``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws
}

extension PatternFormat {
  package static var streamsTrees: Bool { false }
}

/// Data that a format can store besides the relative positions of live cells.
package enum FormatCapability: String, Sendable {
  case rule
  case universe
  /// The absolute position of the bounding box.
  case position
  case generation
  case comments
  /// The names of the pattern and of its author.
  case name
  /// Quadtrees: the size of a file doesn't grow with the number of cells.
  case trees
  /// Cells with more than two states.
  case states
}

package typealias FormatCapabilities = Set<FormatCapability>

/// A format that can store several patterns in one file.
package protocol MultiPatternFormat: PatternFormat {
  /// Reads all patterns up to the end of the input, and passes each to `body` before the next is
  /// read. Passes over damaged patterns if `options` allow it and their end is known.
  ///
  /// - Throws: the errors of ``PatternFormat/read(_:options:)`` and of `body`.
  static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void) throws
}
