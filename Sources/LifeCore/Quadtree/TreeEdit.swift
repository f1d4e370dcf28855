/// Edits cells of a tree in one descent from the root. It replaces the nodes on the paths to these
/// cells; all others are shared with the former tree.
package struct TreeEdit {
  private let store: QuadStore
  private let cells: CellStates
  /// The words of `cells` to edit.
  private let words: Range<Int>
  /// The former states of the cells: for each word of the edit one word per plane.
  package private(set) var former: [UInt64]

  /// - Parameter words: some of the words of `cells`.
  package init(_ words: Range<Int>, of cells: CellStates, in store: QuadStore) {
    self.store = store
    self.cells = cells
    self.words = words
    former = [UInt64](repeating: 0, count: words.count * cells.planes)
  }

  /// The root with the new states.
  ///
  /// - Parameter corner: the root's north-western cell, counted from the (0, 0) of the cells.
  /// - Precondition: all cells lie in the root.
  /// - Throws: ``MemoryExhausted``.
  package mutating func apply(
    to root: NodeID, level: Int, corner: Position
  ) throws(MemoryExhausted) -> NodeID {
    try apply(Array(words), to: root, level: level, corner: corner)
  }

  /// Edits the cells of some words, or of the parts of them that lie in a node.
  private mutating func apply(
    _ words: [Int], to id: NodeID, level: Int, corner: Position
  ) throws(MemoryExhausted) -> NodeID {
    if words.isEmpty { return id }
    if level == store.leafLevel { return try changeLeaf(id, by: words, corner: corner) }
    let old = store[id]
    let cells = cells
    let east = corner.x + BigInt.powerOfTwo(level - 1)
    let south = corner.y + BigInt.powerOfTwo(level - 1)
    let x = east.clamped
    let y = south.clamped
    let north = words.filter { cells[$0].y < y }
    let rest = words.filter { cells[$0].y >= y }
    let isWest = { (index: Int) in cells[index].x + cells[index].mask.trailingZeroBitCount < x }
    let isEast = { (index: Int) in
      cells[index].x + 63 - cells[index].mask.leadingZeroBitCount >= x
    }
    return try store.join(
      nw: apply(north.filter(isWest), to: old.nw, level: level - 1, corner: corner),
      ne: apply(
        north.filter(isEast), to: old.ne, level: level - 1, corner: Position(x: east, y: corner.y)),
      sw: apply(
        rest.filter(isWest), to: old.sw, level: level - 1, corner: Position(x: corner.x, y: south)),
      se: apply(
        rest.filter(isEast), to: old.se, level: level - 1, corner: Position(x: east, y: south)))
  }

  private mutating func changeLeaf(
    _ id: NodeID, by words: [Int], corner: Position
  ) throws(MemoryExhausted) -> NodeID {
    let cells = cells
    let shape = store.shape
    var leaf = store[id.leaf]
    for index in words {
      let word = cells[index]
      let states = cells.states(ofWord: index)
      let x = (BigInt(word.x) - corner.x).int ?? 0
      let y = (BigInt(word.y) - corner.y).int ?? 0
      for bit in max(0, -x)..<min(64, shape.leafSide - x)
      where word.mask >> UInt64(bit) & 1 == 1 {
        let old = shape.state(leaf, x: x + bit, y: y)
        var new: State = 0
        for plane in 0..<cells.planes {
          let place = (index - self.words.lowerBound) * cells.planes + plane
          former[place] |= UInt64(old >> State(plane) & 1) << UInt64(bit)
          new |= State(states[plane] >> UInt64(bit) & 1) << State(plane)
        }
        shape.set(in: &leaf, x: x + bit, y: y, to: new)
      }
    }
    return try store.node(leaf)
  }
}
