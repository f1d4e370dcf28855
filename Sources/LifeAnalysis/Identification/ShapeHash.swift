internal import LifeCore

/// A hash of the live cells of a quadtree, independent of their position.
///
/// It is the sum of state · a^x · b^y over the live cells, modulo 2^64, divided by a^x · b^y of the
/// north-western corner of the bounding box. The bases a and b are odd, so their powers have
/// inverses. Unequal patterns may have equal hashes: a hash only proposes, cells decide.
struct ShapeHash {
  private let store: QuadStore
  /// The sums of nodes, with the north-western corner of each at (0, 0).
  private var sums: [NodeID: UInt64] = [:]
  /// The number of the store's collections at the time of the sums. A later collection may reuse
  /// IDs.
  private var collections: Int

  /// Arbitrary odd numbers.
  private static let a: UInt64 = 0x9e37_79b9_7f4a_7c15
  private static let b: UInt64 = 0xc2b2_ae3d_27d4_eb4f

  init(_ store: QuadStore) {
    self.store = store
    collections = store.collections
  }

  /// The hash of a tree of the store. `nil` without live cells or far from the tree's origin.
  ///
  /// - Complexity: O(nodes not yet seen in other trees).
  mutating func hash(_ tree: Quadtree) -> UInt64? {
    guard let bounds = tree.bounds, let x = bounds.x.int, let y = bounds.y.int, tree.level < 62
    else { return nil }
    if collections != store.collections {
      sums.removeAll(keepingCapacity: true)
      collections = store.collections
    }
    // The north-western corner of the root is half its side away from the tree's origin.
    let half = 1 << (tree.level - 1)
    return sum(tree.root, level: tree.level)
      &* Self.power(Self.a, exponent: -half - x) &* Self.power(Self.b, exponent: -half - y)
  }

  private mutating func sum(_ id: NodeID, level: Int) -> UInt64 {
    if id.isEmpty { return 0 }
    if let known = sums[id] { return known }
    let result: UInt64
    if id.isLeaf {
      result = leafSum(store[id.leaf])
    } else {
      let node = store[id]
      let side = 1 << (level - 1)
      let east = Self.power(Self.a, exponent: side)
      let south = Self.power(Self.b, exponent: side)
      let north = sum(node.nw, level: level - 1) &+ east &* sum(node.ne, level: level - 1)
      let below = sum(node.sw, level: level - 1) &+ east &* sum(node.se, level: level - 1)
      result = north &+ south &* below
    }
    sums[id] = result
    return result
  }

  private func leafSum(_ leaf: QuadLeaf) -> UInt64 {
    let shape = store.shape
    var result: UInt64 = 0
    var row: UInt64 = 1
    for y in 0..<shape.leafSide {
      var power = row
      for x in 0..<shape.leafSide {
        result &+= UInt64(shape.state(leaf, x: x, y: y)) &* power
        power &*= Self.a
      }
      row &*= Self.b
    }
    return result
  }

  /// An odd base to a power, possibly negative. Odd numbers modulo 2^64 return to 1 after 2^62
  /// multiplications, so only the lower 62 bits of the exponent matter.
  private static func power(_ base: UInt64, exponent: Int) -> UInt64 {
    var rest = UInt64(bitPattern: Int64(exponent)) & (1 << 62 - 1)
    var square: UInt64 = base
    var result: UInt64 = 1
    while rest != 0 {
      if rest & 1 == 1 { result &*= square }
      square &*= square
      rest >>= 1
    }
    return result
  }
}
