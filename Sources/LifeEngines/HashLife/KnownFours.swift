internal import LifeCore

/// What becomes of the two by two cells in the middle of four by four of up to sixteen states.
///
///      four by four, a nibble a cell, as      two by two, as they stand in the north-western
///      in a block of the tree                 corner of a block
///
/// There are far fewer of those than of larger squares, so that nearly all are known, even where
/// everything moves: Golly's gas of the Margolus kind for 65 536 generations, 322 → 154 ms.
@safe
final class KnownFours {
  private let outcomes: Outcomes
  private let known: Arena<KnownFour>
  /// Where a square that is not known is laid out, a byte a cell, and what becomes of it.
  private let board: UnsafeMutablePointer<UInt8>

  private static let logKnown = 14
  private static let side = 4

  init(_ outcomes: Outcomes) throws(MemoryExhausted) {
    self.outcomes = outcomes
    known = try Arena(purpose: "steps of small squares", capacity: 1 << Self.logKnown)
    unsafe board = .allocate(capacity: (Self.side + 1) * Outcomes.stride)
    unsafe board.initialize(repeating: 0, count: (Self.side + 1) * Outcomes.stride)
  }

  deinit { unsafe board.deallocate() }

  /// The block in the middle of a leaf of four blocks, two generations later.
  func middle(_ leaf: QuadLeaf) -> UInt64 {
    let (north, south) = (Self.across(leaf.nw, leaf.ne), Self.across(leaf.sw, leaf.se))
    let (a, b, c) = (next(leaf.nw), next(north), next(leaf.ne))
    let d = next(Self.down(leaf.nw, leaf.sw))
    let e = next(Self.down(north, south))
    let f = next(Self.down(leaf.ne, leaf.se))
    let (g, h, i) = (next(leaf.sw), next(south), next(leaf.se))
    return Self.joined(
      next(Self.joined(a, b, d, e)), next(Self.joined(b, c, e, f)),
      next(Self.joined(d, e, g, h)), next(Self.joined(e, f, h, i)))
  }

  /// The block between one and its neighbour to the east.
  @inline(__always)
  private static func across(_ west: UInt64, _ east: UInt64) -> UInt64 {
    let left: UInt64 = 0x00ff_00ff_00ff_00ff
    return west &>> 8 & left | (east & left) &<< 8
  }

  /// The block between one and its neighbour to the south.
  @inline(__always)
  private static func down(_ north: UInt64, _ south: UInt64) -> UInt64 {
    north &>> 32 | south &<< 32
  }

  @inline(__always)
  private static func joined(_ nw: UInt64, _ ne: UInt64, _ sw: UInt64, _ se: UInt64) -> UInt64 {
    nw | ne &<< 8 | sw &<< 32 | se &<< 40
  }

  @inline(__always)
  private func next(_ four: UInt64) -> UInt64 {
    let mixed = (four ^ four &>> 32) &* 0x9e37_79b9_7f4a_7c15
    let place = unsafe known.elements + Int(mixed &>> UInt64(64 &- Self.logKnown))
    // Nothing becomes of the empty square, as if that were known from the start.
    if unsafe place.pointee.four == four { return unsafe place.pointee.middle }
    let middle = ask(four)
    unsafe place.pointee = KnownFour(four: four, middle: middle)
    return middle
  }

  @inline(never)
  private func ask(_ four: UInt64) -> UInt64 {
    for cell in 0..<16 {
      let place = cell / Self.side * Outcomes.stride + cell % Self.side
      unsafe board[place] = UInt8(truncatingIfNeeded: four &>> UInt64(4 &* cell) & 15)
    }
    let target = unsafe board + Self.side * Outcomes.stride
    unsafe outcomes.step(
      Outcomes.Cells(corner: board), rows: 2, columns: 2, to: target, pitch: 2)
    let (north, south) = unsafe (
      target[0] | target[1] &<< 4, target[2] | target[3] &<< 4
    )
    return UInt64(north) | UInt64(south) &<< 16
  }
}

private struct KnownFour: BitwiseCopyable {
  var four: UInt64
  var middle: UInt64
}
