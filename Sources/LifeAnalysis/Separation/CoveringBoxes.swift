internal import LifeCore

/// Boxes that move together and contain all cells of something that recurs, displaced, after a
/// period: few boxes, but with less empty space than the bounding box, through which what is made
/// may have to pass.
///
///      bounding box  ┌─────────┐      boxes of blocks  ┌───┐
///                    │ ▓▓▓     │                       ├───┴─────┐
///                    │ ▓▓▓▓▓▓▓ │                       └─────────┘
///                    └─────────┘
struct CoveringBoxes {
  private let motion: PeriodicMotion
  /// The blocks in which there are cells, as seen from a point that moves with the boxes.
  private var blocks: Set<Cell> = []

  /// The binary logarithm of the side of a block.
  private static let smallestBlock = 3
  private static let mostBoxes = 48

  init(_ motion: PeriodicMotion) { self.motion = motion }

  /// The boxes of some cells that recur, displaced, when they are alone.
  ///
  /// - Parameter bounds: the bounding box of all.
  static func boxes(
    of cells: Cells, motion: PeriodicMotion, in bounds: MovingBox, separation: Separation
  ) throws -> [MovingBox] {
    var covering = CoveringBoxes(motion)
    var alone = try separation.evolution(of: cells)
    covering.add(alone)
    while alone.generation < motion.period {
      try alone.advance(by: 1)
      covering.add(alone)
    }
    return covering.boxes(in: bounds)
  }

  /// Adds the cells of a generation of the first period.
  mutating func add(_ evolution: Evolution) {
    let turns = Double(evolution.generation) / Double(motion.period)
    let dx = Int((Double(motion.displacement.x) * turns).rounded(.down))
    let dy = Int((Double(motion.displacement.y) * turns).rounded(.down))
    evolution.forEachAliveWord { y, x, word in
      guard word != 0 else { return }
      let first = (x + word.trailingZeroBitCount - dx) >> Self.smallestBlock
      let last = (x + 63 - word.leadingZeroBitCount - dx) >> Self.smallestBlock
      for column in first...last {
        blocks.insert(Cell(x: column, y: (y - dy) >> Self.smallestBlock))
      }
    }
  }

  /// The boxes at the start of the period, inside of the bounding box of all.
  func boxes(in bounds: MovingBox) -> [MovingBox] {
    var blocks = blocks
    var size = Self.smallestBlock
    while true {
      let windows = Self.windows(blocks)
      guard windows.count > Self.mostBoxes else {
        return windows.map { box(of: $0, size: size, in: bounds) }
      }
      blocks = Set(blocks.map { Cell(x: $0.x >> 1, y: $0.y >> 1) })
      size += 1
    }
  }

  /// Blocks side by side, of one row or of several equal ones.
  private static func windows(_ blocks: Set<Cell>) -> [Window] {
    var windows: [Window] = []
    let rows = Dictionary(grouping: blocks, by: \.y).sorted { $0.key < $1.key }
    for (y, row) in rows {
      var runs: [Window] = []
      for x in row.map(\.x).sorted() {
        if let last = runs.last, last.endX == x {
          runs[runs.count - 1].width += 1
        } else {
          runs.append(Window(x: x, y: y, width: 1, height: 1))
        }
      }
      for run in runs {
        if let above = windows.firstIndex(where: {
          $0.endY == y && $0.x == run.x && $0.width == run.width
        }) {
          windows[above].height += 1
        } else {
          windows.append(run)
        }
      }
    }
    return windows
  }

  private func box(of window: Window, size: Int, in bounds: MovingBox) -> MovingBox {
    // The moving point was taken to be up to one cell farther west and north than it is.
    let cells = Window(
      x: window.x << size - 1, y: window.y << size - 1, width: window.width << size + 1,
      height: window.height << size + 1)
    var box = MovingBox(cells, vx: bounds.vx, vy: bounds.vy)
    box.left = max(box.left, bounds.left)
    box.right = min(box.right, bounds.right)
    box.top = max(box.top, bounds.top)
    box.bottom = min(box.bottom, bounds.bottom)
    return box
  }
}
