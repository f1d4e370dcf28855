// Describes the neighborhoods of Larger than Life rules.
extension LargerThanLife {
  /// The cells counted by a cell, and their weights.
  package struct Neighborhood: Hashable, Sendable {
    /// The shapes, each with its letter in rulestrings.
    package enum Shape: String, CaseIterable, Sendable {
      case moore = "M"
      case vonNeumann = "N"
      case circular = "C"
      case euclidean = "2"
      case cross = "+"
      case saltire = "X"
      case star = "*"
      case hash = "#"
      case checkerboard = "B"
      case alignedCheckerboard = "D"
      case hexagonal = "H"
      case asterisk = "A"
      case tripod = "3"
      case triangular = "L"
      case gaussian = "G"
      /// One bit per cell, in ``digits``.
      case custom = "@"
      /// One signed weight per cell, in ``digits``.
      case weighted = "W"
    }

    package let shape: Shape
    package let range: Int
    /// The hexadecimal digits of a custom or weighted neighborhood, in lower case.
    package var digits: [UInt8] = []
    /// The factor of each state in a sum; empty if only state 1 counts.
    package var stateWeights: [Int] = []
    /// The tiling of a custom or weighted neighborhood, from a final `H` or `L`; `nil` for squares.
    package var tiling: Tiling?

    package enum Tiling: String, Sendable {
      case hexagonal = "H"
      case triangular = "L"
    }

    package init(_ shape: Shape, range: Int) {
      self.shape = shape
      self.range = range
    }
  }
}

extension LargerThanLife.Neighborhood {
  /// The distance in columns to the farthest neighbor; in rows it is ``range``.
  package var reach: Int { shape == .triangular ? 2 * range : range }

  /// Whether cells are triangles, pointing up and down alternately: the neighborhood of every
  /// second cell is mirrored vertically.
  package var isTriangular: Bool { shape == .triangular || tiling == .triangular }

  /// Whether the neighborhood gives the cell itself a weight.
  package var includesCenter: Bool { shape == .gaussian || shape == .weighted }

  /// The largest range of a shape, as in Golly.
  package static func maxRange(_ shape: Shape) -> Int {
    switch shape {
    case .gaussian: 50
    case .triangular: 250
    default: 500
    }
  }

  /// The weight of the cell at a distance; 0 if it is not a neighbor. `dy` grows south.
  ///
  /// - Parameter odd: whether column + row of the counting cell is odd.
  package func weight(dx: Int, dy: Int, atOddParity odd: Bool = false) -> Int {
    guard abs(dx) <= reach, abs(dy) <= range else { return 0 }
    guard dx != 0 || dy != 0 || includesCenter else { return 0 }
    let dy = odd && isTriangular ? -dy : dy
    switch shape {
    case .gaussian: return (range + 1 - abs(dx)) * (range + 1 - abs(dy))
    case .weighted: return listedWeight(x: dx, y: dy)
    case .custom: return listedBit(x: dx, y: dy)
    default: return contains(x: dx, y: dy) ? 1 : 0
    }
  }

  private func contains(x dx: Int, y dy: Int) -> Bool {
    let x = abs(dx)
    let y = abs(dy)
    let r = range
    return switch shape {
    case .vonNeumann: x + y <= r
    case .circular: x * x + y * y <= r * r + r
    case .euclidean: x * x + y * y <= r * r
    case .cross: x == 0 || y == 0
    case .saltire: x == y
    case .star: x == 0 || y == 0 || x == y
    case .hash: x == 1 || y == 1
    case .checkerboard: (x + y) % 2 == 1
    case .alignedCheckerboard: (x + y) % 2 == 0
    case .hexagonal: abs(dx - dy) <= r
    case .asterisk: x == 0 || y == 0 || dx == dy
    case .tripod: (x == 0 && dy < 0) || (y == 0 && dx < 0) || (dx == dy && dx > 0)
    case .triangular: x <= (dy < 0 ? 2 * r + 1 + dy : 2 * r - dy)
    case .moore, .gaussian, .custom, .weighted: true
    }
  }

  /// The bit of a cell in the digits: row by row from the north-west, without the center.
  private func listedBit(x dx: Int, y dy: Int) -> Int {
    let index = (dy + range) * (2 * range + 1) + dx + range
    let bit = index > 2 * range * (range + 1) ? index - 1 : index
    return nibble(bit / 4) >> (3 - bit % 4) & 1
  }

  /// The weight of a cell, from one or two of the digits: a sign bit, then the magnitude.
  private func listedWeight(x dx: Int, y dy: Int) -> Int {
    let side = 2 * range + 1
    let index = (dy + range) * side + dx + range
    if digits.count == side * side {
      let value = nibble(index)
      return value < 8 ? value : 8 - value
    }
    let value = nibble(2 * index) << 4 | nibble(2 * index + 1)
    return value < 0x80 ? value : 0x80 - value
  }

  private func nibble(_ index: Int) -> Int {
    digits[index].hexadecimalValue
  }

  /// The cells of non-zero weight, row by row from the north-west.
  ///
  /// - Parameter odd: whether column + row of the cell is odd; matters for triangular neighborhoods
  ///   only. See ``LargerThanLife/parityStartsAtCorner``.
  package func neighbors(atOddParity odd: Bool) -> [(dx: Int, dy: Int, weight: Int)] {
    (-range...range).flatMap { dy in
      (-reach...reach).compactMap { dx in
        let weight = weight(dx: dx, dy: dy, atOddParity: odd)
        return weight == 0 ? nil : (dx, dy, weight)
      }
    }
  }

  /// The minimum and maximum sum of weights over all sets of cells.
  package var weightSums: ClosedRange<Int> {
    var least = 0
    var most = 0
    for dy in -range...range {
      for dx in -reach...reach {
        let weight = weight(dx: dx, dy: dy)
        if weight < 0 { least += weight } else { most += weight }
      }
    }
    return least...most
  }
}

extension LargerThanLife.Neighborhood: CustomStringConvertible {
  /// The text after the `N` in a rulestring.
  package var description: String {
    var text = shape.rawValue + String(decoding: digits, as: UTF8.self)
    if !stateWeights.isEmpty {
      text += "," + stateWeights.map { String($0, radix: 16) }.joined()
    }
    return text + (tiling?.rawValue ?? "")
  }
}
