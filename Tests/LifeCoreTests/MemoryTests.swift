import LifeCore
import TestSupport
import Testing

/// The memory of the process; the limit is restored, because other tests run at the same time.
@Suite(.serialized) struct MemoryAccountTests {
  private static let huge = 1 << 50

  @Test func `an allocation beyond the limit is refused and not counted`() throws {
    MemoryAccount.setLimit(Self.huge)
    defer { MemoryAccount.setLimit(.max) }
    #expect(!MemoryAccount.take(Self.huge + 1))
    #expect(MemoryAccount.available > Self.huge / 2)
    #expect(throws: MemoryExhausted.self) {
      _ = try MemoryClaim(purpose: "test", bytes: Self.huge + 1)
    }
    let claim = try MemoryClaim(purpose: "test", bytes: Self.huge / 4 * 3)
    withExtendedLifetime(claim) {
      #expect(throws: MemoryExhausted.self) {
        _ = try MemoryClaim(purpose: "test", bytes: Self.huge / 4 * 3)
      }
      #expect(MemoryAccount.take(16), "a small allocation")
      MemoryAccount.give(16)
    }
  }

  @Test func `memory that is returned can be taken again`() throws {
    let before = MemoryAccount.available
    for _ in 0..<3 {
      let list = FallibleArray<UInt64>(purpose: "test")
      for number in 0..<200_000 { try list.append(UInt64(number)) }
      list.trim()
      _ = try Arena<UInt64>(purpose: "test", capacity: 1 << 20)
      _ = try MemoryClaim(purpose: "test", bytes: 1 << 30)
    }
    // Other tests take and return memory at the same time.
    #expect(abs(MemoryAccount.available - before) < 1 << 30)
  }
}

/// What takes more memory than there is, or than is allowed, is refused, and nothing is lost by it.
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
    #expect(store.nodeCount == 1 && store.leafCount == 2)
    #expect(try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4)) == leaf)
  }

  /// The row has few different nodes, so the row itself is what takes too much.
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

  @Test func `a run that is too long to rasterize exceeds the limit`() throws {
    let cells = Cells([CellRun(y: 0, x: 0, length: 1 << 24, state: 2)])
    refused("quadtree") {
      _ = try Quadtree(cells, at: .origin, in: QuadStore(memoryLimit: 1 << 20, states: 4))
    }
  }
}

/// Cells that are so far apart that no row holds them.
@Suite struct PatternExtentTests {
  private static let far = BigInt.powerOfTwo(90)

  /// One cell at the origin and one far away, either along an axis.
  private static func pair(_ x: BigInt, _ y: BigInt) -> (Pattern, Pattern) {
    var near = Art.pattern("O")
    var away = Art.pattern("O")
    near.position = .origin
    away.position = Position(x: x, y: y)
    return (near, away)
  }

  static let places: [(BigInt, BigInt)] = [
    (far, 0), (0, far), (-far, 0), (0, -far), (.powerOfTwo(62), 0), (0, -.powerOfTwo(62)),
  ]

  @Test(arguments: places.indices)
  func `patterns too far apart cannot be compared unless empty`(index: Int) throws {
    let (x, y) = Self.places[index]
    let (near, away) = Self.pair(x, y)
    #expect(throws: MemoryExhausted(purpose: "comparison", bytes: .max)) {
      try near.difference(from: away)
    }
    var nothing = near
    var none = away
    nothing.cells = .none
    none.cells = .none
    #expect(try nothing.difference(from: none) == nil)
  }

  @Test(arguments: places.indices)
  func `patterns too far apart cannot be pasted`(index: Int) throws {
    let (x, y) = Self.places[index]
    let (near, away) = Self.pair(x, y)
    #expect(throws: MemoryExhausted(purpose: "pattern", bytes: .max)) {
      try near.pasting(away, limit: .max)
    }
  }

  @Test func `a tree of cells too far apart has no rows`() throws {
    let store = try QuadStore()
    var west = try store.node(QuadLeaf(nw: 1, ne: 0, sw: 0, se: 0))
    var level = store.leafLevel
    while level < 100 {
      west = try store.join(nw: west, ne: .empty, sw: .empty, se: .empty)
      level += 1
    }
    let cell = Quadtree(west, level: level, in: store)
    let corner = cell.corner
    #expect(try cell.rows(limit: .max, from: corner).population == 1)
    #expect(throws: MemoryExhausted(purpose: "pattern", bytes: .max)) {
      try cell.rows(limit: .max, from: .origin)
    }
    let both = Quadtree(
      try store.join(nw: west, ne: west, sw: .empty, se: .empty), level: level + 1, in: store)
    #expect(throws: MemoryExhausted(purpose: "pattern", bytes: .max)) {
      try both.rows(limit: .max, from: both.corner)
    }
  }
}
