/// The sixteen nodes two levels below a node, four in a row.
@usableFromInline
package struct NodeGrid {
  @usableFromInline var nodes: InlineArray<16, NodeID>

  /// - Parameter quadrants: returns the quadrants of a node.
  @inlinable @inline(__always)
  package init(_ node: QuadNode, quadrants: (NodeID) -> QuadNode) {
    let nw = quadrants(node.nw)
    let ne = quadrants(node.ne)
    let sw = quadrants(node.sw)
    let se = quadrants(node.se)
    nodes = [
      nw.nw, nw.ne, ne.nw, ne.ne, nw.sw, nw.se, ne.sw, ne.se,
      sw.nw, sw.ne, se.nw, se.ne, sw.sw, sw.se, se.sw, se.se,
    ]
  }

  /// The four nodes of a square. The north-western one is in column `x` of row `y`.
  @inlinable @inline(__always)
  package func four(x: Int, y: Int) -> QuadNode {
    let first = 4 * y + x
    return QuadNode(
      nw: nodes[first], ne: nodes[first + 1], sw: nodes[first + 4], se: nodes[first + 5])
  }
}
