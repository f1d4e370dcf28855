import LifeCore
import TestSupport
import Testing

/// Squares are kept once each, however many share a quadrant.
@Suite struct `Quadtree store` {
  private struct Key: Hashable {
    var nw: UInt32
    var ne: UInt32
    var sw: UInt32
    var se: UInt32
  }

  /// Keys of which many share their youngest quadrant, so that some shelves get very full.
  private static func keys(_ seed: Int, _ count: Int) -> [Key] {
    var random = Seeded(seed)
    return (0..<count).map { index in
      let last = UInt32(truncatingIfNeeded: index % 3 == 0 ? 4000 : 1 + index / 4)
      func below() -> UInt32 { UInt32.random(in: 0...last, using: &random) }
      return Key(nw: below(), ne: last, sw: UInt32.random(in: 0...3, using: &random), se: below())
    }
  }

  @Test func `every square has one number, for as long as it is in use`() throws {
    let store = try QuadStore()
    var known: [Key: UInt32] = [:]
    for key in Self.keys(1, 60_000) {
      let number = try store.join(key.nw, key.ne, key.sw, key.se)
      if let earlier = known[key] { #expect(earlier == number) }
      known[key] = number
    }
    #expect(Set(known.values).count == known.count)
    for (key, number) in known {
      let node = store.node(number)
      #expect(key == Key(nw: node.nw, ne: node.ne, sw: node.sw, se: node.se))
    }
  }

  @Test func `every leaf has one number`() throws {
    let store = try QuadStore()
    let leaves = (1...60_000).map { QuadLeaf(UInt64($0), 0, UInt64($0 / 7), 0) }
    let numbers = try leaves.map { try store.leaf($0) }
    #expect(Set(numbers).count == leaves.count)
    #expect(try leaves.map { try store.leaf($0) } == numbers)
  }

  @Test func `what is not pinned is forgotten, and its place used again`() throws {
    let store = try QuadStore()
    let leaf = try store.leaf(QuadLeaf(1, 2, 3, 4))
    let kept = try store.join(leaf, 0, 0, leaf)
    let root = try store.join(kept, kept, 0, kept)
    store.pin(root)
    for index in 0..<5000 {
      let other = try store.leaf(QuadLeaf(UInt64(index), 5, 6, 7))
      _ = try store.join(other, leaf, other, leaf)
    }
    let (before, end) = (store.nodes.count, store.nodes.end)
    #expect(before == 5003)
    try store.collect { _ in }
    #expect(store.nodes.count == 3)
    #expect(try store.join(kept, kept, 0, kept) == root)
    #expect(try store.leaf(QuadLeaf(1, 2, 3, 4)) == leaf)
    for index in 0..<5000 {
      let other = try store.leaf(QuadLeaf(UInt64(index), 8, 9, 10))
      #expect(try store.join(leaf, other, 0, other) != root)
    }
    #expect(store.nodes.end == end)
  }

  @Test func `the same cells are the same tree, from however deep a one they come`() throws {
    let store = try QuadStore()
    let leaf = try store.leaf(QuadLeaf(1, 2, 3, 4))
    var (root, level) = (try store.join(leaf, 0, 0, leaf), store.leafLevel + 1)
    let smallest = Quadtree(root, level: level, in: store)
    let rows = Pattern(tree: smallest)
    for _ in 0..<4 {
      for target in [store, try QuadStore()] {
        let copy = try target.copy(of: Quadtree(root, level: level, in: store))
        #expect(copy.level == smallest.level && copy.population == smallest.population)
      }
      (root, level) = (try store.widened(root), level + 1)
    }
    let again = try rows.inRows().copied(to: store)
    #expect(again.level == smallest.level && again.root == smallest.root)
    #expect(try store.narrowed(smallest.root, level: smallest.level) == nil)
  }

  @Test(arguments: [-70, -1, 0, 1, 37, 63, 64, 1000])
  func `a long run is a small tree`(x: Int) throws {
    let length = 1 << 22 | 5
    let cells = Cells([Run(y: 3, x: 0, length: length), Run(y: 4, x: 7, length: 1)])
    let store = try QuadStore()
    let tree = try Quadtree(cells, at: Position(x: BigInt(x), y: 20), in: store)
    #expect(tree.population == BigInt(length + 1))
    #expect(tree.bounds == Bounds(x: BigInt(x), y: 23, width: BigInt(length), height: 2))
    #expect(store.nodes.count < 200)
  }

  @Test(arguments: [(0, 0), (1, 5), (63, 15), (-64, -16), (-65, -17), (200, 100)])
  func `cells come back from a tree as they went in`(x: Int, y: Int) throws {
    let cells = Soup.cells(7, width: 200, height: 70)
    let offset = Position(x: BigInt(x), y: BigInt(y))
    let tree = try Quadtree(cells, at: offset, in: QuadStore())
    let corner = tree.corner
    let back = try tree.rows(limit: .max, from: corner)
    let dx = try #require((corner.x - offset.x).int)
    let dy = try #require((corner.y - offset.y).int)
    #expect(back.population == cells.population)
    #expect(cells.isSame(as: back, shiftedBy: (dx, dy)))
  }
}
