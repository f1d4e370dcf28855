import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// Movers that make guns or rakes for ever.
@Suite struct BreederTests {
  private let life = Identifier(AnalysisRule(.life))

  private func rakeBreeder(besideBlockAt position: Position) throws -> Pattern {
    var breeder = try vector("rake-breeder")
    breeder.position = .origin
    var block = try read("x = 2, y = 2, rule = B3/S23\n2o$2o!")
    block.position = position
    return try breeder.pasting(block, limit: .max)
  }

  @Test func `a breeder of rakes is told from one of guns`() throws {
    let rakes = try life.identify(vector("rake-breeder"))
    #expect(rakes.kind == .breeder && rakes.period == 60)
    #expect(rakes.code?.description == "zz_QUADRATIC")
    #expect(rakes.displacement == Offset(x: 30, y: 0))
    #expect(rakes.made?.kind == .rake && rakes.made?.period == 20)
    #expect(rakes.made?.speed?.reduced == "c/2")
    let guns = try life.identify(vector("breeder"))
    #expect(guns.kind == .breeder && guns.period == 64)
    #expect(guns.displacement == Offset(x: 32, y: 0))
    #expect(guns.made?.kind == .gun && guns.made?.period == 30)
  }

  /// Puffers of one velocity lay their blocks close to each other, which bounding boxes do not tell
  /// apart.
  @Test func `a breeder of puffers is told`() throws {
    let puffers = try life.identify(vector("switch-engine-breeder"))
    #expect(puffers.kind == .breeder && puffers.period == 140)
    #expect(puffers.displacement == Offset(x: 70, y: 0))
    #expect(puffers.made?.kind == .puffer && puffers.made?.period == 288)
    #expect(puffers.made?.speed?.reduced == "c/12")
  }

  /// A glider of each rake passes the next rake so closely that boxes do not tell them apart.
  @Test func `a gun of rakes is a breeder that does not move`() throws {
    let pattern = try vector("rake-factory")
    let rakes = try life.identify(pattern)
    #expect(rakes.kind == .breeder && rakes.period == 90)
    #expect(rakes.displacement == .zero)
    #expect(rakes.made?.kind == .rake && rakes.made?.period == 20)
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: 2_000)
    let box = try #require(pattern.cells.bounds)
    let first = try evolution.cells().clipped(to: box)
    for generation in 1...90 {
      try evolution.advance(by: 1)
      let isSame = try evolution.cells().clipped(to: box) == first
      #expect(isSame == (generation == 90), "\(generation)")
    }
  }

  /// The cells far to the east, in a window that moves with the breeder, are its own.
  @Test(arguments: [
    ("rake-breeder", 60, 2_000), ("breeder", 64, 2_000), ("switch-engine-breeder", 140, 4_000),
  ])
  func `the cells of a breeder recur after its period and not after a divisor`(
    name: String, period: Int, start: Int
  ) throws {
    var evolution = try Evolution(
      vector(name), rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: start)
    let box = try #require(evolution.box)
    var window = Window(x: box.endX - 150, y: box.y, width: 150, height: box.height)
    let first = try evolution.cells().clipped(to: window)
    for generation in 1...period {
      try evolution.advance(by: 1)
      guard period.isMultiple(of: generation), generation.isMultiple(of: 2) else { continue }
      window.x = box.endX - 150 + generation / 2
      let later = try evolution.cells().clipped(to: window)
      #expect(
        later.isSame(as: first, shiftedBy: (generation / 2, 0)) == (generation == period),
        "\(generation)")
    }
  }

  @Test func `a block that is never met does not matter`() throws {
    let result = try life.identify(rakeBreeder(besideBlockAt: Position(x: 200, y: 5_000)))
    #expect(result.kind == .breeder && result.period == 60)
  }

  @Test(arguments: [2, 20, 200])
  func `a breeder is not proved if a block is far away in the way of a rake`(rake: Int) throws {
    // The first rake moves to the north in the columns from 0 to 50.
    let block = Position(x: BigInt(25 + 30 * rake), y: -3_000)
    var limits = AnalysisLimits()
    limits.generations = 1_500
    let identifier = Identifier(AnalysisRule(.life), limits: limits)
    #expect(try identifier.identify(rakeBreeder(besideBlockAt: block)).kind == .unknown)
  }
}

/// Families of boxes, judged by moving many boxes for many generations.
@Suite struct BoxFamilyTests {
  @Test func `boxes that meet are never said to keep apart`() {
    var apart = 0
    var met = 0
    for seed in 0..<(Effort.isLong ? 20_000 : 400) {
      var random = Seeded(seed)
      let one = RandomFamily(&random)
      let other = RandomFamily(&random)
      let start = Int.random(in: 0...30, using: &random)
      let mayMeet = one.family.mayMeet(other.family, from: start, within: 2)
      let doMeet = one.meets(other, from: start, within: 2)
      #expect(mayMeet || !doMeet, "seed \(seed)")
      if !mayMeet { apart += 1 }
      if doMeet { met += 1 }
    }
    #expect(apart > 50 && met > 50, "\(apart) apart, \(met) met")
  }

