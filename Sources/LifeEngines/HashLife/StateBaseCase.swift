internal import LifeCore

/// Steps nodes of four leaves of more than two states, for every rule of range 1.
///
///      b b b b       sixteen blocks form nine overlapping leaves. The middle blocks, half
///      b b b b       the time later, form four overlapping leaves. The middle blocks, the
///      b b b b       other half later, are the successor
///      b b b b
///
/// The middle block of a leaf is memoized, because machines consist of few different parts. Leaves
/// without a memo are expanded to a byte a cell and stepped, from one of two boards to the other.
@safe
final class StateBaseCase {
  private let shape: LeafShape
  /// The sides of a block and of a leaf in cells.
  private let blockSide: Int
  private let leafSide: Int
  /// The alternating transitions of successive generations.
  private let transitions: [TransitionCache]
  private let boards: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)
  private let memos: Arena<MiddleMemo>
  /// A faster way for two generations, if blocks are 4 × 4 and there is one transition.
  private let fours: FourByFourMemo?

  private static let logCount = 14

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  init(_ rule: Rule, shape: LeafShape) throws {
    let phases = rule.phases
    guard phases.count.nonzeroBitCount == 1 else {
      throw UnsupportedPattern(
        engine: "hashlife",
        reason: "it steps 2, 4, 8 or 16 alternating rules of more than two states, "
          + "not \(phases.count)")
    }
    self.shape = shape
    blockSide = shape.blockSide
    leafSide = shape.leafSide
    transitions = try phases.map { phase in
      guard let stateClasses = phase.rule.stateClasses else {
        throw UnsupportedPattern(
          engine: "hashlife", reason: "it serves neighborhoods of range 1 only")
      }
      return try TransitionCache(phase, stateClasses: stateClasses)
    }
    memos = try Arena(purpose: "steps of small squares", capacity: 1 << Self.logCount)
    fours =
      shape == .nibbles && transitions.count == 1 ? try FourByFourMemo(transitions[0]) : nil
    let size = leafSide * TransitionCache.stride
    unsafe boards = (.allocate(capacity: size), .allocate(capacity: size))
    unsafe boards.0.initialize(repeating: 0, count: size)
    unsafe boards.1.initialize(repeating: 0, count: size)
  }

  deinit {
    unsafe boards.0.deallocate()
    unsafe boards.1.deallocate()
  }

  /// The leaf in the middle of four leaves, `generations` later: at most a quarter of the side of
  /// the four together.
  func middle(
    of leaves: (QuadLeaf, QuadLeaf, QuadLeaf, QuadLeaf), after generations: Int, phase: Int
  ) -> QuadLeaf {
    let (nw, ne, sw, se) = leaves
    let first = Interval(generations: generations / 2, phase: phase)
    let north = (
      middle(of: nw, interval: first),
      middle(of: QuadLeaf(nw: nw.ne, ne: ne.nw, sw: nw.se, se: ne.sw), interval: first),
      middle(of: ne, interval: first)
    )
    let center = (
      middle(of: QuadLeaf(nw: nw.sw, ne: nw.se, sw: sw.nw, se: sw.ne), interval: first),
      middle(of: QuadLeaf(nw: nw.se, ne: ne.sw, sw: sw.ne, se: se.nw), interval: first),
      middle(of: QuadLeaf(nw: ne.sw, ne: ne.se, sw: se.nw, se: se.ne), interval: first)
    )
    let south = (
      middle(of: sw, interval: first),
      middle(of: QuadLeaf(nw: sw.ne, ne: se.nw, sw: sw.se, se: se.sw), interval: first),
      middle(of: se, interval: first)
    )
    let second = Interval(
      generations: generations - first.generations,
      phase: (phase + first.generations) % transitions.count)
    return QuadLeaf(
      nw: middle(
        of: QuadLeaf(nw: north.0, ne: north.1, sw: center.0, se: center.1), interval: second),
      ne: middle(
        of: QuadLeaf(nw: north.1, ne: north.2, sw: center.1, se: center.2), interval: second),
      sw: middle(
        of: QuadLeaf(nw: center.0, ne: center.1, sw: south.0, se: south.1), interval: second),
      se: middle(
        of: QuadLeaf(nw: center.1, ne: center.2, sw: south.1, se: south.2), interval: second))
  }

  /// A number of generations, at most a quarter of a leaf's side.
  private struct Interval {
    var generations: Int
    /// The number of the first transition.
    var phase: Int

    /// 0 only for 0 generations.
    var tag: UInt64 { UInt64(generations * 64 + phase) }
  }

  /// The block in the middle of a leaf, after an interval.
  @inline(__always)
  private func middle(of leaf: QuadLeaf, interval: Interval) -> UInt64 {
    let content = leaf.nw | leaf.ne | leaf.sw | leaf.se
    if content == 0 { return 0 }
    let north = leaf.nw &* 0x9e37_79b9_7f4a_7c15 &+ leaf.ne &* 0xc2b2_ae3d_27d4_eb4f
    let south = leaf.sw &* 0xff51_afd7_ed55_8ccd &+ leaf.se &* 0xbf58_476d_1ce4_e5b9
    let mixed = (north ^ (south &>> 32 | south &<< 32) ^ interval.tag) &* 0x9e37_79b9_7f4a_7c15
    let place = unsafe memos.elements + Int(mixed &>> UInt64(64 &- Self.logCount))
    let found = unsafe place.pointee
    let difference =
      (found.leaf.nw ^ leaf.nw) | (found.leaf.ne ^ leaf.ne) | (found.leaf.sw ^ leaf.sw)
      | (found.leaf.se ^ leaf.se) | (found.tag ^ interval.tag)
    if difference == 0 { return found.middle }
    let middle: UInt64
    if let fours, interval.generations == 2 {
      middle = fours.middle(leaf)
    } else {
      middle = step(leaf, interval: interval)
    }
    unsafe place.pointee = MiddleMemo(leaf: leaf, tag: interval.tag, middle: middle)
    return middle
  }

  @inline(never)
  private func step(_ leaf: QuadLeaf, interval: Interval) -> UInt64 {
    var (here, there) = unsafe boards
    unsafe lay(leaf.nw, on: here)
    unsafe lay(leaf.ne, on: here + blockSide)
    unsafe lay(leaf.sw, on: here + blockSide * TransitionCache.stride)
    unsafe lay(leaf.se, on: here + blockSide * (TransitionCache.stride + 1))
    for generation in 0..<interval.generations {
      let phase = (interval.phase + generation) % transitions.count
      let wide = leafSide - 2 * generation - 2
      let corner = generation * (TransitionCache.stride + 1)
      unsafe Unmanaged.passUnretained(transitions[phase])
        ._withUnsafeGuaranteedRef {
          unsafe $0.step(
            TransitionCache.Cells(corner: here + corner), rows: wide, columns: wide,
            to: there + corner + TransitionCache.stride + 1, pitch: TransitionCache.stride)
        }
      unsafe (here, there) = unsafe (there, here)
    }
    return unsafe gather(here + blockSide / 2 * (TransitionCache.stride + 1))
  }

  private func lay(_ cells: UInt64, on corner: UnsafeMutablePointer<UInt8>) {
    var rest = cells
    let bits = UInt64(64 / blockSide)
    for y in 0..<blockSide {
      unsafe shape.spread(rest & ((1 &<< bits) &- 1), to: corner + y * TransitionCache.stride)
      rest = rest &>> bits
    }
  }

  private func gather(_ corner: UnsafeMutablePointer<UInt8>) -> UInt64 {
    var cells: UInt64 = 0
    for y in 0..<blockSide {
      let row = unsafe shape.gather(corner + y * TransitionCache.stride)
      cells |= row &<< UInt64(64 / blockSide * y)
    }
    return cells
  }
}

