import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import TestSupport
import Testing

@testable import LifeRun

/// The view of a run without leaving spaceships.
@Suite struct CoreScanTests {
  /// The core of a run of a pattern of the collection; nil if nothing is left in it.
  private func core(of name: String, generations: Int, every step: Int = 1) throws -> Bounds? {
    let loader = PatternLoader()
    let pattern = try loader.load(Path(name)).pattern
    var stepper = try Engine.tiles.makeStepper(for: pattern, options: EngineOptions())
    var scan = CoreScan(pattern.rule)
    scan.add(stepper)
    for _ in stride(from: 0, to: generations, by: step) {
      try stepper.advance(by: BigInt(step))
      scan.add(stepper)
    }
    return scan.isInhabited ? scan.box : nil
  }

  /// The union of the bounding boxes of all generations.
  private func all(of name: String, generations: Int) throws -> Bounds? {
    let pattern = try PatternLoader().load(Path(name)).pattern
    var stepper = try Engine.tiles.makeStepper(for: pattern, options: EngineOptions())
    var box = stepper.bounds
    for _ in 0..<generations {
      try stepper.advance(by: 1)
      if let bounds = stepper.bounds { box = box?.union(bounds) ?? bounds }
    }
    return box
  }

  @Test func `a gun is its core, however many gliders leave`() throws {
    let long = try #require(try core(of: "gosper-gun", generations: 900))
    #expect(long.width < 50 && long.height < 40, "\(long)")
    #expect(try core(of: "gosper-gun", generations: 500) == long)
    #expect(try all(of: "gosper-gun", generations: 900)!.width > 200)
  }

  @Test(arguments: ["p22-gun", "p24-gun"])
  func `the gliders of a dense stream are left out`(name: String) throws {
    let core = try #require(try core(of: name, generations: 600))
    #expect(core.width < 60 && core.height < 60, "\(core)")
  }

  @Test func `the gliders of a methuselah are left out`() throws {
    let core = try #require(try core(of: "r-pentomino", generations: 1200))
    let all = try #require(try all(of: "r-pentomino", generations: 1200))
    #expect(all.width > 400 && core.width < 150 && core.height < 100)
    #expect(all.union(core) == all)
  }

  @Test(arguments: ["pulsar", "diehard", "puffer-1", "blinker", "b-heptomino"])
  func `without spaceships that leave the core is everything`(name: String) throws {
    let generations = name == "b-heptomino" ? 20 : 120
    #expect(try core(of: name, generations: generations) == all(of: name, generations: generations))
  }

  @Test(arguments: ["glider", "lwss", "loafer", "copperhead"])
  func `a spaceship alone has no core`(name: String) throws {
    #expect(try core(of: name, generations: 200) == nil)
  }

  @Test func `two spaceships that meet are inside their first box`() throws {
    let art = Art.pattern(
      "OOO.............................\n..O.............................\n"
        + ".O..............................\n" + String(repeating: ".\n", count: 26)
        + "..............................O.\n.............................O..\n"
        + ".............................OOO")
    var stepper = try Engine.tiles.makeStepper(for: art, options: EngineOptions())
    var scan = CoreScan(.life)
    for _ in 0..<80 {
      scan.add(stepper)
      try stepper.advance(by: 1)
    }
    #expect(scan.box == art.bounds)
  }

  @Test func `animations show the core by default, and all on request`() throws {
    let loaded = try PatternLoader().load("gosper-gun")
    let scan = ViewScan(
      pattern: loaded.pattern, schedule: Schedule(start: 0, end: 400, every: 1),
      selection: EngineSelection())
    #expect(try subject(of: ViewOptions(), scan) == .core)
    let core = try #require(RunBounds(scan, subject: .core, track: nil).allBounds)
    var options = ViewOptions()
    options.view = .fit
    let all = try #require(
      RunBounds(scan, subject: subject(of: options, scan), track: nil).allBounds)
    #expect(all.width > core.width + 50)
  }

  private func subject(of options: ViewOptions, _ scan: ViewScan) throws -> ViewSubject {
    try ViewSubject(
      options, universe: .plane, schedule: scan.schedule,
      isShort: scan.schedule.isShort(for: scan.pattern), isStill: false)
  }

  @Test func `the scan of a core takes no more samples than the run will`() throws {
    let loaded = try PatternLoader().load("glider")
    let scan = ViewScan(
      pattern: loaded.pattern, schedule: Schedule(start: 0, end: .powerOfTwo(200), every: 4),
      selection: EngineSelection(), maxSamples: 11)
    let bounds = try scan.bounds(ofCore: false)
    #expect(bounds.width == 13 && bounds.height == 13)
  }

  @Test func `the scan of a core ends when its time is up, with the bounds found`() throws {
    let loaded = try PatternLoader().load("block")
    let scan = ViewScan(
      pattern: loaded.pattern, schedule: Schedule(start: 0, end: .powerOfTwo(200), every: 1),
      selection: EngineSelection(), deadline: ContinuousClock.now + .milliseconds(50))
    #expect(try scan.bounds(ofCore: false) == loaded.pattern.bounds)
  }
}
