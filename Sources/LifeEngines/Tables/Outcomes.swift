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
  /// The codes of a row of columns.
  private let row: UnsafeMutablePointer<UInt64>
  private let answers: Answers

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
      answers = .all(try Arena(purpose: "table of the rule", capacity: entries))
    } else {
      answers = .some(try Arena(purpose: "cache of the rule", capacity: 1 << Self.cacheBits))
    }
    unsafe contributions = .allocate(capacity: 3 * 256)
    unsafe row = .allocate(capacity: Self.stride)
    for (index, word) in codes.contributions.joined().enumerated() {
      unsafe contributions[index] = word
    }
  }

  deinit {
    unsafe contributions.deallocate()
    unsafe row.deallocate()
  }

  /// Writes what becomes of a rectangle of cells, `pitch` bytes from row to row.
  ///
  /// - Parameter columns: at most 72.
  func step(
    _ cells: Cells, rows: Int, columns: Int, to target: UnsafeMutablePointer<UInt8>, pitch: Int
  ) {
    for y in 0..<rows {
      let three = unsafe Cells(corner: cells.corner + y * cells.pitch, pitch: cells.pitch)
      unsafe encode(three, columns + 2)
      switch answers {
      case .all(let all): unsafe lookUp(all.elements, three, columns, target + y * pitch)
      case .some(let some): unsafe lookUp(some.elements, three, columns, target + y * pitch)
      }
    }
  }

  /// Finds the codes of the columns of the first three rows.
  private func encode(_ rows: Cells, _ count: Int) {
    let north = unsafe rows.corner
    let (middle, south) = unsafe (north + rows.pitch, north + 2 * rows.pitch)
    let (contributions, row) = unsafe (contributions, row)
    for x in 0..<count {
      unsafe row[x] =
        contributions[Int(north[x])] &+ contributions[256 &+ Int(middle[x])]
        &+ contributions[512 &+ Int(south[x])]
    }
  }

  private func lookUp(
    _ all: UnsafeMutablePointer<UInt8>, _ rows: Cells, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let (sides, centres) = (UInt64(codes.sides), UInt64(codes.centres))
    let low: UInt64 = 0xffff_ffff
    let row = unsafe row
    for x in 0..<count {
      let pair = unsafe (row[x] & low) &* sides &+ row[x &+ 2] & low
      let index = unsafe Int(truncatingIfNeeded: pair &* centres &+ row[x &+ 1] >> 32)
      if unsafe all[index] == 0 { unsafe all[index] = ask(rows, x) + 1 }
      unsafe target[x] = all[index] &- 1
    }
  }

  private func lookUp(
    _ some: UnsafeMutablePointer<CachedOutcome>, _ rows: Cells, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let low: UInt64 = 0xffff_ffff
    let row = unsafe row
    for x in 0..<count {
      let sides = unsafe row[x] << 32 | row[x &+ 2] & low
      let centre = unsafe UInt32(truncatingIfNeeded: row[x &+ 1] >> 32)
      let mixed = (sides ^ UInt64(centre) &* 0x9e37_79b9_7f4a_7c15) &* 0xff51_afd7_ed55_8ccd
      let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 &- Self.cacheBits))
      if unsafe some[slot].sides != sides || some[slot].centre != centre &+ 1 {
        unsafe some[slot] = CachedOutcome(
          sides: sides, centre: centre &+ 1, outcome: ask(rows, x))
      }
      unsafe target[x] = some[slot].outcome
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
    let lines = unsafe [north, middle, south]
    return law.next(unsafe lines.flatMap { unsafe [$0[0], $0[1], $0[2]] }, atOdd: isOdd)
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
