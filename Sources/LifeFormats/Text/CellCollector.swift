internal import LifeCore

/// Collects two-state cells that come in any order, with repetitions.
///
/// Cells in reading order, row by row from the north and from west to east, are packed at once. A
/// cell before the current word is kept in a list, which is sorted and merged at the end: files in
/// reading order take no extra time and memory.
struct CellCollector {
  private typealias Word = CellWord

  /// Words in reading order.
  private let early: Cells.Builder
  /// Words that came after a later word in reading order.
  private let late = CellWordList()
  private let limit: () -> Int
  /// The last word in reading order, which is not complete yet.
  private var word = Word(y: .min, x: 0, bits: 0)

  /// - Parameter limit: returns the most bytes that the cells may take; called at each growth.
  init(limitedBy limit: @escaping () -> Int) {
    early = Cells.Builder(planes: 1, limitedBy: limit)
    self.limit = limit
  }

  @inline(__always)
  mutating func add(y: Int, x: Int) throws(MemoryExhausted) {
    try add(Word(y: y, x: x & ~63, bits: 1 << UInt64(x & 63)))
  }

  /// Adds the cells of a word whose bit 0 is column `x`, which need not be a multiple of 64.
  mutating func add(y: Int, x: Int, word bits: UInt64) throws(MemoryExhausted) {
    let offset = UInt64(x & 63)
    try add(Word(y: y, x: x & ~63, bits: bits << offset))
    // A smart shift by 64 gives 0.
    let rest = bits >> (64 - offset)
    if rest != 0 { try add(Word(y: y, x: (x & ~63) + 64, bits: rest)) }
  }

  @inline(__always)
  private mutating func add(_ new: Word) throws(MemoryExhausted) {
    if new.x == word.x && new.y == word.y {
      word.bits |= new.bits
    } else {
      try begin(new)
    }
  }

  private mutating func begin(_ new: Word) throws(MemoryExhausted) {
    guard word < new else { return try late.add(new, limit: limit) }
    try early.append(y: word.y, x: word.x, word: word.bits)
    word = new
  }

  /// Returns all cells; no cell may be added afterwards.
  ///
  /// - Complexity: O(*n* log *n*) in the words out of order, plus O(all words).
  mutating func finish() throws -> Cells {
    try early.append(y: word.y, x: word.x, word: word.bits)
    let cells = early.finish()
    return late.count == 0 ? cells : try merge(cells)
  }

  private mutating func merge(_ cells: Cells) throws -> Cells {
    try late.sort()
    var all = CellCollector(limitedBy: limit)
    var next = 0
    try cells.forEachPiece { y, x, words in
      for index in words.indices {
        let word = Word(y: y, x: x + index * 64, bits: words[index])
        while next < late.count, late[next] < word {
          try all.add(late[next])
          next += 1
        }
        try all.add(word)
      }
    }
    for index in next..<late.count { try all.add(late[index]) }
    return try all.finish()
  }
}
