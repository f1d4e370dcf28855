internal import LifeCore

/// The quadrants of a node and the five nodes of their size between them, in reading order.
struct NineNodes {
  private var nodes = InlineArray<9, NodeID>(repeating: .empty)

  init(around id: NodeID, in store: QuadStore) throws(MemoryExhausted) {
    if id.isEmpty { return }
    let node = store[id]
    let nw = store[node.nw]
    let ne = store[node.ne]
    let sw = store[node.sw]
    let se = store[node.se]
    nodes[0] = node.nw
    nodes[1] = try store.join(nw: nw.ne, ne: ne.nw, sw: nw.se, se: ne.sw)
    nodes[2] = node.ne
    nodes[3] = try store.join(nw: nw.sw, ne: nw.se, sw: sw.nw, se: sw.ne)
    nodes[4] = try store.join(nw: nw.se, ne: ne.sw, sw: sw.ne, se: se.nw)
    nodes[5] = try store.join(nw: ne.sw, ne: ne.se, sw: se.nw, se: se.ne)
    nodes[6] = node.sw
    nodes[7] = try store.join(nw: sw.ne, ne: se.nw, sw: sw.se, se: se.sw)
    nodes[8] = node.se
  }

  subscript(place: Int) -> NodeID {
    get { nodes[place] }
    set { nodes[place] = newValue }
  }

  /// The node of four neighbors, of which this is the north-western one.
  func four(from place: Int, in store: QuadStore) throws(MemoryExhausted) -> NodeID {
    try store.join(
      nw: nodes[place], ne: nodes[place + 1], sw: nodes[place + 3], se: nodes[place + 4])
  }
}
