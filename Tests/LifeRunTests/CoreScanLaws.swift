import LifeAnalysis
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// `CoreScan` in the simplest form: it looks at every cell of every sample.
private struct PlainCoreScan {
  let rule: AnalysisRule
  var box: Window?
  var isInhabited = false

  mutating func add(_ pattern: Pattern) throws {
    var live: [Cell] = []
    let corner = pattern.origin
    let x0 = try #require(corner.x.int)
    let y0 = try #require(corner.y.int)
    pattern.cells.forEachRun { run in
      for x in run.x..<run.x + run.length { live.append(Cell(x: x0 + x, y: y0 + run.y)) }
    }
    guard let all = Self.box(live) else { return isInhabited = false }
    guard let core = box else {
      box = all
      isInhabited = true
      return
    }
    isInhabited = live.contains { core.contains($0) }
    var outside = live.filter { !core.contains($0) }
    let square = Self.square
    let first = square(Cell(x: core.x, y: core.y))
    let last = square(Cell(x: core.endX - 1, y: core.endY - 1))
    let isNear = outside.map(square).contains {
      $0.x >= first.x - 1 && $0.y >= first.y - 1 && $0.x <= last.x + 1 && $0.y <= last.y + 1
    }
    if isNear {
      outside = live.filter {
        $0.x < core.x + 24 || $0.y < core.y + 24 || $0.x >= core.endX - 24
          || $0.y >= core.endY - 24
      }
    }
    var grown = core
    for group in Self.groups(outside, by: square)
    where try !isLeaving(group, core: grown) && !isStream(group, core: grown) {
      grown = grown.union(Self.box(group)!)
    }
    box = grown
  }

  private static func square(_ cell: Cell) -> Cell { Cell(x: cell.x >> 2, y: cell.y >> 2) }

  private static func box(_ cells: [Cell]) -> Window? {
    guard var first = cells.first else { return nil }
    var last = first
    for cell in cells {
      first = Cell(x: min(first.x, cell.x), y: min(first.y, cell.y))
      last = Cell(x: max(last.x, cell.x), y: max(last.y, cell.y))
    }
    return Window(
      x: first.x, y: first.y, width: last.x - first.x + 1, height: last.y - first.y + 1)
  }

  private static func groups(_ cells: [Cell], by square: (Cell) -> Cell) -> [[Cell]] {
    var squares = Dictionary(grouping: cells, by: square)
    var groups: [[Cell]] = []
    for first in squares.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      guard let start = squares.removeValue(forKey: first) else { continue }
      var group = start
      var open = [first]
      while let place = open.popLast() {
        for dy in -1...1 {
          for dx in -1...1 {
            let next = Cell(x: place.x + dx, y: place.y + dy)
            guard let more = squares.removeValue(forKey: next) else { continue }
            group += more
            open.append(next)
          }
        }
      }
      groups.append(group)
    }
    return groups
  }

  private func velocity(_ group: [Cell]) throws -> Offset? {
    let own = Self.box(group)!
    guard group.count <= 200 else { return nil }
    return try rule.velocity(
      of: Cells(group.map { CellRun(y: $0.y - own.y, x: $0.x - own.x, length: 1) }), maxPeriod: 12)
  }

  /// Whether the group divides into at least four spaceships and parts that need no larger box.
  private func isStream(_ group: [Cell], core: Window) throws -> Bool {
    let parts = Self.groups(group) { Cell(x: $0.x >> 1, y: $0.y >> 1) }
    return try parts.allSatisfy { try isLeaving($0, core: core) }
      && parts.filter { try velocity($0) != nil }.count >= 4
  }

  private func isLeaving(_ group: [Cell], core: Window) throws -> Bool {
    let own = Self.box(group)!
    if core.union(own) == core { return true }
    guard let velocity = try velocity(group) else { return false }
    let sides: [(isBeyond: Bool, isOutside: Bool, speed: Int)] = [
      (own.endX <= core.x, own.x < core.x, -velocity.x),
      (own.x >= core.endX, own.endX > core.endX, velocity.x),
      (own.endY <= core.y, own.y < core.y, -velocity.y),
      (own.y >= core.endY, own.endY > core.endY, velocity.y),
    ]
    return sides.contains { $0.isBeyond && $0.speed > 0 }
      || sides.allSatisfy { !$0.isOutside || $0.speed > 0 }
  }
}

