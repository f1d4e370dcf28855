internal import LifeCore

// Full speed: the step is as long as light needs from a node's edge to its middle. It is two steps
// of half the length, of nodes half as large.
extension Successors {
  /// Pushes four overlapping nodes for each node of a batch: its middle, half a step later, made
  /// from the successors of nine nodes half as large.
  ///
  ///      0 1 2       each of the four has the successors of four of the nine as quadrants:
  ///      3 4 5       0 1 3 4, 1 2 4 5, 3 4 6 7 and 4 5 7 8
  ///      6 7 8
  func advanceHalfway(at place: Int, count: Int, level: Int) throws {
    try makeRoom(nodes: 5 * count)
    let nine = try stack.push(9 * count)
    findNine(at: place, count: count, into: nine)
    try request(at: nine, count: 9 * count, level: level - 1)
    try makeRoom(nodes: 4 * count)
    let elements = unsafe stack.elements
    let keys = unsafe keys.elements
    let nodes = unsafe memos.entries
    for index in 0..<count {
      let from = unsafe elements + (nine &+ 9 &* index)
      let to = unsafe keys + 4 &* index
      let a = unsafe nodes[from[0].index].memo
      let b = unsafe nodes[from[1].index].memo
      let c = unsafe nodes[from[2].index].memo
      let d = unsafe nodes[from[3].index].memo
      let e = unsafe nodes[from[4].index].memo
      let f = unsafe nodes[from[5].index].memo
      let g = unsafe nodes[from[6].index].memo
      let h = unsafe nodes[from[7].index].memo
      let i = unsafe nodes[from[8].index].memo
      unsafe to[0] = QuadNode(nw: a, ne: b, sw: d, se: e)
      unsafe to[1] = QuadNode(nw: b, ne: c, sw: e, se: f)
      unsafe to[2] = QuadNode(nw: d, ne: e, sw: g, se: h)
      unsafe to[3] = QuadNode(nw: e, ne: f, sw: h, se: i)
    }
    unsafe store.resolve(keys, count: 4 * count, into: elements + nine)
    stack.removeLast(5 * count)
  }

  /// Finds the four quadrants of each node of a batch, and the five nodes between them.
  private func findNine(at place: Int, count: Int, into nine: Int) {
    let stack = unsafe stack.elements
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    let nodes = unsafe memos.entries
    prefetchQuadrants(at: place, count: count)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let nw = unsafe nodes[node.nw.index].node
      let ne = unsafe nodes[node.ne.index].node
      let sw = unsafe nodes[node.sw.index].node
      let se = unsafe nodes[node.se.index].node
      let to = unsafe keys + 5 &* index
      unsafe to[0] = QuadNode(nw: nw.ne, ne: ne.nw, sw: nw.se, se: ne.sw)
      unsafe to[1] = QuadNode(nw: nw.sw, ne: nw.se, sw: sw.nw, se: sw.ne)
      unsafe to[2] = QuadNode(nw: nw.se, ne: ne.sw, sw: sw.ne, se: se.nw)
      unsafe to[3] = QuadNode(nw: ne.sw, ne: ne.se, sw: se.nw, se: se.ne)
      unsafe to[4] = QuadNode(nw: sw.ne, ne: se.nw, sw: sw.se, se: se.sw)
    }
    unsafe store.resolve(keys, count: 5 * count, into: found)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let to = unsafe stack + (nine &+ 9 &* index)
      let from = unsafe found + 5 &* index
      unsafe to[0] = node.nw
      unsafe to[1] = from[0]
      unsafe to[2] = node.ne
      unsafe to[3] = from[1]
      unsafe to[4] = from[2]
      unsafe to[5] = from[3]
      unsafe to[6] = node.sw
      unsafe to[7] = from[4]
      unsafe to[8] = node.se
    }
  }
}
