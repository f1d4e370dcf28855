import TestSupport
import Testing

@testable import LifeCore

/// Requests beyond the memory or the limit are refused, and nothing is lost.
@Suite struct MemoryLimitTests {
  private func refused(_ purpose: String, _ body: () throws -> Void) {
    let error = #expect(throws: MemoryExhausted.self, performing: body)
    #expect(error?.purpose == purpose)
  }

  @Test func `a refused allocation leaves an array as it was`() throws {
    let array = FallibleArray<UInt64>(purpose: "words")
    try array.append(7)
    for extra in [1 << 50, 1 << 58, 1 << 61, .max] {
      refused("words") { try array.reserve(extra) }
    }
    refused("words") { try array.reserve(1000, limit: 8007) }
    try array.reserve(1000, limit: 8008)
    #expect(array.count == 1 && array[0] == 7)
  }

  @Test func `a failed allocation leaves an arena unchanged`() throws {
    let arena = try Arena<UInt64>(purpose: "words", capacity: 100)
    unsafe arena.elements[99] = 7
    let capacity = arena.capacity
    #expect(capacity >= 100 && arena.byteCount >= 800)
    for count in [1 << 50, 1 << 60, .max] {
      refused("words") { try arena.grow(to: count) }
      refused("words") { _ = try Arena<UInt64>(purpose: "words", capacity: count) }
    }
    #expect(unsafe arena.elements[99] == 7 && arena.capacity == capacity)
  }

  @Test func `room for more nodes than IDs can name is refused`() throws {
    let store = try QuadStore()
    let leaf = try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4))
    refused("quadtree") { try store.reserve(nodes: 1 << 30) }
    #expect(store.nodeCount == 1 && store.leaves.count == 2)
    #expect(try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4)) == leaf)
  }

  /// The row has few different nodes, so the row itself takes too much.
  @Test(arguments: [2, 4])
  func `a row of more nodes than the memory limit allows is refused`(states: Int) throws {
    let count = 60_000
    let cells = Cells(
      (0..<count).map {
        CellRun(y: 0, x: 32 * $0 + $0 % 2, length: 1, state: states == 2 ? 1 : 2)
      })
    refused("quadtree") {
      let store = try QuadStore(memoryLimit: 1 << 20, states: states)
      _ = try Quadtree(cells, at: .origin, in: store)
    }
    let roomy = try QuadStore(memoryLimit: 1 << 28, states: states)
    #expect(try Quadtree(cells, at: .origin, in: roomy).population == BigInt(count))
  }

  @Test func `a long run of equal cells takes little memory as a tree`() throws {
    let cells = Cells([CellRun(y: 0, x: 0, length: 1 << 20, state: 2)])
    let tree = try Quadtree(cells, at: .origin, in: QuadStore(memoryLimit: 1 << 20, states: 4))
    #expect(tree.population == BigInt(1 << 20))
  }
}
