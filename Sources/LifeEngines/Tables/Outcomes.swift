internal import LifeCore

/// What becomes of cells, looked up by the codes of their columns.
///
/// The rule itself is asked once for every neighbourhood that is met; after that its answer stands
/// in a table, where there are few enough codes, or else in a cache.
@safe
final class Outcomes {
  private let law: SquareLaw
  /// The rule, if it is a table.
  private let table: RuleTable?
  private let isOdd: Bool
  private let codes: ColumnCodes
  /// The contributions of 256 states as northern, as middle and as southern cells.
  private let contributions: UnsafeMutablePointer<UInt64>
  /// The square that the rule is asked about.
  private var square = [State](repeating: 0, count: 9)
  private let answers: Answers
  /// Where the answers are, of which there is one kind: asking `answers` for each row counts
  /// references, which took a sixth of the time of small squares.
  private let all: UnsafeMutablePointer<UInt8>?
  private let some: UnsafeMutablePointer<CachedOutcome>?

  /// Where answers are kept; what was never asked is zero.
  private enum Answers {
    /// One more than the next state, for every triple of codes.
    case all(Arena<UInt8>)
    case some(Arena<CachedOutcome>)
  }

  /// Cells with those around them.
  @unsafe
  struct Cells {
    /// The cell north-west of the first one.
    var corner: UnsafePointer<UInt8>
    /// Bytes from one row to the next.
    var pitch = Outcomes.stride
  }

  /// Bytes from one row to the next of boards of the usual width.
  static let stride = 80
  /// More codes than this go to the cache; a table that fits no cache of the CPU is as slow.
  private static let mostEntries = 1 << 22
  private static let cacheBits = 18

  /// - Parameters:
  ///   - kinds: the rule's.
  ///   - isOdd: whether this is what becomes of odd generations.
  init(_ rule: Rule, _ kinds: Kinds, atOdd isOdd: Bool = false) throws(MemoryExhausted) {
    law = SquareLaw(rule)
    table = if case .table(let table) = rule.family { table } else { nil }
    self.isOdd = isOdd
    let codes = ColumnCodes(kinds)
    self.codes = codes
    if let entries = codes.triples, entries <= Self.mostEntries, rule.states < 256 {
      let arena = try Arena<UInt8>(purpose: "table of the rule", capacity: entries)
      answers = .all(arena)
      unsafe (all, some) = (arena.elements, nil)
    } else {
      let arena = try Arena<CachedOutcome>(
        purpose: "cache of the rule", capacity: 1 << Self.cacheBits)
      answers = .some(arena)
      unsafe (all, some) = (nil, arena.elements)
    }
    unsafe contributions = .allocate(capacity: 3 * 256)
    // In a table with a place for every triple, what a side adds is multiplied beforehand.
    let scale = unsafe all == nil ? 1 : UInt64(codes.centres)
    for (index, word) in codes.contributions.joined().enumerated() {
      let side = word & 0xffff_ffff
      unsafe contributions[index] = word - side + side * scale
    }
  }

  deinit { unsafe contributions.deallocate() }

  /// Writes what becomes of a rectangle of cells, `pitch` bytes from row to row.
  ///
  /// - Parameter columns: at most 72.
  func step(
    _ cells: Cells, rows: Int, columns: Int, to target: UnsafeMutablePointer<UInt8>, pitch: Int
  ) {
    let (all, some) = unsafe (all, some)
    for y in 0..<rows {
      let three = unsafe Cells(corner: cells.corner + y * cells.pitch, pitch: cells.pitch)
      if let all = unsafe all {
        unsafe lookUp(all, three, columns, target + y * pitch)
      } else if let some = unsafe some {
        unsafe lookUp(some, three, columns, target + y * pitch)
      }
    }
  }

  /// The codes of column `x` of the first three rows, the side's in the low half.
  @inline(__always)
  private static func code(
    _ contributions: UnsafeMutablePointer<UInt64>, _ rows: Cells, _ x: Int
  ) -> UInt64 {
    let north = unsafe rows.corner + x
    let (middle, south) = unsafe (north + rows.pitch, north + 2 &* rows.pitch)
    return unsafe contributions[Int(north.pointee)]
      &+ contributions[256 &+ Int(middle.pointee)] &+ contributions[512 &+ Int(south.pointee)]
  }

