internal import LifeCore

// A node whose step is as long as light needs from its edge to its middle: two steps of half the
// length, of nodes half as large.
extension Successors {
  /// Pushes four overlapping nodes for each of a batch: those around the middle, half a step later,
  /// from the successors of the nine nodes half as large.
  ///
  ///      0 1 2       each of the four has the successors of four of the nine as quadrants:
  ///      3 4 5       0 1 3 4, 1 2 4 5, 3 4 6 7 and 4 5 7 8
  ///      6 7 8
  func advanceHalfway(_ place: Int, _ count: Int, level: Int) throws {
    try makeRoom(nodes: 5 * count)
    let nine = try stack.push(9 * count)
    findNine(place, count, nine)
    try request(nine, 9 * count, level: level - 1)
    try makeRoom(nodes: 4 * count)
    let (elements, keys) = unsafe (stack.elements, keys.elements)
    let nodes = unsafe memos.entries
    for index in 0..<count {
      let from = unsafe elements + (nine &+ 9 &* index)
      let to = unsafe keys + 4 &* index
      let (a, b, c) = unsafe (
        nodes[from[0].index].memo, nodes[from[1].index].memo, nodes[from[2].index].memo
      )
      let (d, e, f) = unsafe (
        nodes[from[3].index].memo, nodes[from[4].index].memo, nodes[from[5].index].memo
      )
      let (g, h, i) = unsafe (
        nodes[from[6].index].memo, nodes[from[7].index].memo, nodes[from[8].index].memo
      )
      unsafe to[0] = QuadNode(a, b, d, e)
      unsafe to[1] = QuadNode(b, c, e, f)
      unsafe to[2] = QuadNode(d, e, g, h)
      unsafe to[3] = QuadNode(e, f, h, i)
    }
    unsafe store.resolve(keys, 4 * count, into: elements + nine)
    stack.removeLast(5 * count)
  }

  /// Finds the four quadrants of each node of a batch, and the five nodes between them.
  private func findNine(_ place: Int, _ count: Int, _ nine: Int) {
    let (stack, keys, found) = unsafe (stack.elements, keys.elements, found.elements)
    let nodes = unsafe memos.entries
    prefetchQuadrants(place, count)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let (nw, ne) = unsafe (nodes[node.nw.index].node, nodes[node.ne.index].node)
      let (sw, se) = unsafe (nodes[node.sw.index].node, nodes[node.se.index].node)
      let to = unsafe keys + 5 &* index
      unsafe to[0] = QuadNode(nw.ne, ne.nw, nw.se, ne.sw)
      unsafe to[1] = QuadNode(nw.sw, nw.se, sw.nw, sw.ne)
      unsafe to[2] = QuadNode(nw.se, ne.sw, sw.ne, se.nw)
      unsafe to[3] = QuadNode(ne.sw, ne.se, se.nw, se.ne)
      unsafe to[4] = QuadNode(sw.ne, se.nw, sw.se, se.sw)
    }
    unsafe store.resolve(keys, 5 * count, into: found)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let to = unsafe stack + (nine &+ 9 &* index)
      let from = unsafe found + 5 &* index
      unsafe (to[0], to[1], to[2]) = unsafe (node.nw, from[0], node.ne)
      unsafe (to[3], to[4], to[5]) = unsafe (from[1], from[2], from[3])
      unsafe (to[6], to[7], to[8]) = unsafe (node.sw, from[4], node.se)
    }
  }
}