  private struct RandomFamily {
    let family: BoxFamily
    private let window: Window
    private let displacement: Offset
    private let period: Int
    private let birth: Int
    private let stream: BoxFamily.Repetition
    private let making: BoxFamily.Repetition

    init(_ random: inout Seeded) {
      func offset(_ size: Int) -> Offset {
        Offset(
          x: Int.random(in: -size...size, using: &random),
          y: Int.random(in: -size...size, using: &random))
      }
      let corner = offset(60)
      window = Window(
        x: corner.x, y: corner.y, width: Int.random(in: 1...5, using: &random),
        height: Int.random(in: 1...5, using: &random))
      displacement = offset(2)
      period = Int.random(in: 2...5, using: &random)
      birth = Int.random(in: 0...20, using: &random)
      stream = BoxFamily.Repetition(
        generations: Int.random(in: 5...30, using: &random), offset: offset(6))
      making = BoxFamily.Repetition(
        generations: Int.random(in: 5...30, using: &random), offset: offset(30),
        least: Int.random(in: 0...2, using: &random))
      let path = MovingBox(
        window, vx: Double(displacement.x) / Double(period),
        vy: Double(displacement.y) / Double(period))
      family = BoxFamily(
        path, displacement: displacement, period: period, birth: birth, stream: stream
      ).made(every: making)
    }

    /// The edges of all boxes at one time, times the period.
    private func boxes(at time: Int) -> [(x: Int, y: Int)] {
      var places: [(x: Int, y: Int)] = []
      for number in 0...8 {
        for product in making.least...8 {
          let born = birth + number * stream.generations + product * making.generations
          guard born <= time else { continue }
          let x = window.x + number * stream.offset.x + product * making.offset.x
          let y = window.y + number * stream.offset.y + product * making.offset.y
          places.append(
            (
              x * period + displacement.x * (time - born),
              y * period + displacement.y * (time - born)
            ))
        }
      }
      return places
    }

    func meets(_ other: RandomFamily, from start: Int, within reach: Int) -> Bool {
      stride(from: start, through: 120, by: 1).contains { time in
        let theirs = other.boxes(at: time)
        return boxes(at: time).contains { here in
          theirs.contains { there in
            near(here.x, window.width, there.x, other, other.window.width, reach)
              && near(here.y, window.height, there.y, other, other.window.height, reach)
          }
        }
      }
    }

    private func near(
      _ here: Int, _ size: Int, _ there: Int, _ other: RandomFamily, _ otherSize: Int, _ reach: Int
    ) -> Bool {
      let distance = there * period - here * other.period
      let unit = period * other.period
      return distance <= (size - 1 + reach) * unit && -distance <= (otherSize - 1 + reach) * unit
    }
  }
}

/// Sources and the objects that they emit, judged by comparing all cells for many generations.
@Suite struct SourceFamilyTests {
  @Test func `cells that meet are never said to keep apart`() throws {
    var apart = 0
    var met = 0
    for seed in 0..<(Effort.isLong ? 5_000 : 300) {
      var random = Seeded(seed)
      let sources = RandomSources(&random)
      // Only those are compared by their cells that boxes do not tell apart.
      guard sources.boxesMayMeet else { continue }
      let mayMeet = sources.mayMeet
      let doMeet = sources.meet(until: 120)
      #expect(mayMeet || !doMeet, "seed \(seed)")
      if !mayMeet { apart += 1 }
      if doMeet { met += 1 }
    }
    #expect(apart > 20 && met > 20, "\(apart) apart, \(met) met")
  }

  /// A source with the stream that it emits, and equal sources that are made later.
  private struct RandomSources {
    private let source: TrackedObject
    private let emitted: TrackedObject
    private let stream: BoxFamily.Repetition
    private let making: BoxFamily.Repetition
    private static let reach = 2

    init(_ random: inout Seeded) {
      // Few cells in large boxes.
      func cycle(_ period: Int, _ displacement: Offset, size: Int) -> ObjectCycle {
        let phases = (0..<period).map { age in
          let cells = (0..<2).map { _ in
            Cell(
              x: Int.random(in: 0..<size, using: &random),
              y: Int.random(in: 0..<size, using: &random))
          }
          let offset = Offset(
            x: displacement.x * age / period, y: displacement.y * age / period)
          return Phase(Set(cells).cells).moved(by: offset)
        }
        return ObjectCycle(period: period, displacement: displacement, phases: phases)
      }
      let period = Int.random(in: 6...12, using: &random)
      let motion = Offset(x: Int.random(in: 2...4, using: &random), y: 0)
      source = TrackedObject(cycle: cycle(period, motion, size: 8), generation: 0)
      let velocity = Offset(
        x: Int.random(in: -1...1, using: &random), y: Int.random(in: 1...2, using: &random))
      let place = Offset(x: Int.random(in: -8...2, using: &random), y: 7)
      emitted = TrackedObject(cycle: cycle(4, velocity, size: 2), generation: 0)
        .repeated(after: period, movedBy: place)
      stream = BoxFamily.Repetition(generations: period, offset: motion)
      making = BoxFamily.Repetition(
        generations: Int.random(in: 10...40, using: &random),
        offset: Offset(x: 0, y: Int.random(in: -1...4, using: &random)), least: 1)
    }

