internal import LifeCore

/// Steps the smallest squares of a tree cell by cell, for every rule that looks at the cells around:
/// four leaves, of which the middle is kept.
@safe
final class StateGround {
  private let shape: LeafShape
  /// What becomes of cells at even and at odd generations, which may be the same.
  private let outcomes: [Outcomes]
  /// The side of a square in cells.
  private let side: Int
  /// The square, a byte a cell.
  private var cells: [State]

  /// - Throws: ``UnsupportedPattern``.
  init(_ rule: Rule, _ shape: LeafShape) throws {
    guard let kinds = rule.kinds else {
      throw UnsupportedPattern(
        engine: "hashlife", reason: "its squares see no farther than the cells around")
    }
    self.shape = shape
    outcomes = (rule.dependsOnParity ? [false, true] : [false]).map {
      Outcomes(rule, kinds, atOdd: $0)
    }
    side = 2 * shape.leafSide
    cells = Array(repeating: 0, count: side * side)
  }

  /// The middle of a square of four leaves after some generations, at most a quarter of its side.
  func middle(
    _ leaves: (QuadLeaf, QuadLeaf, QuadLeaf, QuadLeaf), _ generations: Int, fromOdd odd: Bool
  ) -> QuadLeaf {
    let half = shape.leafSide
    for (quadrant, leaf) in [leaves.0, leaves.1, leaves.2, leaves.3].enumerated() {
      lay(leaf, x: quadrant & 1 * half, y: quadrant >> 1 * half)
    }
    for generation in 0..<generations {
      step(outcomes[(generation + (odd ? 1 : 0)) % outcomes.count])
    }
    var middle = QuadLeaf(0, 0, 0, 0)
    for y in 0..<half {
      for x in 0..<half {
        shape.set(&middle, x: x, y: y, cells[(y + half / 2) * side + x + half / 2])
      }
    }
    return middle
  }

  private func lay(_ leaf: QuadLeaf, x: Int, y: Int) {
    for row in 0..<shape.leafSide {
      for column in 0..<shape.leafSide {
        cells[(y + row) * side + x + column] = shape.state(leaf, x: column, y: row)
      }
    }
  }

  /// Steps all cells; those at the edges, whose neighbours are not known, come out wrong.
  private func step(_ outcomes: Outcomes) {
    let old = cells
    for top in stride(from: 0, to: side, by: 8) {
      for row in 0..<10 {
        let y = top + row - 1
        let target = unsafe outcomes.strip + row * Outcomes.stride + 8
        for x in 0..<side { unsafe target[x] = (0..<side).contains(y) ? old[y * side + x] : 0 }
        unsafe target[-1] = 0
        unsafe target[side] = 0
      }
      unsafe cells.withUnsafeMutableBufferPointer { cells in
        unsafe outcomes.step(columns: side, to: cells.baseAddress! + top * side, pitch: side)
      }
    }
  }
}
