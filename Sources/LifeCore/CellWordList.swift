/// Words of cells in any order.
///
/// It is in this module because another module sorts a generic list five times as slowly.
package final class CellWordList {
  private let words = FallibleArray<CellWord>(purpose: "pattern")

  package init() {}

  package var count: Int { words.count }

  package subscript(index: Int) -> CellWord { words[index] }

  /// Adds the cells of a word; merges them into the last word if that is at the same place.
  ///
  /// - Parameter limit: in bytes; evaluated only if more memory is needed.
  /// - Throws: ``MemoryExhausted``.
  package func add(_ word: CellWord, limit: () -> Int) throws(MemoryExhausted) {
    let last = words.count - 1
    if last >= 0, words[last].y == word.y, words[last].x == word.x {
      words[last].bits |= word.bits
    } else {
      try words.append(word, limit: limit())
    }
  }

  /// Sorts the words into reading order.
  package func sort() throws(MemoryExhausted) { try words.sort(by: <) }
}
