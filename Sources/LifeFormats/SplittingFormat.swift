package import LifeCore
package import LifeIO

/// A format whose files can hold several patterns, one after another.
package protocol SplittingFormat: PatternFormat {
  /// Reads all patterns up to the end of the input, and passes each to `body` before the next one
  /// is read.
  ///
  /// - Throws: the errors of ``PatternFormat/read(_:options:)`` and of `body`.
  static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void) throws
}
