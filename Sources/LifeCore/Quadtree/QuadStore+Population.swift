// Counts the live cells of a node.
extension QuadStore {
  /// The exact number of live cells in a node.
  ///
  /// - Complexity: O(different nodes in it not counted yet).
  package func population(of id: NodeID) -> BigInt {
    populations.makeRoom(forNodes: nodes.end)
    return count(id)
  }

  private func count(_ id: NodeID) -> BigInt {
    if id.isEmpty { return 0 }
    if id.isLeaf { return BigInt(shape.population(self[id.leaf])) }
    if let known = populations[id] { return known }
    let node = self[id]
    let sum = count(node.nw) + count(node.ne) + count(node.sw) + count(node.se)
    populations.add(sum, of: id)
    return sum
  }
}

/// The known populations of nodes. If there is no memory for all nodes, a population may replace
/// another one, and counting takes longer.
struct PopulationCache {
  private struct Entry: BitwiseCopyable {
    var id: NodeID
    var population: Int
  }

  /// The population of each node, at its index modulo the capacity. Unused entries have the ID 0.
  private var entries: Arena<Entry>?
  /// Populations beyond `Int`: few nodes are so large.
  private var large: [NodeID: BigInt] = [:]

  mutating func makeRoom(forNodes count: Int) {
    // Writing the tree may need the rest of the memory.
    let most = max(0, MemoryAccount.available) / (4 * MemoryLayout<Entry>.stride)
    if let entries {
      // Without memory for more, the present entries serve all nodes.
      try? entries.grow(to: min(count, entries.capacity + most))
      return
    }
    let capacities = [min(count, max(1, most)), 1]
    entries = capacities.lazy.compactMap { try? Arena(purpose: "quadtree", capacity: $0) }.first
  }

  subscript(id: NodeID) -> BigInt? {
    guard let entries else { return nil }
    let entry = unsafe entries.elements[id.index % entries.capacity]
    return entry.id == id ? BigInt(entry.population) : large[id]
  }

  mutating func add(_ population: BigInt, of id: NodeID) {
    guard let small = population.int else { return large[id] = population }
    guard let entries else { return }
    unsafe entries.elements[id.index % entries.capacity] = Entry(id: id, population: small)
  }
}
