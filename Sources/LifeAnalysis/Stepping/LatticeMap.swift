package import LifeCore

/// A linear map of the lattice: (x, y) becomes (*xx* · x + *xy* · y, *yx* · x + *yy* · y).
///
/// The symmetries of a rule are such maps, for example (x, y) → (−y, x), a quarter turn. Squares
/// have up to 8. Hexagons have up to 12; they are stored as squares with six of the eight
/// neighbors.
package struct LatticeMap: Hashable, Sendable {
  package var xx: Int
  package var xy: Int
  package var yx: Int
  package var yy: Int

  package static let identity = LatticeMap(xx: 1, xy: 0, yx: 0, yy: 1)

  package init(xx: Int, xy: Int, yx: Int, yy: Int) {
    self.xx = xx
    self.xy = xy
    self.yx = yx
    self.yy = yy
  }

  /// The map of one of the eight symmetries of the square.
  package init(_ orientation: Orientation) {
    let x = orientation.mirrorsX ? -1 : 1
    let y = orientation.mirrorsY ? -1 : 1
    self =
      orientation.transposes
      ? LatticeMap(xx: 0, xy: x, yx: y, yy: 0) : LatticeMap(xx: x, xy: 0, yx: 0, yy: y)
  }

  /// The same map as a symmetry of the square. `nil` for a map that is not one of the eight.
  var orientation: Orientation? {
    if xy == 0, yx == 0 { return Orientation(mirrorsX: xx < 0, mirrorsY: yy < 0) }
    if xx == 0, yy == 0 {
      return Orientation(transposes: true, mirrorsX: xy < 0, mirrorsY: yx < 0)
    }
    return nil
  }

  package func callAsFunction(_ cell: Cell) -> Cell {
    Cell(x: xx * cell.x + xy * cell.y, y: yx * cell.x + yy * cell.y)
  }

  /// The invertible maps with coefficients −1, 0 or 1, the identity first.
  static let all: [LatticeMap] = {
    let digits = [-1, 0, 1]
    var maps = [identity]
    for xx in digits {
      for xy in digits {
        for yx in digits {
          for yy in digits where abs(xx * yy - xy * yx) == 1 {
            let map = LatticeMap(xx: xx, xy: xy, yx: yx, yy: yy)
            if map != identity { maps.append(map) }
          }
        }
      }
    }
    return maps
  }()

  /// The eight symmetries of the square, the identity first.
  package static let square = all.filter { $0.xx * $0.xy == 0 && $0.yx * $0.yy == 0 }
}

extension Rule {
  /// Whether a pattern turned by ``Pattern/oriented(_:limit:)`` evolves in the same way.
  package func keepsEvolution(turned orientation: Orientation, in universe: Universe) -> Bool {
    let map = LatticeMap(orientation)
    if partitioned?.kind == .margolus {
      return partitionedRules.allSatisfy { $0.isInvariant(under: map) }
    }
    guard isTriangular else { return symmetries.contains(map) }
    return aligns(universe, turned: orientation) && (!orientation.mirrorsX || mirrorsTriangles)
  }

  /// Whether exchanging west and east leaves a triangular rule as it is. Weighted neighborhoods may
  /// change.
  var mirrorsTriangles: Bool {
    guard isTriangular, let neighborhood = largerThanLife?.neighborhood else { return false }
    return neighborhood.neighbors(atOddParity: false).allSatisfy {
      neighborhood.weight(dx: -$0.dx, dy: $0.dy) == $0.weight
    }
  }

  /// The lattice maps under which the rule looks the same, the identity first. Only the identity
  /// if it has blocks or triangles: a map around the origin moves them to other places.
  package var symmetries: [LatticeMap] {
    if let rules = alternating {
      return rules.dropFirst().reduce(rules[0].symmetries) { common, rule in
        let symmetries = rule.symmetries
        return common.filter(symmetries.contains)
      }
    }
    if case .table(let table) = family { return table.symmetries }
    return base?.symmetries ?? largerThanLife?.symmetries ?? [.identity]
  }
}

extension PartitionedRule {
  /// Whether blocks that a map turns in their places become the turned results.
  fileprivate func isInvariant(under map: LatticeMap) -> Bool {
    let places = (0..<4).map { cell in
      let place = map(Cell(x: 2 * (cell & 1) - 1, y: 2 * (cell >> 1) - 1))
      return (place.x + 1) / 2 + place.y + 1
    }
    let turned = { (block: Int) in
      places.indices.reduce(0) { $0 | (block >> $1 & 1) << places[$1] }
    }
    return table.indices.allSatisfy { Int(table[turned($0)]) == turned(Int(table[$0])) }
  }
}

extension TwoStateRule {
  fileprivate var symmetries: [LatticeMap] {
    let neighbors = (0..<9).filter { $0 != 4 && neighborhood.mask >> (8 - $0) & 1 == 1 }
      .map { Cell(x: $0 % 3 - 1, y: $0 / 3 - 1) }
    return LatticeMap.all.filter { map in
      Set(neighbors.map { map($0) }) == Set(neighbors)
        && isInvariant(under: map, neighbors: neighbors)
    }
  }

  private func isInvariant(under lattice: LatticeMap, neighbors: [Cell]) -> Bool {
    let bit = { (cell: Cell) in 1 << (8 - (3 * cell.y + cell.x + 4)) }
    let images = neighbors.map { (from: bit($0), to: bit(lattice($0))) }
    return (0..<MooreMap.count).allSatisfy { index in
      guard index & ~(neighborhood.mask | MooreMap.center) == 0 else { return true }
      let image = images.reduce(index & MooreMap.center) {
        index & $1.from == 0 ? $0 : $0 | $1.to
      }
      return map[index] == map[image]
    }
  }
}

extension LargerThanLife {
  fileprivate var symmetries: [LatticeMap] {
    guard !neighborhood.isTriangular else { return [.identity] }
    let neighbors = neighborhood.neighbors(atOddParity: false)
    let side = 2 * range + 1
    // An array instead of a dictionary: a range of 500 has 10^6 neighbors.
    var weights = [Int](repeating: 0, count: side * side)
    let index = { (cell: Cell) in (cell.y + range) * side + cell.x + range }
    for neighbor in neighbors {
      weights[index(Cell(x: neighbor.dx, y: neighbor.dy))] = neighbor.weight
    }
    return LatticeMap.all.filter { map in
      neighbors.allSatisfy { neighbor in
        let image = map(Cell(x: neighbor.dx, y: neighbor.dy))
        return max(abs(image.x), abs(image.y)) <= range && weights[index(image)] == neighbor.weight
      }
    }
  }
}

extension RuleTable {
  /// The maps between cells of the rule's grid. Others would shear patterns of a one-dimensional
  /// rule.
  fileprivate var symmetries: [LatticeMap] {
    let neighbors = neighborhood.lanes.map { Self.places[$0] }
    return (neighborhood == .hexagonal ? LatticeMap.all : LatticeMap.square).filter { map in
      let image = neighbors.compactMap { neighbors.firstIndex(of: map($0)) }
      return image.count == neighbors.count && isInvariant(under: image)
    }
  }

  /// The lanes of ``RuleTable/Cells9`` as positions relative to the cell.
  private static let places = [
    (0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
  ].map { Cell(x: $0.0, y: $0.1) }
}
