/// Edits cells of a tree in one descent from the root. It replaces the nodes on the paths to these
/// cells; all others are shared with the former tree.
package struct TreeEdit {
  private struct Change: BitwiseCopyable {
    var x: Int
    var y: Int
    var state: State
    /// The index of the cell's word in the edit, and its bit there.
    var word: Int
    var bit: Int
  }

  private let store: QuadStore
  /// Changes have coordinates from the root's north-western corner, minus these multiples of 2^60.
  /// So they fit an `Int`: the cells may be far from the corner, but are near each other.
  private let farColumns: BigInt
  private let farRows: BigInt
  private let planes: Int
  private var changes: [Change] = []
  /// The former states of the cells: for each word of the edit one word per plane.
  package private(set) var former: [UInt64]

  /// - Parameters:
  ///   - words: some of the words of `cells`.
  ///   - offset: the place of the cells' (0, 0), counted from the root's north-western corner.
  package init(_ words: Range<Int>, of cells: CellStates, at offset: Position, in store: QuadStore)
  {
    let reach = 1 << Quadtree.maxIntLevel
    let (farColumns, x) = offset.x.floorDivided(by: reach)
    let (farRows, y) = offset.y.floorDivided(by: reach)
    self.farColumns = farColumns
    self.farRows = farRows
    self.store = store
    planes = cells.planes
    former = [UInt64](repeating: 0, count: words.count * cells.planes)
    for index in words {
      let word = cells[index]
      let states = cells.states(ofWord: index)
      var rest = word.mask
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest &- 1
        var state: State = 0
        for plane in 0..<planes { state |= State(states[plane] >> UInt64(bit) & 1) << State(plane) }
        changes.append(
          Change(
            x: x + word.x + bit, y: y + word.y, state: state, word: index - words.lowerBound,
            bit: bit))
      }
    }
  }

  /// The maximum number of leaves made by the edit, and of nodes made on every level above.
  package var maxLeaves: Int { changes.count }

  /// The root with the new states.
  ///
  /// - Precondition: all cells lie in the root.
  /// - Throws: ``MemoryExhausted``.
  package mutating func apply(
    to root: NodeID, level: Int
  ) throws(MemoryExhausted) -> NodeID {
    try apply(0..<changes.count, to: root, level: level)
  }

  private mutating func apply(
    _ range: Range<Int>, to id: NodeID, level: Int
  ) throws(MemoryExhausted) -> NodeID {
    if range.isEmpty { return id }
    if level == store.leafLevel { return try changeLeaf(id, by: range) }
    let old = store[id]
    let south = split(range, atBit: level - 1, ofColumns: false)
    let northEast = split(range.lowerBound..<south, atBit: level - 1, ofColumns: true)
    let southEast = split(south..<range.upperBound, atBit: level - 1, ofColumns: true)
    return try store.join(
      nw: apply(range.lowerBound..<northEast, to: old.nw, level: level - 1),
      ne: apply(northEast..<south, to: old.ne, level: level - 1),
      sw: apply(south..<southEast, to: old.sw, level: level - 1),
      se: apply(southEast..<range.upperBound, to: old.se, level: level - 1))
  }

  /// Sorts changes by one bit of their columns or rows: changes with the bit set come last.
  ///
  /// - Returns: the index of the first change with the bit set.
  private mutating func split(_ range: Range<Int>, atBit bit: Int, ofColumns: Bool) -> Int {
    var end = range.lowerBound
    for index in range {
      let place = ofColumns ? changes[index].x : changes[index].y
      var isSet = place >> bit & 1 == 1
      if bit >= Quadtree.maxIntLevel {
        let multiple = (ofColumns ? farColumns : farRows) + BigInt(place >> Quadtree.maxIntLevel)
        isSet = (multiple >> (bit - Quadtree.maxIntLevel)).isOdd
      }
      guard !isSet else { continue }
      changes.swapAt(index, end)
      end += 1
    }
    return end
  }

  private mutating func changeLeaf(
    _ id: NodeID, by range: Range<Int>
  ) throws(MemoryExhausted) -> NodeID {
    let shape = store.shape
    let inner = store.shape.leafSide - 1
    var leaf = store[id.leaf]
    for change in changes[range] {
      let x = change.x & inner
      let y = change.y & inner
      let state = shape.state(leaf, x: x, y: y)
      for plane in 0..<planes {
        let bit = UInt64(state >> State(plane) & 1) << UInt64(change.bit)
        former[change.word * planes + plane] |= bit
      }
      shape.set(in: &leaf, x: x, y: y, to: change.state)
    }
    return try store.node(leaf)
  }
}
