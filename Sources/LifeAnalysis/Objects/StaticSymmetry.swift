package import LifeCore

/// The symmetry of one phase on the square grid, in the notation of soup searches.
///
/// The number is the position of the center: 1 in the middle of a cell, 2 in the middle of an edge,
/// 4 at a corner.
package enum StaticSymmetry: String, CaseIterable, Sendable {
  // Cases with more maps of the square come later.
  case c1 = "C1"
  case c2n1 = "C2_1"
  case c2n2 = "C2_2"
  case c2n4 = "C2_4"
  case d2x = "D2_x"
  case d2n1 = "D2_+1"
  case d2n2 = "D2_+2"
  case c4n1 = "C4_1"
  case c4n4 = "C4_4"
  case d4x1 = "D4_x1"
  case d4x4 = "D4_x4"
  case d4n1 = "D4_+1"
  case d4n2 = "D4_+2"
  case d4n4 = "D4_+4"
  case d8n1 = "D8_1"
  case d8n4 = "D8_4"

  /// The symmetry of a bitmap about the center of its bounding box.
  package init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height) { bitmap.mapped(by: $0) == bitmap }
  }

  /// The symmetry of a box, given the group of maps that preserve it.
  init(width: Int, height: Int, _ has: (LatticeMap) -> Bool) {
    let flipsX = has(.mirroredX)
    let flipsY = has(.mirroredY)
    let isSquare = width == height
    let flipsDiagonal = isSquare && has(.transposed)
    let flipsAntidiagonal = isSquare && has(.antitransposed)
    let oddX = width % 2 == 1
    let oddY = height % 2 == 1
    switch (flipsX, flipsY, flipsDiagonal, flipsAntidiagonal) {
    case (true, true, true, _): self = oddX ? .d8n1 : .d8n4
    case (true, true, false, _):
      switch (oddX, oddY) {
      case (true, true): self = .d4n1
      case (false, false): self = .d4n4
      default: self = .d4n2
      }
    case (_, _, true, true): self = oddX ? .d4x1 : .d4x4
    case (true, false, _, _): self = oddX ? .d2n1 : .d2n2
    case (false, true, _, _): self = oddY ? .d2n1 : .d2n2
    case (_, _, true, false), (_, _, false, true): self = .d2x
    case (false, false, false, false):
      if isSquare, has(.rotated90) {
        self = oddX ? .c4n1 : .c4n4
      } else if has(.rotated180) {
        switch (oddX, oddY) {
        case (true, true): self = .c2n1
        case (false, false): self = .c2n4
        default: self = .c2n2
        }
      } else {
        self = .c1
      }
    }
  }

  /// The symmetry of a pattern. `nil` without live cells, for a quadtree, or if there are more than
  /// 65 536 live cells or 2^22 cells in the box.
  package init?(of pattern: Pattern) {
    guard pattern.tree == nil, let box = pattern.bounds,
      box.width * box.height <= BigInt(Self.maxArea),
      pattern.population <= BigInt(Self.maxCells)
    else { return nil }
    self.init(Bitmap(pattern.cells))
  }

  private static let maxCells = 1 << 16
  private static let maxArea = 1 << 22

  /// The name in the notation of D. Hickerson's collection of oscillators, such as `.k`.
  var shortName: String {
    switch self {
    case .c1: "n"
    case .c2n1: ".c"
    case .c2n2: ".e"
    case .c2n4: ".k"
    case .d2x: "/"
    case .d2n1: "-c"
    case .d2n2: "-e"
    case .c4n1: "rc"
    case .c4n4: "rk"
    case .d4x1: "xc"
    case .d4x4: "xk"
    case .d4n1: "+c"
    case .d4n2: "+e"
    case .d4n4: "+k"
    case .d8n1: "*c"
    case .d8n4: "*k"
    }
  }

  /// The symmetry of the most symmetric phase of a cycle.
  package init(_ phases: [Phase]) {
    let symmetries = Set(phases.map { Self($0.bitmap) })
    self = Self.allCases.last(where: symmetries.contains) ?? .c1
  }
}

extension LatticeMap {
  static let mirroredX = LatticeMap(xx: -1, xy: 0, yx: 0, yy: 1)
  static let mirroredY = LatticeMap(xx: 1, xy: 0, yx: 0, yy: -1)
  static let transposed = LatticeMap(xx: 0, xy: 1, yx: 1, yy: 0)
  static let antitransposed = LatticeMap(xx: 0, xy: -1, yx: -1, yy: 0)
  static let rotated90 = LatticeMap(xx: 0, xy: -1, yx: 1, yy: 0)
  static let rotated180 = LatticeMap(xx: -1, xy: 0, yx: 0, yy: -1)
}
