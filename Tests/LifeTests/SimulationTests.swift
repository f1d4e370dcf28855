import Life
import Testing

@Suite struct SimulationTests {
  private static func glider() throws -> Simulation {
    try Simulation(Pattern(parsing: "bob$2bo$3o!"))
  }

  @Test(arguments: Engine.allCases)
  func `a simulation gives the cells of an automaton`(_ engine: Engine) async throws {
    let pattern = try Pattern(named: "r-pentomino")
    let simulation = try Simulation(pattern, engine: engine)
    let automaton = try Automaton(pattern)
    for count: BigInt in [1, 0, 63, 500] {
      let status = try await simulation.advance(by: count)
      try automaton.advance(by: count)
      #expect(status.generation == automaton.generation)
      #expect(status.population == automaton.population && status.bounds == automaton.bounds)
    }
    #expect(try await simulation.snapshot().hasSameCells(as: automaton.snapshot()))
    await #expect(throws: LifeError.self) { try await simulation.advance(by: -1) }
    #expect(simulation.universe == .plane)
    #expect(try await simulation.advance(to: 600).generation == 600)
    #expect(try await simulation.advance(to: 599).generation == 600)
  }

  @Test func `advances at the same time are made one after another`() async throws {
    let simulation = try Simulation(Pattern(named: "acorn"))
    let taps = (0..<5).map { _ in Task { try await simulation.advance() } }
    async let run = simulation.advance(by: 1000)
    for tap in taps { _ = try await tap.value }
    _ = try await run
    #expect(try await simulation.snapshot().generation == 1005)
  }

  @Test func `the status tells that it counts dead cells`() async throws {
    let simulation = try Simulation(Pattern(cells: [Cell(x: 0, y: 0)], rule: Rule("B03/S23")))
    let status = try await simulation.advance()
    #expect(status.isComplement && status.population == 9)
    #expect(try await !simulation.advance().isComplement)
  }

  @Test func `a snapshot of a window has the cells of the window at their places`() async throws {
    let simulation = try Self.glider()
    let window = Window(x: 1, y: 1, width: 2, height: 2)
    let part = try await simulation.snapshot(of: window)
    #expect(try Array(part.cells()) == [Cell(x: 2, y: 1), Cell(x: 1, y: 2), Cell(x: 2, y: 2)])
    #expect(part.rule == .life)
    try await simulation.advance(by: 4)
    #expect(part.population == 3)
    #expect(try await simulation.snapshot(of: window).generation == 4)
  }

  @Test func `edits and runs are taken back one after another`() async throws {
    let simulation = try Self.glider()
    let start = try await simulation.snapshot()
    try await simulation.set([Cell(x: 9, y: 9), Cell(x: 1, y: 0, state: 0)])
    try await simulation.toggle(Cell(x: 9, y: 8))
    var status = try await simulation.toggle(Cell(x: 9, y: 9))
    #expect(status.population == 5 && status.canUndo && !status.canRedo)
    try await simulation.advance(by: 10)
    status = try await simulation.undo()
    #expect(status.generation == 0 && status.population == 5 && status.canRedo)
    for _ in 0..<3 { status = try await simulation.undo() }
    #expect(!status.canUndo)
    #expect(try await simulation.snapshot() == start)
    status = try await simulation.redo()
    #expect(status.population == 5)
    await #expect(throws: LifeError.self) { try await simulation.set([Cell(x: 0, y: 0, state: 2)]) }
    #expect(try await simulation.snapshot()[9, 9] == 1)
  }

  @Test func `nothing to undo is an error with a kind`() async throws {
    let simulation = try Self.glider()
    let error = await #expect(throws: LifeError.self) { try await simulation.undo() }
    #expect(error?.kind == .invalidArgument && error?.description == "nothing to undo")
  }

  @Test func `the changes begin with the present and end with the last one`() async throws {
    let simulation = try Self.glider()
    try await simulation.advance(by: 3)
    let changes = await simulation.changes()
    let viewer = Task {
      var seen: [BigInt] = []
      for await status in changes {
        seen.append(status.generation)
        if status.generation == 1000 { break }
      }
      return seen
    }
    try await simulation.advance(by: 997)
    let seen = await viewer.value
    #expect(seen.last == 1000 && seen == seen.sorted())
  }

  @Test(.timeLimit(.minutes(1)))
  func `a loop over the changes ends when the simulation is released`() async throws {
    let changes = try await Self.glider().changes()
    #expect(await changes.reduce(0) { count, _ in count + 1 } == 1)
  }

  @Test func `a loop over the changes sees the present before a change`() async throws {
    let simulation = try Self.glider()
    try await simulation.advance(by: 3)
    var changes = await simulation.changes().makeAsyncIterator()
    #expect(await changes.next()?.generation == 3)
    try await simulation.advance(by: 4)
    #expect(await changes.next()?.generation == 7)
  }

  @Test func `a loop over the changes sees each change once`() async throws {
    let simulation = try Self.glider()
    var changes = await simulation.changes().makeAsyncIterator()
    #expect(await changes.next()?.generation == 0)
    try await simulation.advance(by: 0)
    let edit = Task {
      try await Task.sleep(for: .milliseconds(50))
      try await simulation.set([Cell(x: 9, y: 9)])
    }
    #expect(await changes.next()?.population == 6)
    try await edit.value
    // The numbers stay the same.
    try await simulation.set([Cell(x: 1, y: 1), Cell(x: 1, y: 2, state: 0)])
    #expect(await changes.next()?.population == 6)
  }

  @Test func `a loop ends at a condition, an automaton at a stable generation`() async throws {
    let simulation = try Simulation(Pattern(named: "r-pentomino"))
    while try await simulation.advance().population < 200 {}
    let search = try await Automaton(simulation.snapshot())
    #expect(try search.advance(until: .stable))
    #expect(try await simulation.advance(to: search.generation).generation == 1103)
  }

  @Test func `a cancelled run ends at a complete generation, between edits`() async throws {
    let simulation = try Simulation(Pattern(named: "acorn"), engine: .reference)
    let run = Task<Void, any Error> { try await simulation.advance(by: .powerOfTwo(80)) }
    while try await simulation.snapshot().generation == 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let status = try await simulation.set([Cell(x: 1000, y: 1000)])
    #expect(status.generation > 0 && status.canUndo)
    cancel(run, after: 0.05)
    let error = await #expect(throws: LifeError.self) { try await run.value }
    #expect(error?.kind == .cancelled)
    let pattern = try await simulation.snapshot()
    let again = try await simulation.snapshot()
    #expect(pattern == again)
  }
}