/// The middle block of a leaf, some generations later.
private struct MiddleMemo: BitwiseCopyable {
  var leaf: QuadLeaf
  /// The interval; 0 without a memo.
  var tag: UInt64
  var middle: UInt64
}

// Conversions between rows of a block and rows of bytes, all cells of a word at once.
extension LeafShape {
  /// Writes a row of a block, with a byte for each cell.
  @inline(__always)
  fileprivate func spread(_ row: UInt64, to cells: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(cells)
    switch self {
    case .bits:
      let apart = (row &* 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201
      let bytes = ((apart &+ 0x7f7f_7f7f_7f7f_7f7f) &>> 7) & 0x0101_0101_0101_0101
      unsafe raw.storeBytes(of: bytes.littleEndian, as: UInt64.self)
    case .nibbles:
      let pairs = (row | row &<< 8) & 0x00ff_00ff
      let bytes = UInt32((pairs | pairs &<< 4) & 0x0f0f_0f0f)
      unsafe raw.storeBytes(of: bytes.littleEndian, as: UInt32.self)
    case .bytePairs:
      let bytes = UInt16(truncatingIfNeeded: row & 0xff | (row &>> 8) & 0xff00)
      unsafe raw.storeBytes(of: bytes.littleEndian, as: UInt16.self)
    }
  }

  /// The inverse of ``spread``.
  @inline(__always)
  fileprivate func gather(_ cells: UnsafeMutablePointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawPointer(cells)
    switch self {
    case .bits:
      let bytes = unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      return bytes.lowBitsOfBytes
    case .nibbles:
      let bytes = unsafe UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
      let pairs = (bytes | bytes &>> 4) & 0x00ff_00ff
      return (pairs | pairs &>> 8) & 0xffff
    case .bytePairs:
      let bytes = unsafe UInt64(UInt16(littleEndian: raw.loadUnaligned(as: UInt16.self)))
      return bytes & 0xff | (bytes & 0xff00) &<< 8
    }
  }
}
