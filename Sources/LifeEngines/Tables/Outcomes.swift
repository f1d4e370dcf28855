internal import LifeCore

/// What becomes of the cells of a strip, looked up by the codes of their columns.
///
/// The rule itself is asked once for every neighbourhood that is met; after that its answer stands
/// in a table, where there are few enough codes, or else in a cache.
///
///      strip    10 rows of `stride` bytes: a row above, 8 rows, a row below; in each row
///               [ … west │ cells ────── │ east … ]       the first cell is byte 8
@safe
final class Outcomes {
  private let law: SquareLaw
  private let isOdd: Bool
  private let codes: ColumnCodes
  /// The contributions of 256 states as northern, as middle and as southern cells.
  private let contributions: UnsafeMutablePointer<UInt64>
  /// The cells to be stepped and those around them.
  let strip: UnsafeMutablePointer<UInt8>
  /// The codes of a row of columns.
  private let row: UnsafeMutablePointer<UInt64>
  private let answers: Answers

  /// Where answers are kept.
  @unsafe
  private enum Answers {
    /// The next state for every triple of codes, or ``unknown``.
    case all(UnsafeMutablePointer<UInt8>)
    case some(UnsafeMutablePointer<CachedOutcome>)
  }

  /// Bytes from one row of a strip to the next.
  static let stride = 80
  private static let unknown: UInt8 = 255
  /// More codes than this go to the cache; a table that fits no cache of the CPU is as slow.
  private static let mostEntries = 1 << 22
  private static let cacheBits = 18

  /// - Parameters:
  ///   - kinds: the rule's.
  ///   - isOdd: whether this is what becomes of odd generations.
  init(_ rule: Rule, _ kinds: Kinds, atOdd isOdd: Bool = false) {
    law = SquareLaw(rule)
    self.isOdd = isOdd
    codes = ColumnCodes(kinds)
    unsafe contributions = .allocate(capacity: 3 * 256)
    for (index, word) in codes.contributions.joined().enumerated() {
      unsafe contributions[index] = word
    }
    unsafe strip = .allocate(capacity: 10 * Self.stride)
    unsafe strip.initialize(repeating: 0, count: 10 * Self.stride)
    unsafe row = .allocate(capacity: Self.stride)
    if let entries = codes.triples, entries <= Self.mostEntries, rule.states < 256 {
      let all = UnsafeMutablePointer<UInt8>.allocate(capacity: entries)
      unsafe all.initialize(repeating: Self.unknown, count: entries)
      unsafe answers = .all(all)
    } else {
      let slots = 1 << Self.cacheBits
      let some = UnsafeMutablePointer<CachedOutcome>.allocate(capacity: slots)
      unsafe some.initialize(repeating: CachedOutcome(), count: slots)
      unsafe answers = .some(some)
    }
  }

  deinit {
    unsafe contributions.deallocate()
    unsafe strip.deallocate()
    unsafe row.deallocate()
    switch unsafe answers {
    case .all(let all): unsafe all.deallocate()
    case .some(let some): unsafe some.deallocate()
    }
  }

  /// Writes what becomes of the first `columns` cells of the strip's eight rows, `pitch` bytes from
  /// row to row.
  func step(columns: Int, to target: UnsafeMutablePointer<UInt8>, pitch: Int) {
    unsafe step(from: strip + 7, rows: 8, columns: columns, to: target, pitch: pitch)
  }

  /// Writes what becomes of a rectangle of cells.
  ///
  /// - Parameters:
  ///   - corner: the cell north-west of the first; rows are ``stride`` bytes apart.
  ///   - columns: at most 72.
  func step(
    from corner: UnsafePointer<UInt8>, rows: Int, columns: Int,
    to target: UnsafeMutablePointer<UInt8>, pitch: Int
  ) {
    for y in 0..<rows {
      let north = unsafe corner + y * Self.stride
      unsafe encode(north, columns + 2)
      switch unsafe answers {
      case .all(let all): unsafe lookUp(all, north, columns, target + y * pitch)
      case .some(let some): unsafe lookUp(some, north, columns, target + y * pitch)
      }
    }
  }

  /// Finds the codes of columns whose northern cells begin at `north`.
  private func encode(_ north: UnsafePointer<UInt8>, _ count: Int) {
    let (middle, south) = unsafe (north + Self.stride, north + 2 * Self.stride)
    let contributions = unsafe contributions
    let row = unsafe row
    for x in 0..<count {
      unsafe row[x] =
        contributions[Int(north[x])] &+ contributions[256 &+ Int(middle[x])]
        &+ contributions[512 &+ Int(south[x])]
    }
  }

  private func lookUp(
    _ all: UnsafeMutablePointer<UInt8>, _ north: UnsafePointer<UInt8>, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let (sides, centres) = (UInt64(codes.sides), UInt64(codes.centres))
    let low: UInt64 = 0xffff_ffff
    let row = unsafe row
    for x in 0..<count {
      let pair = unsafe (row[x] & low) &* sides &+ row[x &+ 2] & low
      let index = unsafe Int(truncatingIfNeeded: pair &* centres &+ row[x &+ 1] >> 32)
      var outcome = unsafe all[index]
      if outcome == Self.unknown {
        outcome = unsafe ask(north + x)
        unsafe all[index] = outcome
      }
      unsafe target[x] = outcome
    }
  }

  private func lookUp(
    _ some: UnsafeMutablePointer<CachedOutcome>, _ north: UnsafePointer<UInt8>, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let low: UInt64 = 0xffff_ffff
    let row = unsafe row
    for x in 0..<count {
      let sides = unsafe row[x] << 32 | row[x &+ 2] & low
      let centre = unsafe row[x &+ 1] >> 32
      let mixed = (sides ^ centre &* 0x9e37_79b9_7f4a_7c15) &* 0xff51_afd7_ed55_8ccd
      let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 &- Self.cacheBits))
      let known = unsafe some[slot]
      if known.sides == sides && known.centre == UInt32(truncatingIfNeeded: centre) &+ 1 {
        unsafe target[x] = known.outcome
      } else {
        let outcome = unsafe ask(north + x)
        unsafe some[slot] = CachedOutcome(
          sides: sides, centre: UInt32(truncatingIfNeeded: centre) &+ 1, outcome: outcome)
        unsafe target[x] = outcome
      }
    }
  }

  /// Asks the rule itself about the cell south-east of the one at `corner`.
  private func ask(_ corner: UnsafePointer<UInt8>) -> State {
    let (middle, south) = unsafe (corner + Self.stride, corner + 2 * Self.stride)
    let rows = unsafe [corner, middle, south]
    let square = unsafe rows.flatMap { unsafe [$0[0], $0[1], $0[2]] }
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
