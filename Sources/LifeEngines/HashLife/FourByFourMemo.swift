internal import LifeCore

/// Memoizes the 2 × 2 cells in the middle of 4 × 4 cells, one generation later, for up to sixteen
/// states.
///
///      input     4 × 4 cells, a nibble each, as in a block of a leaf
///      output    2 × 2 cells, as in the north-western corner of a block
///
/// Few different squares of 4 × 4 cells occur, so nearly all are memoized even if everything moves.
/// A gas in Golly's Margolus emulation takes half the time.
@safe
final class FourByFourMemo {
  private let transitions: TransitionCache
  private let memos: Arena<Memo>
  /// A square without a memo, and its successor, with a byte for each cell.
  private let board: UnsafeMutablePointer<UInt8>

  private struct Memo: BitwiseCopyable {
    var four: UInt64
    var middle: UInt64
  }

  private static let logCount = 14
  private static let side = 4

  init(_ transitions: TransitionCache) throws(MemoryExhausted) {
    self.transitions = transitions
    memos = try Arena(purpose: "steps of small squares", capacity: 1 << Self.logCount)
    unsafe board = .allocate(capacity: (Self.side + 1) * TransitionCache.stride)
    unsafe board.initialize(repeating: 0, count: (Self.side + 1) * TransitionCache.stride)
  }

  deinit { unsafe board.deallocate() }

  /// The block in the middle of a leaf of four blocks, two generations later.
  func middle(_ leaf: QuadLeaf) -> UInt64 {
    let north = Self.across(west: leaf.nw, east: leaf.ne)
    let south = Self.across(west: leaf.sw, east: leaf.se)
    let a = next(leaf.nw)
    let b = next(north)
    let c = next(leaf.ne)
    let d = next(Self.down(north: leaf.nw, south: leaf.sw))
    let e = next(Self.down(north: north, south: south))
    let f = next(Self.down(north: leaf.ne, south: leaf.se))
    let g = next(leaf.sw)
    let h = next(south)
    let i = next(leaf.se)
    return Self.joined(
      nw: next(Self.joined(nw: a, ne: b, sw: d, se: e)),
      ne: next(Self.joined(nw: b, ne: c, sw: e, se: f)),
      sw: next(Self.joined(nw: d, ne: e, sw: g, se: h)),
      se: next(Self.joined(nw: e, ne: f, sw: h, se: i)))
  }

  /// The block halfway between a block and its eastern neighbor.
  @inline(__always)
  private static func across(west: UInt64, east: UInt64) -> UInt64 {
    let left: UInt64 = 0x00ff_00ff_00ff_00ff
    return west &>> 8 & left | (east & left) &<< 8
  }

  /// The block halfway between a block and its southern neighbor.
  @inline(__always)
  private static func down(north: UInt64, south: UInt64) -> UInt64 {
    north &>> 32 | south &<< 32
  }

  @inline(__always)
  private static func joined(nw: UInt64, ne: UInt64, sw: UInt64, se: UInt64) -> UInt64 {
    nw | ne &<< 8 | sw &<< 32 | se &<< 40
  }

  @inline(__always)
  private func next(_ four: UInt64) -> UInt64 {
    let mixed = (four ^ four &>> 32) &* 0x9e37_79b9_7f4a_7c15
    let place = unsafe memos.elements + Int(mixed &>> UInt64(64 &- Self.logCount))
    // The zeros of an unused memo are right for the empty square.
    if unsafe place.pointee.four == four { return unsafe place.pointee.middle }
    let middle = step(four)
    unsafe place.pointee = Memo(four: four, middle: middle)
    return middle
  }

  @inline(never)
  private func step(_ four: UInt64) -> UInt64 {
    for cell in 0..<16 {
      let place = cell / Self.side * TransitionCache.stride + cell % Self.side
      unsafe board[place] = UInt8(truncatingIfNeeded: four &>> UInt64(4 &* cell) & 15)
    }
    let target = unsafe board + Self.side * TransitionCache.stride
    unsafe transitions.step(
      TransitionCache.Cells(corner: board), rows: 2, columns: 2, to: target, pitch: 2)
    let north = unsafe target[0] | target[1] &<< 4
    let south = unsafe target[2] | target[3] &<< 4
    return UInt64(north) | UInt64(south) &<< 16
  }
}
