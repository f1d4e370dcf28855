// The kinds of memory whose allocation can fail without ending the program, each with one job:
//
//      FallibleArray   a list that grows by `realloc`: pieces and words of cells, runs, lines
//      Arena           a zeroed table that grows in place, page by page: nodes, hash tables, tiles
//      WordBuffer      (LifeRender) a fixed number of words that threads fill as pixels or bytes

/// An allocation failed, or a limit forbids it.
package struct MemoryExhausted: Error, Equatable {
  /// What the memory was for: "pattern", "board".
  package var purpose: String
  /// The number of bytes that were needed.
  package var bytes: Int

  package init(purpose: String, bytes: Int) {
    self.purpose = purpose
    self.bytes = bytes
  }
}
