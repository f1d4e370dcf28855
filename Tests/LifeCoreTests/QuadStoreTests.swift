import LifeCore
import TestSupport
import Testing

@Suite struct QuadStoreTests {
  /// Keys with a few common youngest quadrants, so some shards get very full.
  private static func keys(seed: Int, count: Int) -> [QuadNode] {
    var random = Seeded(seed)
    return (0..<count).map { index in
      let last = UInt32(truncatingIfNeeded: index % 3 == 0 ? 4000 : 1 + index / 4)
      func id(upTo highest: UInt32) -> NodeID {
        NodeID(rawValue: UInt32.random(in: 0...highest, using: &random))
      }
      return QuadNode(
        nw: id(upTo: last), ne: NodeID(rawValue: last), sw: id(upTo: 3), se: id(upTo: last))
    }
  }

  @Test func `every node has one ID as long as it is in use`() throws {
    let store = try QuadStore()
    var known: [QuadNode: NodeID] = [:]
    for key in Self.keys(seed: 1, count: 60_000) {
      let id = try store.join(nw: key.nw, ne: key.ne, sw: key.sw, se: key.se)
      if let earlier = known[key] { #expect(earlier == id) }
      known[key] = id
    }
    #expect(Set(known.values).count == known.count)
    for (key, id) in known { #expect(store[id] == key) }
  }

  @Test func `every leaf has one ID`() throws {
    let store = try QuadStore()
    let leaves = (1...60_000).map { QuadLeaf(nw: UInt64($0), ne: 0, sw: UInt64($0 / 7), se: 0) }
    let ids = try leaves.map { try store.node($0) }
    #expect(Set(ids).count == leaves.count)
    #expect(try leaves.map { try store.node($0) } == ids)
    store.checkInvariants()
  }

  @Test func `nodes that are not pinned are freed, and their IDs used again`() throws {
    let store = try QuadStore()
    let leaf = try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4))
    let kept = try store.join(nw: leaf, ne: .empty, sw: .empty, se: leaf)
    let root = try store.join(nw: kept, ne: kept, sw: .empty, se: kept)
    store.pin(root)
    for index in 0..<5000 {
      let other = try store.node(QuadLeaf(nw: UInt64(index), ne: 5, sw: 6, se: 7))
      _ = try store.join(nw: other, ne: leaf, sw: other, se: leaf)
    }
    let before = store.nodeCount
    let end = store.nodeEnd
    #expect(before == 5003)
    store.checkInvariants()
    try store.collect { _ in }
    #expect(store.nodeCount == 3)
    store.checkInvariants()
    #expect(try store.join(nw: kept, ne: kept, sw: .empty, se: kept) == root)
    #expect(try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4)) == leaf)
    for index in 0..<5000 {
      let other = try store.node(QuadLeaf(nw: UInt64(index), ne: 8, sw: 9, se: 10))
      #expect(try store.join(nw: leaf, ne: other, sw: .empty, se: other) != root)
    }
    #expect(store.nodeEnd == end)
    store.checkInvariants()
  }

  @Test func `a store has at most one owner of memos`() throws {
    let store = try QuadStore()
    let memos = NodeMemos(of: store)
    #expect(memos != nil && NodeMemos(of: store) == nil)
  }

  @Test func `equal cells have one smallest tree, whatever the level of the original`() throws {
    let store = try QuadStore()
    let leaf = try store.node(QuadLeaf(nw: 1, ne: 2, sw: 3, se: 4))
    var root = try store.join(nw: leaf, ne: .empty, sw: .empty, se: leaf)
    var level = store.leafLevel + 1
    let smallest = Quadtree(root, level: level, in: store)
    let pattern = Pattern(tree: smallest)
    for _ in 0..<4 {
      for target in [store, try QuadStore()] {
        let copy = try target.copy(of: Quadtree(root, level: level, in: store))
        #expect(copy.level == smallest.level && copy.population == smallest.population)
        copy.checkInvariants()
      }
      root = try store.widened(root)
      level += 1
    }
    let again = try pattern.inRows().copied(to: store, center: .origin)
    #expect(again.level == smallest.level && again.root == smallest.root)
    let narrowed = try store.narrowedTree(smallest.root, level: smallest.level)
    #expect(narrowed.root == smallest.root && narrowed.level == smallest.level)
  }