    private func family(
      of object: TrackedObject, stream: BoxFamily.Repetition?, hasCells: Bool
    ) -> BoxFamily {
      BoxFamily(
        object.path(from: object.generation), displacement: object.cycle.displacement,
        period: object.cycle.period, birth: object.generation, object: hasCells ? object : nil,
        stream: stream)
    }

    private func mayMeet(byCells: Bool) -> Bool {
      let families = [
        family(of: source, stream: nil, hasCells: byCells),
        family(of: emitted, stream: stream, hasCells: byCells),
      ]
      return families[0].mayMeet(
        families[1].made(every: making), from: 0, within: Self.reach)
        || families[1].mayMeet(families[0].made(every: making), from: 0, within: Self.reach)
    }

    var mayMeet: Bool { mayMeet(byCells: true) }
    var boxesMayMeet: Bool { mayMeet(byCells: false) }

    /// The cells of an object and all that repeat it, made `number` times later.
    private func cells(
      of object: TrackedObject, stream: BoxFamily.Repetition?, number: Int, at time: Int
    ) -> Set<Cell> {
      var cells: Set<Cell> = []
      for repetition in 0..<(stream == nil ? 1 : time / (stream?.generations ?? 1) + 1) {
        let later = object.repeated(
          after: number * making.generations + repetition * (stream?.generations ?? 0),
          movedBy: Offset(
            x: number * making.offset.x + repetition * (stream?.offset.x ?? 0),
            y: number * making.offset.y + repetition * (stream?.offset.y ?? 0)))
        if later.generation <= time { cells.formUnion(later.phase(at: time).cells.positions) }
      }
      return cells
    }

    /// Whether the first source, or what it emits, is ever near what a later one emits, or is.
    func meet(until end: Int) -> Bool {
      (0...end).contains { time in
        let here = cells(of: source, stream: nil, number: 0, at: time)
        let stream = cells(of: emitted, stream: stream, number: 0, at: time)
        return (1...6).contains { number in
          Self.areNear(
            here, cells(of: emitted, stream: self.stream, number: number, at: time))
            || Self.areNear(stream, cells(of: source, stream: nil, number: number, at: time))
        }
      }
    }

    private static func areNear(_ cells: Set<Cell>, _ others: Set<Cell>) -> Bool {
      cells.contains { cell in
        (-reach...reach).contains { y in
          (-reach...reach).contains { x in others.contains(Cell(x: cell.x + x, y: cell.y + y)) }
        }
      }
    }
  }
}

/// Boxes around something that moves, judged by all of its cells.
@Suite struct CoveringBoxesTests {
  @Test(arguments: [(30, 64, 0), (16, 60, 0), (-7, 50, 13), (0, 40, 0)])
  func `boxes contain all cells of a period`(x: Int, period: Int, y: Int) throws {
    let motion = PeriodicMotion(displacement: Offset(x: x, y: y), period: period)
    let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())
    for seed in Effort.cases(4, long: 100) {
      // Two soups, with empty space in their bounding box.
      var cells: [CellRun] = []
      for (part, offset) in [(0, 0), (1, 300)] {
        soup(2 * seed + part, width: 20, height: 20).forEachRun {
          cells.append(CellRun(y: $0.y + offset, x: $0.x - offset, length: $0.length))
        }
      }
      var evolution = try separation.evolution(of: Cells(cells))
      var covering = CoveringBoxes(motion)
      var windows: [Window] = []
      var ages: [Cells] = []
      for age in 0...period {
        covering.add(evolution)
        windows.append(try #require(evolution.box))
        ages.append(try evolution.cells())
        if age < period { try evolution.advance(by: 1) }
      }
      let bounds = MovingBox(windows, displacement: motion.displacement)
      let boxes = covering.boxes(in: bounds)
      let area = boxes.reduce(0) { $0 + ($1.right - $1.left) * ($1.bottom - $1.top) }
      #expect(area < (bounds.right - bounds.left) * (bounds.bottom - bounds.top) / 4)
      for (age, cells) in ages.enumerated() {
        let places = boxes.map { $0.after(Double(age)) }
        cells.forEachRun { run in
          for column in run.x..<run.x + run.length {
            let x = Double(column)
            let y = Double(run.y)
            let isInside = places.contains {
              $0.left - 1e-6 <= x && x <= $0.right + 1e-6 && $0.top - 1e-6 <= y
                && y <= $0.bottom + 1e-6
            }
            #expect(isInside, "seed \(seed), age \(age)")
          }
        }
      }
    }
  }
}
