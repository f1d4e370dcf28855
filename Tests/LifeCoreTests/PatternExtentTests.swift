import LifeCore
import TestSupport
import Testing

/// Cells too far apart for a row.
@Suite struct PatternExtentTests {
  private static let far = BigInt.powerOfTwo(90)

  /// One cell at the origin and one far away, either along an axis.
  private static func pair(x: BigInt, y: BigInt) -> (Pattern, Pattern) {
    (Art.pattern("O", at: .origin), Art.pattern("O", at: Position(x: x, y: y)))
  }

  static let places: [(BigInt, BigInt)] = [
    (far, 0), (0, far), (-far, 0), (0, -far), (.powerOfTwo(62), 0), (0, -.powerOfTwo(62)),
  ]

  @Test(arguments: places.indices)
  func `patterns too far apart cannot be compared unless empty`(index: Int) throws {
    let (x, y) = Self.places[index]
    let (near, away) = Self.pair(x: x, y: y)
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
    let (near, away) = Self.pair(x: x, y: y)
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
