internal import LifeAnalysis
import LifeCore
import LifeEngines

/// Finds the smallest box around all cells of all samples, ignoring spaceships on their way out.
/// For example, the box of a glider gun doesn't grow with its stream.
///
/// It begins with the bounding box of the first sample. Cells outside the box form groups with at
/// least four columns or rows between them, so no two groups have a common neighbor. A spaceship is
/// ignored if it moves away from the box on each side where it sticks out, and so is a dense stream
/// of spaceships that do. Any other group extends the box. Cells inside are visited only near the
/// border, and only while a group outside is so close that they may belong to it.
struct CoreScan {
  /// The box so far; nil before the first sample.
  private(set) var box: Bounds?
  /// Whether the last sample had a live cell in the box.
  private(set) var isInhabited = false
  /// The displacements of the examined groups, `nil` for other groups than spaceships. Each phase
  /// of a spaceship is a group of its own.
  private var velocities: [[Cell]: Offset?] = [:]
  private let rule: Rule
  /// Made when a group is examined.
  private var analysisRule: AnalysisRule?

  /// The width of the visited strip inside the box: it holds the rest of a spaceship on the border.
  private static let reach = 24
  /// If the box or the pattern is longer than this, the box includes all cells.
  private static let maxSide = 1 << 20
  /// Larger groups are not examined.
  private static let maxCells = 200
  /// The maximum period of leaving spaceships; most have period 4.
  private static let maxPeriod = 12
  /// The spaceships in a dense stream: fewer may be on their way out of what makes them.
  private static let minStream = 4

  init(_ rule: Rule) { self.rule = rule }

  mutating func add(_ stepper: any Stepper) {
    guard let bounds = stepper.bounds else { return isInhabited = false }
    guard let known = box else {
      box = bounds
      isInhabited = true
      return
    }
    isInhabited = known.union(bounds) == known
    if isInhabited { return }
    guard stepper.planes == 1, let core = Window(known, from: .origin, longest: Self.maxSide),
      let all = Window(bounds, from: .origin, longest: Self.maxSide)
    else { return box = known.union(bounds) }
    var outside = Self.cells(of: stepper, in: all, outside: core)
    isInhabited = stepper.population > BigInt(outside.count)
    if Self.mayJoin(outside, in: core) {
      outside = Self.cells(of: stepper, in: all, outside: core.inset(by: Self.reach))
    }
    let groups = Self.groups(of: outside).filter { !$0.allSatisfy(core.contains) }
    if groups.allSatisfy({ isLeaving($0, core: core) }) { return }
    // Each group may extend the box, so the result depends on the order of the groups.
    var grown = core
    for group in groups where !isLeaving(group, core: grown) && !isStream(group, core: grown) {
      grown = grown.union(Self.box(of: group))
    }
    box = Bounds(grown, from: .origin)
  }

  /// The cells outside the core.
  private static func cells(
    of stepper: any Stepper, in all: Window, outside core: Window
  ) -> [Cell] {
    var cells: [Cell] = []
    for part in all.parts(outside: core) {
      stepper.forEachRow(in: Bounds(part, from: .origin)) { y, x, words in
        for index in words.indices {
          var word = words[index]
          while word != 0 {
            let column = x + index * 64 + word.trailingZeroBitCount
            cells.append(Cell(x: part.x + column, y: part.y + y))
            word &= word - 1
          }
        }
      }
    }
    return cells
  }

  /// Whether cells outside the box may belong to a group that has cells inside.
  private static func mayJoin(_ cells: [Cell], in core: Window) -> Bool {
    let first = square(of: Cell(x: core.x, y: core.y))
    let last = square(of: Cell(x: core.endX - 1, y: core.endY - 1))
    let near = Window(
      x: first.x - 1, y: first.y - 1, width: last.x - first.x + 3, height: last.y - first.y + 3)
    return cells.contains { near.contains(square(of: $0)) }
  }

  /// The square of 4 × 4 (or 2^`bits` × 2^`bits`) cells that holds a cell. Cells of neighboring
  /// squares belong together.
  private static func square(of cell: Cell, bits: Int = 2) -> Cell {
    Cell(x: cell.x >> bits, y: cell.y >> bits)
  }

