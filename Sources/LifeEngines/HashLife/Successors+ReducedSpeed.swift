internal import CCPU
internal import LifeCore

// Reduced speed: the step is shorter than light needs from a node's edge to its middle. It is the
// same step of nodes half as large.
extension Successors {
  /// Pushes four overlapping nodes for each node of a batch: its present middle, an eighth of the
  /// side from its edge.
  ///
  ///      0 1 2       nine nodes a quarter as large, each of parts of four of the sixteen; as nodes
  ///      3 4 5       of every size are cut at one offset only, far fewer are needed than if all
  ///      6 7 8       nine nodes half as large were stepped
  func takeMiddlesOfNodes(at place: Int, count: Int) throws {
    try makeRoom(nodes: 13 * count)
    let target = try stack.push(4 * count)
    let stack = unsafe stack.elements
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    let nodes = unsafe memos.entries
    prefetchQuadrants(at: place, count: count)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      for quadrant in 0..<4 {
        let part = unsafe nodes[node[quadrant].index].node
        for inner in 0..<4 { unsafe life_prefetch(nodes + part[inner].index) }
      }
    }
    for index in 0..<count {
      let grid = unsafe Sixteen(stack[place &+ index], in: nodes)
      for part in 0..<9 {
        let (nw, ne, sw, se) = grid.around(part)
        unsafe keys[9 &* index &+ part] = QuadNode(
          nw: nodes[nw.index].node.se, ne: nodes[ne.index].node.sw, sw: nodes[sw.index].node.ne,
          se: nodes[se.index].node.nw)
      }
    }
    unsafe store.resolve(keys, count: 9 * count, into: found)
    joinNine(into: target, count: count)
  }

  /// The same if the sixteen are leaves.
  func takeMiddlesOfLeaves(at place: Int, count: Int) throws {
    try makeRoom(nodes: 4 * count, leaves: 9 * count)
    let target = try stack.push(4 * count)
    let stack = unsafe stack.elements
    let leafKeys = unsafe leafKeys.elements
    let found = unsafe found.elements
    let foundLeaves = unsafe foundLeaves.elements
    let nodes = unsafe memos.entries
    let leaves = unsafe store.leafEntries
    prefetchQuadrants(at: place, count: count)
    for index in 0..<count {
      let grid = unsafe Sixteen(stack[place &+ index], in: nodes)
      for part in 0..<9 {
        let (nw, ne, sw, se) = grid.around(part)
        unsafe leafKeys[9 &* index &+ part] = QuadLeaf(
          nw: leaves[nw.leaf.index].se, ne: leaves[ne.leaf.index].sw, sw: leaves[sw.leaf.index].ne,
          se: leaves[se.leaf.index].nw)
      }
    }
    unsafe store.resolve(leafKeys, count: 9 * count, into: foundLeaves)
    for index in 0..<9 * count { unsafe found[index] = NodeID(foundLeaves[index]) }
    joinNine(into: target, count: count)
  }

  /// Joins the nine nodes of each node of a batch to four.
  private func joinNine(into target: Int, count: Int) {
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    for index in 0..<count {
      let from = unsafe found + 9 &* index
      let to = unsafe keys + 4 &* index
      unsafe to[0] = QuadNode(nw: from[0], ne: from[1], sw: from[3], se: from[4])
      unsafe to[1] = QuadNode(nw: from[1], ne: from[2], sw: from[4], se: from[5])
      unsafe to[2] = QuadNode(nw: from[3], ne: from[4], sw: from[6], se: from[7])
      unsafe to[3] = QuadNode(nw: from[4], ne: from[5], sw: from[7], se: from[8])
    }
    unsafe store.resolve(keys, count: 4 * count, into: stack.elements + target)
  }
}

/// The sixteen nodes two levels below a node, four in a row.
private struct Sixteen {
  private typealias Row = (NodeID, NodeID, NodeID, NodeID)

  private let rows: (Row, Row, Row, Row)

  @inline(__always)
  init(_ id: NodeID, in nodes: UnsafePointer<NodeEntry>) {
    let node = unsafe nodes[id.index].node
    let nw = unsafe nodes[node.nw.index].node
    let ne = unsafe nodes[node.ne.index].node
    let sw = unsafe nodes[node.sw.index].node
    let se = unsafe nodes[node.se.index].node
    rows = (
      (nw.nw, nw.ne, ne.nw, ne.ne), (nw.sw, nw.se, ne.sw, ne.se),
      (sw.nw, sw.ne, se.nw, se.ne), (sw.sw, sw.se, se.sw, se.se)
    )
  }

  @inline(__always)
  private func row(_ y: Int) -> Row {
    switch y {
    case 0: rows.0
    case 1: rows.1
    case 2: rows.2
    default: rows.3
    }
  }

  /// The four nodes around one of the nine inner corners.
  @inline(__always)
  func around(_ corner: Int) -> (NodeID, NodeID, NodeID, NodeID) {
    let north = row(corner / 3)
    let south = row(corner / 3 + 1)
    switch corner % 3 {
    case 0: return (north.0, north.1, south.0, south.1)
    case 1: return (north.1, north.2, south.1, south.2)
    default: return (north.2, north.3, south.2, south.3)
    }
  }
}
