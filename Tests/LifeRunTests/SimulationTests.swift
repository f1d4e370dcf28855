import Foundation
import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import TestSupport
import Testing

@testable import LifeRun

/// The actor that owns the stepper of a session.
@Suite struct SimulationTests {
  private static func pattern(_ art: String) -> Pattern { Art.pattern(art, at: .origin) }

  private static let glider = pattern(".O.\n..O\nOOO")
  private static let rPentomino = pattern(".OO\nOO.\n.O.")

  private static func make(_ pattern: Pattern, engine: Engine? = nil) throws -> Simulation {
    // A loaded machine may let a step run for long before a request interrupts it.
    var selection = EngineSelection(engine: engine)
    selection.memoryLimit = 1 << 29
    return try Simulation(pattern, selection: selection)
  }

  /// Steps to a generation, with as many requests as necessary.
  private static func run(_ simulation: Simulation, to target: BigInt, isBulk: Bool = false) async
    -> SimulationSnapshot
  {
    while true {
      let snapshot = await simulation.perform(.advance(to: target, isBulk: isBulk), view: nil)
      if snapshot.generation >= target || snapshot.failure != nil { return snapshot }
    }
  }

  private static let view: SimulationView = {
    var view = SimulationView(corner: .origin, zoom: .one, width: 4, height: 4)
    view.appearance.theme = .plain
    return view
  }()

  /// The live pixels as art.
  private static func art(_ snapshot: SimulationSnapshot) -> String {
    guard let picture = snapshot.picture else { return "no picture" }
    let width = picture.view.width
    return (0..<picture.view.height).map { y in
      let row = picture.indices[y * width..<(y + 1) * width]
      return String(row.map { index -> Character in index > 0 ? "O" : "." })
    }.joined(separator: "\n")
  }

  @Test(arguments: [nil, Engine.tiles, .hashlife, .bitmap, .bytes])
  func `a simulation is exact in steps of any size`(engine: Engine?) async throws {
    let simulation = try Self.make(Self.rPentomino, engine: engine)
    #expect(await Self.run(simulation, to: 500).population == 174)
    let end = await Self.run(simulation, to: 1103, isBulk: true)
    #expect(end.generation == 1103)
    #expect(end.population == 116)
  }

  @Test func `a snapshot of a simulation shows the view`() async throws {
    let simulation = try Self.make(Self.glider)
    let first = await simulation.perform(.show, view: Self.view)
    #expect(Self.art(first) == ".O..\n..O.\nOOO.\n....")
    #expect((first.generation, first.population) == (0, 5))
    #expect(first.rulestring == "B3/S23" && first.states == 2)
    let second = await simulation.perform(.advance(to: 4, isBulk: false), view: Self.view)
    #expect(Self.art(second) == "....\n..O.\n...O\n.OOO")
    var following = Self.view
    following.isFollowing = true
    let third = await simulation.perform(.show, view: following)
    #expect(third.picture?.view.corner == Position(x: 0, y: 0))
    #expect(first.revision < second.revision && second.revision == third.revision)
  }

  @Test(arguments: [40, 44, 47, 48])
  func `cells that are far apart are seen at every zoom`(zoom: Int) throws {
    let distance = 1 << 59
    let runs = FallibleArray<CellRun>(purpose: "pattern")
    let places = [(5, -distance), (-distance, 0), (distance, 0), (-7, distance)]
    for (x, y) in places { try runs.append(CellRun(y: y, x: x, length: 1, state: 1)) }
    let pattern = try Pattern(cells: Cells(unordered: runs), at: .origin)
    for engine in [Engine.hashlife, .reference] {
      let stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      var view = SimulationView(
        corner: .origin, zoom: Zoom(exponent: zoom), width: 1500, height: 300)
      view.corner = Position(x: -BigInt(700) << zoom, y: -BigInt(100) << zoom)
      var renderer = SimulationRenderer()
      let picture = try renderer.draw(stepper, rule: pattern.rule, wanted: view)
      var expected: Set<[Int]> = []
      for (x, y) in places {
        let pixel = [x >> zoom + 700, y >> zoom + 100]
        if (0..<1500).contains(pixel[0]), (0..<300).contains(pixel[1]) { expected.insert(pixel) }
      }
      let seen = picture.indices.indices.filter { picture.indices[$0] > 0 }
      #expect(Set(seen.map { [$0 % 1500, $0 / 1500] }) == expected, "\(engine)")
    }
  }