  /// The groups of cells, sorted by the first square of each.
  private static func groups(of cells: [Cell], bits: Int = 2) -> [[Cell]] {
    let pairs = cells.map { (square: square(of: $0, bits: bits), cell: $0) }
      .sorted { ($0.square.y, $0.square.x) < ($1.square.y, $1.square.x) }
    let runs = pairs.map { CellRun(y: $0.square.y, x: $0.square.x, length: 1) }
    let (owners, count) = Clusters.numbered(runs, reach: 1)
    var groups = [[Cell]](repeating: [], count: count)
    for (pair, owner) in zip(pairs, owners) { groups[owner.cluster].append(pair.cell) }
    return groups
  }

  /// Whether a group needs no larger box: it lies inside, or is a spaceship that leaves. A
  /// spaceship leaves if it's beyond a side and moves away from it, or moves outward on each side
  /// where it sticks out.
  private mutating func isLeaving(_ group: [Cell], core: Window) -> Bool {
    let own = Self.box(of: group)
    guard !core.contains(own) else { return true }
    guard let velocity = velocity(of: group, in: own) else { return false }
    let isBeyondAndLeaving =
      own.endX <= core.x && velocity.x < 0 || own.x >= core.endX && velocity.x > 0
      || own.endY <= core.y && velocity.y < 0 || own.y >= core.endY && velocity.y > 0
    let sticksOutWithoutLeaving =
      own.x < core.x && velocity.x >= 0 || own.endX > core.endX && velocity.x <= 0
      || own.y < core.y && velocity.y >= 0 || own.endY > core.endY && velocity.y <= 0
    return isBeyondAndLeaving || !sticksOutWithoutLeaving
  }

  /// Whether a group is a stream of spaceships that leave, for example of a gun of period 24: they
  /// are too close for groups of their own, but no two have a common neighbor.
  private mutating func isStream(_ group: [Cell], core: Window) -> Bool {
    var spaceships = 0
    for part in Self.groups(of: group, bits: 1) {
      guard isLeaving(part, core: core) else { return false }
      if velocity(of: part, in: Self.box(of: part)) != nil { spaceships += 1 }
    }
    return spaceships >= Self.minStream
  }

  private static func box(of group: [Cell]) -> Window {
    var box = Window(x: group[0].x, y: group[0].y, width: 1, height: 1)
    for cell in group { box = box.union(Window(x: cell.x, y: cell.y, width: 1, height: 1)) }
    return box
  }

  /// The displacement of a spaceship in one period; nil for any other group.
  private mutating func velocity(of group: [Cell], in box: Window) -> Offset? {
    guard group.count <= Self.maxCells else { return nil }
    let shape = group.map { Cell(x: $0.x - box.x, y: $0.y - box.y) }
      .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    if let known = velocities[shape] { return known }
    // Only large chaotic patterns have that many different groups.
    guard velocities.count < 10_000 else { return nil }
    let rule = analysisRule ?? AnalysisRule(rule)
    analysisRule = rule
    let cells = Cells(shape.map { CellRun(y: $0.y, x: $0.x, length: 1) })
    let found = try? rule.velocity(of: cells, maxPeriod: Self.maxPeriod)
    velocities[shape] = .some(found)
    return found
  }
}

extension Window {
  /// The window without its border; empty if the border is all of it.
  fileprivate func inset(by border: Int) -> Window {
    Window(
      x: x + border, y: y + border, width: max(0, width - 2 * border),
      height: max(0, height - 2 * border))
  }

  /// The parts, up to four, that are outside another window.
  fileprivate func parts(outside other: Window) -> [Window] {
    let left = min(max(x, other.x), endX)
    let right = max(min(endX, other.endX), left)
    let top = min(max(y, other.y), endY)
    let bottom = max(min(endY, other.endY), top)
    return [
      Window(x: x, y: y, width: width, height: top - y),
      Window(x: x, y: top, width: left - x, height: bottom - top),
      Window(x: right, y: top, width: endX - right, height: bottom - top),
      Window(x: x, y: bottom, width: width, height: endY - bottom),
    ].filter { $0.width > 0 && $0.height > 0 }
  }
}