  /// Whether nothing lives in the ten columns from `x` on, of which the inner eight are asked
  /// about: then nothing becomes of them, and the code of each column is 0.
  ///
  /// Machines are mostly nothing: Golly's Evoloop for 4096 generations, 188 → 134 ms.
  @inline(__always)
  private static func isBlank(_ rows: Cells, _ x: Int) -> Bool {
    let north = unsafe UnsafeRawPointer(rows.corner + x)
    let (middle, south) = unsafe (north + rows.pitch, north + 2 &* rows.pitch)
    let living = unsafe eights(north) | eights(middle) | eights(south)
    return living == 0
  }

  /// Ten bytes, as eight and the last eight.
  @inline(__always)
  private static func eights(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe bytes.loadUnaligned(as: UInt64.self)
      | bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self)
  }

  @inline(__always)
  private static func clear(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    if count == 8 {
      unsafe UnsafeMutableRawPointer(target).storeBytes(of: 0, as: UInt64.self)
    } else {
      for index in 0..<count { unsafe target[index] = 0 }
    }
  }

  private func lookUp(
    _ all: UnsafeMutablePointer<UInt8>, _ rows: Cells, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let sides = UInt64(codes.sides)
    let low: UInt64 = 0xffff_ffff
    let contributions = unsafe contributions
    var west = unsafe Self.code(contributions, rows, 0)
    var centre = unsafe Self.code(contributions, rows, 1)
    var x = 0
    while x < count {
      let end = min(x &+ 8, count)
      if unsafe Self.isBlank(rows, x) {
        unsafe Self.clear(target + x, end &- x)
        (west, centre, x) = (0, 0, end)
      }
      while x < end {
        let east = unsafe Self.code(contributions, rows, x &+ 2)
        let index = Int(
          truncatingIfNeeded: (west & low) &* sides &+ east & low &+ centre >> 32)
        if unsafe all[index] == 0 { unsafe all[index] = ask(rows, x) + 1 }
        unsafe target[x] = all[index] &- 1
        (west, centre, x) = (centre, east, x &+ 1)
      }
    }
  }

  private func lookUp(
    _ some: UnsafeMutablePointer<CachedOutcome>, _ rows: Cells, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let low: UInt64 = 0xffff_ffff
    let contributions = unsafe contributions
    var west = unsafe Self.code(contributions, rows, 0)
    var middle = unsafe Self.code(contributions, rows, 1)
    var x = 0
    while x < count {
      let end = min(x &+ 8, count)
      if unsafe Self.isBlank(rows, x) {
        unsafe Self.clear(target + x, end &- x)
        (west, middle, x) = (0, 0, end)
      }
      while x < end {
        let east = unsafe Self.code(contributions, rows, x &+ 2)
        let sides = west << 32 | east & low
        let centre = UInt32(truncatingIfNeeded: middle >> 32)
        let mixed = (sides ^ UInt64(centre) &* 0x9e37_79b9_7f4a_7c15) &* 0xff51_afd7_ed55_8ccd
        let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 &- Self.cacheBits))
        if unsafe some[slot].sides != sides || some[slot].centre != centre &+ 1 {
          unsafe some[slot] = CachedOutcome(
            sides: sides, centre: centre &+ 1, outcome: ask(rows, x))
        }
        unsafe target[x] = some[slot].outcome
        (west, middle, x) = (middle, east, x &+ 1)
      }
    }
  }

  /// Asks the rule itself about cell `x` of the middle one of three rows.
  private func ask(_ rows: Cells, _ x: Int) -> State {
    let north = unsafe rows.corner + x
    let (middle, south) = unsafe (north + rows.pitch, north + 2 * rows.pitch)
    if let table {
      return unsafe table.next(
        middle[1], north[1], north[2], middle[2], south[2], south[1], south[0], middle[0],
        north[0])
    }
    for column in 0..<3 {
      unsafe square[column] = north[column]
      unsafe square[column + 3] = middle[column]
      unsafe square[column + 6] = south[column]
    }
    return law.next(square, atOdd: isOdd)
  }
}

/// An answer of a rule, with the codes that it is for.
private struct CachedOutcome: BitwiseCopyable {
  /// The codes of the western and the eastern column.
  var sides: UInt64 = 0
  /// One more than the code of the column in the middle; 0 if there is no answer.
  var centre: UInt32 = 0
  var outcome: State = 0
}