  @Test func `selections are copied, cut, turned, filled and pasted`() async throws {
    let simulation = try Self.make(Self.glider)
    let box = Bounds(x: 0, y: 0, width: 3, height: 3)
    let edit = { (request: SimulationRequest) async in
      await Self.art(simulation.perform(request, view: Self.view))
    }
    #expect(await edit(.turn(box, .rotated90)) == "O...\nO.O.\nOO..\n....")
    #expect(await edit(.turn(box, .mirroredX)) == "..O.\nO.O.\n.OO.\n....")
    let copied = await simulation.perform(.copy(box, isCut: true), view: Self.view)
    #expect(copied.copied?.contains("2bo$obo$b2o!") == true)
    #expect(copied.clipboard?.bounds?.width == 3 && copied.clipboard?.population == 5)
    #expect(Self.art(copied) == "....\n....\n....\n....")
    #expect(
      await edit(.fill(Bounds(x: 1, y: 0, width: 2, height: 2), 1)) == ".OO.\n.OO.\n....\n....")
    #expect(await edit(.erase(Bounds(x: 2, y: 0, width: 9, height: 1))) == ".O..\n.OO.\n....\n....")
    _ = await simulation.perform(.turnClipboard(.rotated180), view: nil)
    let pasted = await simulation.perform(.paste(Position(x: 1, y: 1)), view: Self.view)
    #expect(Self.art(pasted) == ".O..\n.OO.\n.O.O\n.O..")
    #expect(
      await edit(.set([Position(x: 0, y: 3): 1, Position(x: 1, y: 0): 0], continues: false))
        == "....\n.OO.\n.O.O\nOO..")
    let area = Bounds(x: 0, y: 0, width: 4, height: 2)
    #expect(
      await edit(.flood(Position(x: 3, y: 0), 1, within: area)) == "OOOO\nOOOO\n.O.O\nOO..")
    #expect(
      await edit(.flood(Position(x: 3, y: 1), 0, within: area)) == "....\n....\n.O.O\nOO..")
    #expect(await edit(.clear) == "....\n....\n....\n....")
    let read = await simulation.perform(.readClipboard("x = 2, y = 1\n2o!"), view: nil)
    #expect(read.clipboard?.bounds == Bounds(x: 0, y: 0, width: 2, height: 1))
    #expect(await simulation.perform(.readClipboard("no pattern at all"), view: nil).failure != nil)
  }

  @Test func `a random fill is repeatable and has the density`() async throws {
    let box = Bounds(x: -50, y: -50, width: 100, height: 100)
    let fill = SimulationRequest.randomize(box, percent: 30, seed: 7)
    let (a, b) = (
      try fill.apply(to: Self.glider, limit: .max), try fill.apply(to: Self.glider, limit: .max)
    )
    #expect(a == b)
    #expect((2700...3300).contains(a.population.int ?? 0))
    #expect(throws: RunFailure.self) {
      try SimulationRequest.fill(Bounds(x: 0, y: 0, width: .powerOfTwo(70), height: 1), 1)
        .apply(to: Self.glider, limit: .max)
    }
  }

  @Test func `rules change with their states`() async throws {
    let simulation = try Self.make(Self.glider)
    #expect(
      await simulation.perform(.setRule("B36/S23:T20,10"), view: nil).rulestring == "B36/S23:T20,10"
    )
    #expect(await simulation.perform(.setRule("345/2/4"), view: nil).states == 4)
    let failed = await simulation.perform(.setRule("nonsense!"), view: nil)
    #expect(failed.failure != nil && failed.states == 4)
  }

  /// A soup whose quadtree needs forever for a step of 2^300 generations.
  private static let endless = Pattern(
    cells: TestSupport.Soup.cells(3, width: 16, height: 16), rule: TestSupport.Soup.knownRules[3])

  @Test func `a request is answered soon during a step that would take forever`() async throws {
    let simulation = try Self.make(Self.endless, engine: .hashlife)
    // Without the interrupt, each step would run at least for its budget, the first one forever.
    for _ in 0..<10 {
      let step = Task {
        await simulation.perform(.advance(to: .powerOfTwo(300), isBulk: true), view: nil)
      }
      try await Task.sleep(for: .milliseconds(20))
      let began = ContinuousClock.now
      let snapshot = await simulation.perform(.show, view: Self.view)
      #expect(snapshot.generation < .powerOfTwo(300))
      // A loaded machine needs time, too.
      #expect(ContinuousClock.now - began < .seconds(20))
      _ = await step.value
    }
  }

  /// Each task runs on one of a few threads, as many as there are cores.
  @Test(.takesLong)
  func `steps that would take forever end in their time, however many there are`() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let simulations = try (0..<SystemResources.cores * 2).map { _ in
        try Self.make(Self.endless, engine: .hashlife)
      }
      await withTaskGroup { group in
        for simulation in simulations {
          group.addTask {
            _ = await simulation.perform(.advance(to: .powerOfTwo(300), isBulk: true), view: nil)
          }
        }
      }
    }
  }

  private static let blocks: [Position: State] = [
    Position(x: 50, y: 0): 1, Position(x: 51, y: 0): 1, Position(x: 52, y: 0): 1,
  ]

  @Test func `a history restores edits, however long it is`() async throws {
    let simulation = try Self.make(Self.glider)
    _ = await simulation.perform(.set(Self.blocks, continues: false), view: nil)
    let state = { (generation: Int) in
      var pattern = Self.glider
      pattern.generation = BigInt(generation)
      return SimulationState(pattern, edit: generation < 10 ? 0 : 1)
    }
    var history = SimulationHistory(state(0), limit: 1 << 28)
    for generation in 1...5000 { history.add(state(generation)) }
    #expect(history.states.count <= SimulationHistory.maxStates)
    // Stepping earlier states does not lead to the state after an edit.
    #expect(history.latest(at: 10).generation == 10 && history.latest(at: 9).edit == 0)
    #expect(
      zip(history.states, history.states.dropFirst()).allSatisfy {
        $0.generation < $1.generation
      })
    // The first states are dropped as well.
    var edits = SimulationHistory(state(0), limit: 1 << 28)
    for generation in 1...5000 {
      var pattern = Self.glider
      pattern.generation = BigInt(generation)
      edits.add(SimulationState(pattern, edit: generation))
    }
    #expect(edits.states.count == SimulationHistory.maxStates && edits.first.generation > 4000)
    let reset = await simulation.perform(.reset, view: nil)
    #expect(reset.population == 8)
    _ = await Self.run(simulation, to: 100)
    #expect(await simulation.perform(.back(to: 0), view: nil).population == 8)
  }

  @Test func `a loaded pattern has no past`() async throws {
    let simulation = try Self.make(Self.rPentomino)
    _ = await Self.run(simulation, to: 500)
    let source = SimulationSource(name: "glider", path: nil)
    var snapshot = await simulation.perform(.load(Self.glider, source), view: nil)
    #expect(snapshot.loaded == source && !snapshot.canUndo && !snapshot.canRedo)
    #expect(await simulation.perform(.undo, view: nil).failure?.message == "nothing to undo")
    snapshot = await simulation.perform(.show, view: nil)
    #expect(snapshot.population == 5 && snapshot.generation == 0 && snapshot.loaded == nil)
  }

  @Test func `a stroke during a run is undone as one change`() async throws {
    let simulation = try Self.make(Self.glider)
    _ = await Self.run(simulation, to: 5)
    for x in 50..<53 {
      let cells: [Position: State] = [Position(x: BigInt(x), y: 50): 1]
      _ = await simulation.perform(.set(cells, continues: x > 50), view: nil)
      _ = await simulation.perform(.advance(to: 6, isBulk: false), view: nil)
    }
    var count = 0
    while await simulation.perform(.undo, view: nil).failure == nil { count += 1 }
    // The run before the stroke, the stroke, and the steps after its first cell.
    #expect(count == 3)
  }

  @Test func `the memory of a store of many trees counts once`() throws {
    let store = try QuadStore()
    let stack = { (trees: Int) in
      var stack = UndoStack(limit: 1 << 40)
      for _ in 0..<trees {
        let tree = try Self.rPentomino.copied(to: store, center: .origin)
        let state = SimulationState(Pattern(tree: tree), edit: 0)
        stack.append(
          .init(
            restoration: .universe(state), notes: [], edit: EditNumbers(),
            history: SimulationHistory(state, limit: 1)))
      }
      return stack
    }
    #expect(try stack(1).memory >= store.byteCount)
    #expect(try stack(20).memory < 2 * store.byteCount)
    var limited = UndoStack(limit: 1000)
    for _ in 0..<20 {
      let state = SimulationState(Self.glider, edit: 0)
      limited.append(
        .init(
          restoration: .universe(state), notes: [], edit: EditNumbers(),
          history: SimulationHistory(state, limit: 1)))
    }
    #expect((1..<20).contains(limited.changes.count) && limited.hasDroppedChanges)
  }

  @Test func `distant cells are set without the box between them`() throws {
    let cells: [Position: State] = [
      Position(x: 0, y: 0): 1, Position(x: 1, y: 0): 0, Position(x: 1 << 40, y: -(1 << 40)): 1,
    ]
    let result = try SimulationRequest.set(cells, continues: false).apply(
      to: Self.glider, limit: .max)
    #expect(result.population == 6)
    #expect(result.bounds?.width == (1 << 40) + 1)
  }

  @Test func `a saved universe is read again`() async throws {
    let shell = try Shell()
    let simulation = try Self.make(Self.rPentomino)
    _ = await Self.run(simulation, to: 50)
    let path = Path(shell.folder.path() + "/saved.rle")
    simulation.announce()
    let copy = try await simulation.copy()
    try copy.save(to: path)
    let read = try PatternLoader().load(path).pattern
    #expect(read.population == copy.pattern.population && read.generation == 50)
    #expect(throws: FileFailure.self) { try copy.save(to: "/nonexistent/folder/x.rle") }
    for path: Path in ["-", "/dev/null"] {
      #expect(throws: RunFailure.self) { try copy.save(to: path) }
    }
  }

  @Test func `a copy is independent of the trees of the engine`() async throws {
    let simulation = try Self.make(Self.rPentomino, engine: .hashlife)
    _ = await Self.run(simulation, to: 500, isBulk: true)
    simulation.announce()
    let copy = try await simulation.copy().pattern
    let now = await Self.run(simulation, to: 1103, isBulk: true)
    #expect(now.population == 116 && copy.population == 174 && copy.generation == 500)
  }
}
