internal import LifeCore

/// Collects two-state cells that come in any order, with repetitions.
///
/// Cells in reading order, row by row from the north and from west to east, are packed at once. A
/// cell before the current word is kept in a list, which is sorted and merged at the end: files in
/// reading order take no extra time and memory.
struct CellCollector {
  /// The cells of one word; bit 0 is in column `x`, a multiple of 64.
  private struct Word {
    var y: Int
    var x: Int
    var bits: UInt64

    static func < (left: Word, right: Word) -> Bool { (left.y, left.x) < (right.y, right.x) }
  }

  /// Words in reading order.
  private let early: Cells.Builder
  /// Words that came after a later word in reading order.
  private var late: [Word] = []
  /// The memory of ``late``.
  private var claim: MemoryClaim?
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
    if rest != 0 { try add(Word(y: y, x: x & ~63 + 64, bits: rest)) }
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
    guard word < new else { return try setAside(new) }
    try early.append(y: word.y, x: word.x, word: word.bits)
    word = new
  }

  private mutating func setAside(_ new: Word) throws(MemoryExhausted) {
    if let last = late.last, last.y == new.y, last.x == new.x {
      late[late.count - 1].bits |= new.bits
      return
    }
    if late.count == late.capacity { try growLate() }
    late.append(new)
  }

  private mutating func growLate() throws(MemoryExhausted) {
    let stride = MemoryLayout<Word>.stride
    let most = limit() / stride
    guard late.count < most else {
      throw MemoryExhausted(purpose: "pattern", bytes: (late.count + 1) * stride)
    }
    let count = min(max(16, late.count + late.count / 2), most)
    claim = try MemoryClaim(purpose: "pattern", bytes: count * stride)
    late.reserveCapacity(count)
  }

  /// Returns all cells; no cell may be added afterwards.
  ///
  /// - Complexity: O(*n* log *n*) in the words out of order, plus O(all words).
  mutating func finish() throws -> Cells {
    try early.append(y: word.y, x: word.x, word: word.bits)
    let cells = early.finish()
    return late.isEmpty ? cells : try merge(cells)
  }

  private mutating func sortLate() throws(MemoryExhausted) {
    // The standard library merges with a copy of half of the words.
    let copy = late.count / 2 * MemoryLayout<Word>.stride
    guard MemoryAccount.take(copy) else {
      throw MemoryExhausted(purpose: "pattern", bytes: copy)
    }
    defer { MemoryAccount.give(copy) }
    late.sort(by: <)
  }

  private mutating func merge(_ cells: Cells) throws -> Cells {
    try sortLate()
    var all = CellCollector(limitedBy: limit)
    var next = 0
    try cells.forEachPiece { y, x, words in
      for index in words.indices {
        let word = Word(y: y, x: x + index << 6, bits: words[index])
        while next < late.count, late[next] < word {
          try all.add(late[next])
          next += 1
        }
        try all.add(word)
      }
    }
    for word in late[next...] { try all.add(word) }
    return try all.finish()
  }
}

/// The bounding box of the cells so far, checked against a limit.
struct Extent {
  private var west = Int.max
  private var east = Int.min
  private var north = Int.max
  private var south = Int.min
  private let limit: Int

  /// The largest limit: the difference of two coordinates within ±2^61 never overflows.
  static let largest = 1 << 60

  init(limit: Int) { self.limit = min(limit, Self.largest) }

  /// Adds a cell, whose coordinates are within ±2^61; false if it is farther than the limit from
  /// another cell along an axis.
  @inline(__always)
  mutating func include(y: Int, x: Int) -> Bool {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
    return east - west <= limit && south - north <= limit
  }

  /// The error message for a cell that is too far away.
  var complaint: String { "the distance between cells exceeds the limit of \(limit)" }
}