  @Test(arguments: [-70, -1, 0, 1, 37, 63, 64, 1000])
  func `a long run is stored in few nodes`(x: Int) throws {
    let length = 1 << 22 | 5
    let cells = Cells([CellRun(y: 3, x: 0, length: length), CellRun(y: 4, x: 7, length: 1)])
    let store = try QuadStore()
    let tree = try Quadtree(cells, at: Position(x: BigInt(x), y: 20), in: store)
    #expect(tree.population == BigInt(length + 1))
    #expect(tree.bounds == Bounds(x: BigInt(x), y: 23, width: BigInt(length), height: 2))
    #expect(store.nodeCount < 200)
    tree.checkInvariants()
  }

  @Test(arguments: [(0, 0), (1, 5), (63, 15), (-64, -16), (-65, -17), (200, 100)])
  func `a tree has the cells that it was built from`(x: Int, y: Int) throws {
    let cells = Soup.cells(7, width: 200, height: 70)
    let offset = Position(x: BigInt(x), y: BigInt(y))
    let tree = try Quadtree(cells, at: offset, in: QuadStore())
    let corner = tree.corner
    let back = try tree.rows(limit: .max, from: corner)
    let dx = try #require((corner.x - offset.x).int)
    let dy = try #require((corner.y - offset.y).int)
    #expect(back.population == cells.population)
    #expect(cells.isSame(as: back, shiftedBy: Offset(x: dx, y: dy)))
  }
}

@Suite struct QuadtreeTranslationTests {
  /// Offsets around the edges of leaves and nodes, and beyond the tree.
  static let offsets: [(BigInt, BigInt)] = [
    (0, 1), (1, 0), (-1, -1), (15, -16), (16, 17), (-64, 64), (1000, -1), (0, -1000),
    (.powerOfTwo(62) + 3, -5), (-.powerOfTwo(90), .powerOfTwo(70)),
  ]

  @Test func `a translated tree equals a tree built at the new place`() async throws {
    try await forEachCase(of: pairs(Self.offsets.indices, [2, 4, 200])) { index, states in
      let (dx, dy) = Self.offsets[index]
      let cells =
        states == 2
        ? Soup.cells(3, width: 150, height: 90)
        : Cells(
          (0..<400).map {
            CellRun(y: $0 / 10, x: $0 % 10 * 7, length: 2, state: State(1 + $0 % (states - 1)))
          })
      let store = try QuadStore(states: states)
      let start = Position(x: -70, y: 5)
      let tree = try Quadtree(cells, at: start, in: store)
      let offset = Position(x: dx, y: dy)
      let moved = try store.translated(tree, by: offset)
      let expected = try Quadtree(cells, at: start + offset, in: store)
      #expect(moved.root == expected.root && moved.level == expected.level)
      moved.checkInvariants()
      store.checkInvariants()
    }
  }

  @Test func `translation takes time proportional to nodes, not to cells`() throws {
    let store = try QuadStore()
    var root = try store.node(QuadLeaf(nw: ~0, ne: ~0, sw: ~0, se: ~0))
    for _ in store.leafLevel..<200 { root = try store.join(nw: root, ne: root, sw: root, se: root) }
    let tree = Quadtree(root, level: 200, in: store)
    let moved = try store.translated(tree, by: Position(x: 12_345, y: -1))
    #expect(moved.population == tree.population && store.nodeCount < 5000)
    #expect(moved.bounds == tree.bounds?.moved(by: Position(x: 12_345, y: -1)))
  }

  @Test func `the cells of each state are counted in rows and in trees`() throws {
    let runs = [
      CellRun(y: 0, x: 60, length: 9, state: 1), CellRun(y: 1 << 40, x: -9, length: 70, state: 3),
    ]
    let pattern = try Pattern(cells: Cells(runs), under: "345/2/5").packedForRule()
    #expect(try pattern.statePopulations() == [9, 0, 70, 0])
    #expect(try pattern.inTree().statePopulations() == [9, 0, 70, 0])
  }

  @Test func `patterns are compared even if their trees have different centers`() throws {
    let pattern = Pattern(cells: Soup.cells(5, width: 70, height: 70), at: Position(x: 3, y: -40))
    let one = try pattern.inTree(center: Position(x: 0, y: 1))
    let other = try pattern.inTree(center: Position(x: -1000, y: 77))
    #expect(try one.hasSameCells(as: other) && pattern.hasSameCells(as: one))
    #expect(try one.difference(from: other) == nil)
    var moved = other
    moved.statedPosition?.x += 1
    #expect(try !one.hasSameCells(as: moved))
  }
}
