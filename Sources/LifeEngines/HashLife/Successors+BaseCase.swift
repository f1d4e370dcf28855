internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Steps nodes of four leaves. They are the lowest level with successors.
struct BaseCase {
  /// The level of nodes of four leaves.
  let level: Int
  fileprivate let kernels: Kernels
  fileprivate let scratch: Arena<UInt64>
  fileprivate let method: Method

  fileprivate enum Method {
    /// Cells of two states, in vector registers: 32 × 32 cells at a time.
    case circuit(Circuit)
    /// Cells of more states, by tables.
    case states(StateBaseCase)
  }

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  init(_ rule: Rule, store: QuadStore, kernels: Kernels) throws {
    level = store.leafLevel + 1
    self.kernels = kernels
    scratch = try Arena(purpose: "quadtree", capacity: 32 * 8)
    method =
      if let circuit = Circuit(rule) {
        .circuit(circuit)
      } else {
        .states(try StateBaseCase(rule, shape: store.shape))
      }
  }
}

extension Successors {
  /// Computes the successors of a batch of nodes of four leaves.
  func stepLeaves(at place: Int, count: Int) throws {
    try makeRoom(nodes: 0, leaves: count)
    let stack = unsafe stack.elements
    let keys = unsafe leafKeys.elements
    let found = unsafe foundLeaves.elements
    let nodes = unsafe memos.entries
    let leaves = unsafe store.leafEntries
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      for quadrant in 0..<4 {
        let leaf = node[quadrant].leaf
        unsafe found[4 &* index &+ quadrant] = leaf
        unsafe life_prefetch(leaves + leaf.index)
      }
    }
    unsafe base.step(
      leaves, ids: found, count: count, generations: step.generations(at: base.level),
      phase: step.phase, into: keys)
    unsafe store.resolve(keys, count: count, into: found)
    for index in 0..<count {
      unsafe nodes[stack[place &+ index].index].memo = NodeID(found[index])
    }
  }
}

extension BaseCase {
  /// Steps `count` nodes of four leaves each, and writes the leaves in their middles.
  fileprivate func step(
    _ leaves: UnsafePointer<QuadLeaf>, ids: UnsafePointer<LeafID>, count: Int,
    generations: Int, phase: Int, into middles: UnsafeMutablePointer<QuadLeaf>
  ) {
    switch method {
    case .circuit(let circuit):
      unsafe circuit.advanced(by: phase).withPrograms { program, stride in
        // The kernel takes leaves as four words each, and their indices.
        var batch = unsafe life_node_batch(
          leaves: UnsafeRawPointer(leaves).assumingMemoryBound(to: UInt64.self),
          nodes: UnsafeRawPointer(ids).assumingMemoryBound(to: UInt32.self), count: count,
          generations: generations, scratch: scratch.elements,
          successors: UnsafeMutableRawPointer(middles).assumingMemoryBound(to: UInt64.self),
          program: program, program_stride: stride)
        unsafe kernels.advanceNodes(&batch)
      }
    case .states(let base):
      for index in 0..<count {
        let four = unsafe ids + 4 &* index
        let node = unsafe (
          leaves[four[0].index], leaves[four[1].index], leaves[four[2].index],
          leaves[four[3].index]
        )
        unsafe middles[index] = base.middle(of: node, after: generations, phase: phase)
      }
    }
  }
}
