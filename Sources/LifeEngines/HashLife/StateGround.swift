internal import LifeCore

/// Steps the smallest squares of a tree cell by cell, for every rule that looks at the cells
/// around: four leaves, of which the middle is kept.
///
/// A square is laid out a byte a cell, and stepped back and forth between two such boards; with
/// every generation a ring less of it is known.
@safe
final class StateGround {
  private let shape: LeafShape
  /// What becomes of cells at even and at odd generations, which may be the same.
  private let outcomes: [Outcomes]
  /// The side of a square in cells.
  private let side: Int
  private let boards: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)

  /// - Throws: ``UnsupportedPattern``.
  init(_ rule: Rule, _ shape: LeafShape) throws {
    guard let kinds = rule.kinds else {
      throw UnsupportedPattern(
        engine: "hashlife", reason: "its squares see no farther than the cells around")
    }
    self.shape = shape
    outcomes = try (rule.dependsOnParity ? [false, true] : [false]).map {
      try Outcomes(rule, kinds, atOdd: $0)
    }
    side = 2 * shape.leafSide
    let size = side * Outcomes.stride
    unsafe boards = (.allocate(capacity: size), .allocate(capacity: size))
    unsafe boards.0.initialize(repeating: 0, count: size)
    unsafe boards.1.initialize(repeating: 0, count: size)
  }

  deinit {
    unsafe boards.0.deallocate()
    unsafe boards.1.deallocate()
  }

  /// The middle of a square of four leaves after some generations, at most a quarter of its side.
  func middle(
    _ leaves: (QuadLeaf, QuadLeaf, QuadLeaf, QuadLeaf), _ generations: Int, fromOdd odd: Bool
  ) -> QuadLeaf {
    let half = shape.leafSide
    lay(leaves.0, x: 0, y: 0)
    lay(leaves.1, x: half, y: 0)
    lay(leaves.2, x: 0, y: half)
    lay(leaves.3, x: half, y: half)
    var (here, there) = unsafe boards
    for generation in 0..<generations {
      let law = outcomes[(generation + (odd ? 1 : 0)) % outcomes.count]
      let known = side - 2 * generation - 2
      let corner = generation * (Outcomes.stride + 1)
      unsafe law.step(
        Outcomes.Cells(corner: here + corner), rows: known, columns: known,
        to: there + corner + Outcomes.stride + 1, pitch: Outcomes.stride)
      unsafe (here, there) = unsafe (there, here)
    }
    return unsafe middle(here)
  }

  private func lay(_ leaf: QuadLeaf, x: Int, y: Int) {
    let block = shape.blockSide
    lay(leaf.nw, x: x, y: y)
    lay(leaf.ne, x: x + block, y: y)
    lay(leaf.sw, x: x, y: y + block)
    lay(leaf.se, x: x + block, y: y + block)
  }

  private func lay(_ block: UInt64, x: Int, y: Int) {
    var rest = block
    let bits = UInt64(shape.blockSide * shape.bitsPerCell)
    var row = unsafe boards.0 + y * Outcomes.stride + x
    for _ in 0..<shape.blockSide {
      unsafe shape.spread(rest & ((1 &<< bits) &- 1), to: row)
      rest = rest &>> bits
      unsafe row += Outcomes.stride
    }
  }

  private func middle(_ board: UnsafeMutablePointer<UInt8>) -> QuadLeaf {
    let (from, block) = (side / 4, shape.blockSide)
    let corner = unsafe board + from * Outcomes.stride + from
    let south = unsafe corner + block * Outcomes.stride
    return unsafe QuadLeaf(
      gather(corner), gather(corner + block), gather(south), gather(south + block))
  }

  private func gather(_ corner: UnsafeMutablePointer<UInt8>) -> UInt64 {
    var block: UInt64 = 0
    let bits = shape.blockSide * shape.bitsPerCell
    for y in 0..<shape.blockSide {
      let row = unsafe shape.gather(corner + y * Outcomes.stride)
      block |= row &<< UInt64(y * bits)
    }
    return block
  }
}

// Rows of a block and rows of bytes. What is done to one cell is done to all of a word at once.
extension LeafShape {
  /// Writes a row of a block a byte a cell.
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
    case .words:
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
      return (bytes &* 0x0102_0408_1020_4080) &>> 56
    case .nibbles:
      let bytes = unsafe UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
      let pairs = (bytes | bytes &>> 4) & 0x00ff_00ff
      return (pairs | pairs &>> 8) & 0xffff
    case .words:
      let bytes = unsafe UInt64(UInt16(littleEndian: raw.loadUnaligned(as: UInt16.self)))
      return bytes & 0xff | (bytes & 0xff00) &<< 8
    }
  }
}
