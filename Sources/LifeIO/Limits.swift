/// How much a file may ask of us before it is refused.
package struct Limits: Sendable {
  /// Bytes of input after decompression.
  package var expandedBytes = 64 << 30
  /// Bytes of input that must be held at once because a word or a line is not over yet.
  package var tokenBytes = 64 << 20
  /// Bytes that the cells of one pattern may take in memory.
  package var cellBytes = 4 << 30
  /// Bytes of names, comments and text around the cells.
  package var noteBytes = 16 << 20
  /// Bytes of text after the end of the cells that are kept.
  package var trailerBytes = 1 << 20
  /// The largest distance between two cells, along an axis.
  package var extent = 1 << 60

  package init() {}
}
