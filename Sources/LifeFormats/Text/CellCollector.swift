internal import LifeCore

/// Gathers cells that come in any order and any number of times.
///
/// What comes in reading order is packed at once; only what comes late is kept aside, to be sorted
/// in the end. A file that was written in order never pays for the order of others.
struct CellCollector {
  /// The cells of one word; bit 0 is in column `x`, a multiple of 64.
  private struct Word {
    var y: Int
    var x: Int
    var bits: UInt64

    static func < (left: Word, right: Word) -> Bool { (left.y, left.x) < (right.y, right.x) }
  }

  private let early: Cells.Builder
  private var late: [Word] = []
  private let limit: () -> Int
  /// The word that is being filled; nothing that comes early comes before it any more.
  private var word = Word(y: .min, x: 0, bits: 0)

  /// - Parameter limit: how many bytes the cells may take; asked whenever they need more.
  init(limitedBy limit: @escaping () -> Int) {
    early = Cells.Builder(planes: 1, limitedBy: limit)
    self.limit = limit
  }

  @inline(__always)
  mutating func add(y: Int, x: Int) throws(MemoryExhausted) {
    try add(Word(y: y, x: x & ~63, bits: 1 << UInt64(x & 63)))
  }

  /// Adds the cells of a word whose bit 0 is in any column.
  mutating func add(y: Int, x: Int, word bits: UInt64) throws(MemoryExhausted) {
    let offset = UInt64(x & 63)
    try add(Word(y: y, x: x & ~63, bits: bits << offset))
    // A shift by 64 leaves nothing.
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
    let bytes = (late.count + 1) * MemoryLayout<Word>.stride
    guard bytes <= limit() else { throw MemoryExhausted(purpose: "pattern", bytes: bytes) }
    late.append(new)
  }

  /// All cells; nothing may be added after.
  ///
  /// - Complexity: O(*n* log *n*) in the number of words that came late, plus O(all words).
  mutating func finish() throws -> Cells {
    try early.append(y: word.y, x: word.x, word: word.bits)
    let cells = early.finish()
    return late.isEmpty ? cells : try merge(cells)
  }

  private mutating func merge(_ cells: Cells) throws -> Cells {
    late.sort(by: <)
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

/// How far apart cells are, against the limit.
struct Extent {
  private var west = Int.max
  private var east = Int.min
  private var north = Int.max
  private var south = Int.min
  private let limit: Int

  /// No limit is larger than this, so that coordinates that differ by less than it never overflow.
  static let largest = 1 << 60

  init(limit: Int) { self.limit = min(limit, Self.largest) }

  /// Takes a cell in; false if it is too far from another one. Coordinates are within ±2^61.
  @inline(__always)
  mutating func include(y: Int, x: Int) -> Bool {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
    return east - west <= limit && south - north <= limit
  }

  /// What to say about a cell that is too far away.
  var complaint: String { "cells more than \(limit) apart, the limit" }
}