@Suite struct CoreScanLaws {
  /// Compares the two scans at every sample.
  ///
  /// - Parameters:
  ///   - engine: `nil` for the program's choice.
  ///   - first: a sample before the pattern's samples.
  private func check(
    _ pattern: Pattern, engine: Engine? = nil, samples: Int, every step: Int = 1,
    after first: Pattern? = nil
  ) throws {
    var selection = EngineSelection()
    selection.engine = engine
    var stepper = try selection.makeStepper(pattern)
    var scan = CoreScan(pattern.rule)
    var plain = PlainCoreScan(rule: AnalysisRule(pattern.rule))
    if let first {
      scan.add(try selection.makeStepper(first))
      try plain.add(first)
    }
    for _ in 0..<samples {
      scan.add(stepper)
      try plain.add(stepper.snapshot())
      try #require(
        scan.box == plain.box.map { Bounds($0, from: .origin) },
        "box at generation \(stepper.generation)")
      try #require(
        scan.isInhabited == plain.isInhabited, "inhabited at generation \(stepper.generation)")
      try stepper.advance(by: BigInt(step))
    }
  }

  private func pattern(_ name: String) throws -> Pattern {
    try PatternLoader().load(Path(name)).pattern
  }

  @Test(arguments: [
    "acorn", "rabbits", "r-pentomino", "diehard", "gosper-gun", "p24-gun", "puffer-1", "space-rake",
    "backrake", "glider-train", "switch-engine-breeder", "tubstretcher", "flotilla",
    "wickstretcher",
    "2x2-line-puffer", "highlife-bomber", "day-and-night-rocket", "morley-glider", "seeds-photon",
    "life-without-death-ladder", "parity-replicator",
  ])
  func `the core of a run is that of a scan of all cells`(name: String) throws {
    let pattern = try pattern(name)
    try check(pattern, samples: Effort.isLong ? 3000 : Effort.count(500, brief: 60))
    try check(
      pattern, engine: .tiles, samples: Effort.count(120, brief: 30),
      every: name == "parity-replicator" ? 3 : 11)
    try check(pattern, engine: .hashlife, samples: Effort.count(60, brief: 15), every: 5)
  }

  /// Gliders, larger spaceships and blocks here and there, near each other and far apart.
  private static func fleet(_ seed: Int) -> Cells {
    var random = Seeded(seed)
    let drawings = [
      [".O.", "..O", "OOO"], [".O..O", "O....", "O...O", "OOOO."],
      ["..O...", "O...O.", ".....O", "O....O", ".OOOOO"], ["OO", "OO"], ["OOO"],
      [".O.........O.", "..O.........O", "OOO.......OOO"],
      [".O......O.", "..O......O", "OOO....OOO"],
      [".OO....OO.", "OO....OO.", ".O.....O.."],
    ]
    let spread = Int.random(in: 40...400, using: &random)
    var runs: [CellRun] = []
    for _ in 0..<Int.random(in: 4...30, using: &random) {
      let drawing = drawings.randomElement(using: &random)!
      let x = Int.random(in: -spread...spread, using: &random)
      let y = Int.random(in: -spread...spread, using: &random)
      let turns = random.next()
      for (row, line) in drawing.enumerated() {
        for (column, character) in line.enumerated() where character == "O" {
          var cell = Cell(x: column, y: row)
          if turns & 1 == 1 { cell.x = -cell.x }
          if turns & 2 == 2 { cell.y = -cell.y }
          if turns & 4 == 4 { cell = Cell(x: cell.y, y: cell.x) }
          runs.append(CellRun(y: y + cell.y, x: x + cell.x, length: 1))
        }
      }
    }
    return Cells(runs)
  }

  @Test func `the core of scattered spaceships is that of a scan of all cells`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 2000)) { seed in
      let fleet = Pattern(cells: Self.fleet(seed))
      try check(fleet, samples: 250)
      try check(fleet, samples: 100, after: Art.pattern("OO\nOO"))
      try check(fleet, engine: .tiles, samples: 80, every: 1 + seed % 40)
    }
  }

  @Test func `the core of a soup is that of a scan of all cells`() async throws {
    try await forEachCase(of: Effort.cases(30, long: 2000)) { seed in
      var pattern = Pattern(cells: Soup.cells(seed, width: 16, height: 16, x: 100 * seed, y: -seed))
      try check(pattern, samples: 400, every: 1 + seed % 3)
      pattern.statedRule =
        seed.isMultiple(of: 2)
        ? Soup.knownRules[seed / 2 % Soup.knownRules.count] : Soup.rule(seed, b0: false)
      try check(pattern, samples: 60)
    }
  }
}
