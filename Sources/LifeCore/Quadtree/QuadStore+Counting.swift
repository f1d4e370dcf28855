/// The numbers of living cells in squares, as far as they were counted.
struct Populations {
  /// Counts that fit.
  var small: [UInt32: UInt64] = [:]
  var large: [UInt32: BigInt] = [:]
}

extension QuadStore {
  /// The exact number of living cells in a square.
  ///
  /// - Complexity: O(different squares in it that were not counted yet).
  package func population(_ root: UInt32) -> BigInt {
    if let small = smallPopulation(root) { return BigInt(small) }
    return populations.large[root] ?? 0
  }

  /// Nil if it is above 2^63; it is then among the large ones.
  private func smallPopulation(_ number: UInt32) -> UInt64? {
    if number == 0 { return 0 }
    if number & Self.leafBit != 0 { return UInt64(shape.population(leaf(number))) }
    if let known = populations.small[number] { return known }
    if populations.large[number] != nil { return nil }
    let node = node(number)
    var sum: UInt64 = 0
    var isSmall = true
    for quadrant in 0..<4 {
      guard let part = smallPopulation(node[quadrant]) else {
        isSmall = false
        continue
      }
      let (next, overflow) = sum.addingReportingOverflow(part)
      if overflow || next > UInt64(Int.max) { isSmall = false } else { sum = next }
    }
    if isSmall {
      populations.small[number] = sum
      return sum
    }
    populations.large[number] = (0..<4).reduce(0) { $0 + population(node[$1]) }
    return nil
  }

  /// The bounding box of a square's cells from its north-western corner; nil if nothing lives.
  package func bounds(_ root: UInt32, level: Int) -> Bounds? {
    guard root != 0 else { return nil }
    let west = distance(root, level, nearQuadrants: (0, 2), farQuadrants: (1, 3)) {
      columns($0, isWest: true)
    }
    let east = distance(root, level, nearQuadrants: (1, 3), farQuadrants: (0, 2)) {
      columns($0, isWest: false)
    }
    let north = distance(root, level, nearQuadrants: (0, 1), farQuadrants: (2, 3)) {
      rows($0, isNorth: true)
    }
    let south = distance(root, level, nearQuadrants: (2, 3), farQuadrants: (0, 1)) {
      rows($0, isNorth: false)
    }
    let size = BigInt.powerOfTwo(level)
    return Bounds(x: west, y: north, width: size - west - east, height: size - north - south)
  }

  /// How many dead columns or rows lie along one edge.
  ///
  /// Goes down level by level with all squares that touch the first line that may be alive.
  private func distance(
    _ root: UInt32, _ level: Int, nearQuadrants near: (Int, Int), farQuadrants far: (Int, Int),
    _ inLeaf: (QuadLeaf) -> Int
  ) -> BigInt {
    var squares: Set<UInt32> = [root]
    var distance: BigInt = 0
    for level in stride(from: level, to: leafLevel, by: -1) {
      var (nearer, farther): (Set<UInt32>, Set<UInt32>) = ([], [])
      for square in squares {
        let node = node(square)
        for quadrant in [near.0, near.1] where node[quadrant] != 0 {
          nearer.insert(node[quadrant])
        }
        guard nearer.isEmpty else { continue }
        for quadrant in [far.0, far.1] where node[quadrant] != 0 {
          farther.insert(node[quadrant])
        }
      }
      if nearer.isEmpty { distance += BigInt.powerOfTwo(level - 1) }
      squares = nearer.isEmpty ? farther : nearer
    }
    return distance + (squares.map { inLeaf(leaf($0)) }.min() ?? 0)
  }

  private func columns(_ leaf: QuadLeaf, isWest: Bool) -> Int {
    let all = (0..<shape.leafSide).reduce(0) { $0 | shape.living(leaf, row: $1) }
    return isWest ? all.trailingZeroBitCount : all.leadingZeroBitCount - 64 + shape.leafSide
  }

  private func rows(_ leaf: QuadLeaf, isNorth: Bool) -> Int {
    let side = shape.leafSide
    return (0..<side).first { line in
      shape.living(leaf, row: isNorth ? line : side - 1 - line) != 0
    } ?? side
  }
}
