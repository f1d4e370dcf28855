internal import LifeCore

/// Finds gliders that fly to the north-east or the south-east in blocks of 64 × 64 cells.
///
/// Only those at least two cells from the edge of the block and from all other cells are found: the
/// others stay where they are, and are found later.
struct GliderExtraction {
  static let level = 6
  private static let side = 1 << level
  private let store: QuadStore
  /// Whether a number, of three rows of three cells, is a glider.
  private let isGlider: [Bool]

  init(_ store: QuadStore) {
    self.store = store
    var isGlider = [Bool](repeating: false, count: 512)
    // The phases that fly to the south-east.
    for phase in [
      [0b010, 0b100, 0b111], [0b101, 0b110, 0b010], [0b100, 0b101, 0b110], [0b001, 0b110, 0b011],
    ] {
      isGlider[phase[0] | phase[1] << 3 | phase[2] << 6] = true
      isGlider[phase[2] | phase[1] << 3 | phase[0] << 6] = true
    }
    self.isGlider = isGlider
  }

  /// The two layers of a block.
  func layers(of block: NodeID) throws(MemoryExhausted) -> Layers {
    var rows = InlineArray<64, UInt64>(repeating: 0)
    copy(block, level: Self.level, x: 0, y: 0, to: &rows)
    var found = InlineArray<64, UInt64>(repeating: 0)
    var isEmpty = true
    for y in 2..<Self.side - 4 {
      // The west ends of three columns that a glider may take.
      let near = rows[y] | rows[y + 1] | rows[y + 2]
      var places = (near | near >> 1 | near >> 2) & ((UInt64.max >> 6) << 2)
      while places != 0 {
        let x = UInt64(places.trailingZeroBitCount)
        places &= places - 1
        let cells = rows[y] >> x & 7 | (rows[y + 1] >> x & 7) << 3 | (rows[y + 2] >> x & 7) << 6
        guard isGlider[Int(cells)], isAlone(x: x, y: y, in: rows) else { continue }
        for row in y..<y + 3 {
          found[row] |= rows[row] & 7 << x
          rows[row] &= ~(7 << x)
        }
        isEmpty = false
      }
    }
    if isEmpty { return Layers(main: block, streams: .empty) }
    return Layers(
      main: try node(rows, level: Self.level, x: 0, y: 0),
      streams: try node(found, level: Self.level, x: 0, y: 0))
  }

  /// Whether the two cells around a square of three are dead.
  private func isAlone(x: UInt64, y: Int, in rows: borrowing InlineArray<64, UInt64>) -> Bool {
    var others: UInt64 = 0
    for row in y - 2..<y + 5 {
      let ring: UInt64 = (y..<y + 3).contains(row) ? 0b110_0011 : 0b111_1111
      others |= rows[row] & ring << (x - 2)
    }
    return others == 0
  }

  private func copy(
    _ id: NodeID, level: Int, x: Int, y: Int, to rows: inout InlineArray<64, UInt64>
  ) {
    if id.isEmpty { return }
    guard level == store.leafLevel else {
      let half = 1 << (level - 1)
      let node = store[id]
      for quadrant in 0..<4 {
        copy(
          node[quadrant], level: level - 1, x: x + (quadrant & 1) * half,
          y: y + (quadrant >> 1) * half, to: &rows)
      }
      return
    }
    let leaf = store[id.leaf]
    for row in 0..<8 {
      let shift = UInt64(8 * row)
      let north = leaf.nw >> shift & 0xff | (leaf.ne >> shift & 0xff) << 8
      let south = leaf.sw >> shift & 0xff | (leaf.se >> shift & 0xff) << 8
      rows[y + row] |= north << UInt64(x)
      rows[y + row + 8] |= south << UInt64(x)
    }
  }

  private func node(
    _ rows: borrowing InlineArray<64, UInt64>, level: Int, x: Int, y: Int
  ) throws(MemoryExhausted) -> NodeID {
    guard level == store.leafLevel else {
      let half = 1 << (level - 1)
      return try store.join(
        nw: node(rows, level: level - 1, x: x, y: y),
        ne: node(rows, level: level - 1, x: x + half, y: y),
        sw: node(rows, level: level - 1, x: x, y: y + half),
        se: node(rows, level: level - 1, x: x + half, y: y + half))
    }
    var leaf = QuadLeaf.empty
    for row in 0..<8 {
      let shift = UInt64(8 * row)
      let north = rows[y + row] >> UInt64(x)
      let south = rows[y + row + 8] >> UInt64(x)
      leaf.nw |= (north & 0xff) << shift
      leaf.ne |= (north >> 8 & 0xff) << shift
      leaf.sw |= (south & 0xff) << shift
      leaf.se |= (south >> 8 & 0xff) << shift
    }
    return try store.node(leaf)
  }
}
