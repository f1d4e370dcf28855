/// How much a file may ask of us before it is refused.
package struct Limits: Sendable {
  /// Bytes of input after decompression.
  package var expandedBytes = 64 << 30
  /// Bytes of input that must be held at once because a word or a line is not over yet.
  package var tokenBytes = 64 << 20
  /// How many times its size compressed data may grow to, after the first few bytes.
  package var expansion = Allowance(first: 8 << 20, forEach: 200)
  /// Bytes that the cells of one pattern may take in memory.
  package var cellBytes = 4 << 30
  /// Bytes that they may take for each byte of the file, after the first few: a dozen characters
  /// can ask for a row of a billion cells.
  package var cellExpansion = Allowance(first: 64 << 20, forEach: 4096)
  /// Bytes of names, comments and text around the cells.
  package var noteBytes = 16 << 20
  /// Bytes of text after the end of the cells that are kept.
  package var trailerBytes = 1 << 20
  /// The largest distance between two cells, along an axis.
  package var extent = 1 << 60

  package init() {}

  /// What may come of so many bytes: a part that is always allowed, and a part for each of them.
  package struct Allowance: Sendable {
    package var first: Int
    package var forEach: Int

    package init(first: Int, forEach: Int) {
      self.first = first
      self.forEach = forEach
    }

    func bytes(from count: Int) -> Int {
      let (product, overflow) = forEach.multipliedReportingOverflow(by: count)
      return overflow ? .max : product > .max - first ? .max : product + first
    }
  }
}
