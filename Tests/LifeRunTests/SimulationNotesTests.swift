import LifeCore
import LifeEngines
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Changes of a universe without its engine, and copies for other threads.
@Suite struct SimulationNotesTests {
  private static func simulation(
    _ engine: Engine? = nil, width: Int = 60
  ) throws -> Simulation {
    let pattern = Pattern(
      cells: TestSupport.Soup.cells(4, width: width, height: 40), at: Position(x: -7, y: 3))
    return try Simulation(pattern, selection: EngineSelection(engine: engine))
  }

  private static func copy(_ simulation: Simulation) async throws -> SimulationCopy {
    simulation.announce()
    return try await simulation.copy()
  }

  @Test func `a name and comments leave the engine alone, and undo takes them back`() async throws {
    let simulation = try Self.simulation()
    let engine = await simulation.engineIdentity
    for request: SimulationRequest in [.rename("Bird"), .comment("It flies."), .rename("Fish")] {
      #expect(await simulation.perform(request, view: nil).failure == nil)
    }
    let notes = { () async throws in
      try await Self.copy(simulation).pattern.notes.map { String(decoding: $0.text, as: UTF8.self) }
    }
    #expect(try await notes() == ["Fish", "It flies."])
    _ = await simulation.perform(.undo, view: nil)
    #expect(try await notes() == ["Bird", "It flies."])
    for _ in 0..<2 { _ = await simulation.perform(.undo, view: nil) }
    #expect(try await notes() == [])
    for _ in 0..<3 { _ = await simulation.perform(.redo, view: nil) }
    #expect(try await notes() == ["Fish", "It flies."])
    #expect(await simulation.engineIdentity == engine)
  }

  @Test func `a stroke goes on after a new name, and undo takes all of it back`() async throws {
    let simulation = try Self.simulation()
    let before = try await simulation.universe()
    for request: SimulationRequest in [
      .set([Position(x: 90, y: 3): 1], continues: false), .rename("Bird"),
      .set([Position(x: 91, y: 3): 1], continues: true),
    ] {
      #expect(await simulation.perform(request, view: nil).failure == nil)
    }
    for _ in 0..<3 { _ = await simulation.perform(.undo, view: nil) }
    #expect(try before.hasSameCells(as: await simulation.universe()))
  }

  @Test func `steps back keep the name and the mark of an unsaved pattern`() async throws {
    let simulation = try Self.simulation()
    let first = await simulation.perform(.show, view: nil).edit
    _ = await simulation.perform(.advance(to: 1, isBulk: false), view: nil)
    _ = await simulation.perform(.rename("Bird"), view: nil)
    let back = await simulation.perform(.back(to: 0), view: nil)
    #expect(back.generation == 0 && back.edit != first && back.edit.cells == first.cells)
    #expect(try await Self.copy(simulation).pattern.notes.count == 1)
  }

  @Test func `clearing begins a new pattern, and undo takes it back`() async throws {
    let simulation = try Self.simulation()
    for request: SimulationRequest in [.rename("Bird"), .advance(to: 1, isBulk: false), .clear] {
      #expect(await simulation.perform(request, view: nil).failure == nil)
    }
    let cleared = try await Self.copy(simulation).pattern
    #expect(cleared.population == 0 && cleared.generation == 0 && cleared.notes.isEmpty)
    _ = await simulation.perform(.undo, view: nil)
    let before = try await Self.copy(simulation).pattern
    #expect(before.population > 0 && before.generation == 1 && before.notes.count == 1)
    _ = await simulation.perform(.redo, view: nil)
    #expect(try await Self.copy(simulation).pattern == cleared)
  }

  @Test(arguments: ["xq1_11_66_22", "2A$2B$2C!", "x = 3, y = 2, rule = WireWorld\n3A$3B!"])
  func `pasted text without a rule is read under that of the board`(text: String) async throws {
    var board = Pattern(cells: .none)
    board.statedRule = try Rule(parsing: "345/2/4")
    let simulation = try Simulation(board.withoutCells, selection: EngineSelection())
    let answer = await simulation.perform(.readClipboard(text), view: nil)
    #expect(answer.failure == nil && answer.clipboard?.population == 6)
  }

  @Test(arguments: ["a.png", "a.pbm", "a.gif", "a"])
  func `a copy is not saved as a picture`(name: String) async throws {
    let copy = try await Self.copy(Self.simulation())
    #expect(throws: RunFailure.self) { try copy.save(to: Path(name)) }
  }

  @Test(arguments: [nil] + Engine.allCases)
  func `a copy has all cells`(engine: Engine?) async throws {
    let simulation = try Self.simulation(engine, width: 300)
    _ = await simulation.perform(.rename("Bird"), view: nil)
    simulation.announce()
    let copy = try await simulation.copy()
    #expect(try copy.pattern.hasSameCells(as: await simulation.universe()))
    #expect(copy.pattern.notes.count == 1 && copy.pattern.generation == 0)
  }
}

extension Simulation {
  fileprivate var engineIdentity: ObjectIdentifier { ObjectIdentifier(stepper as AnyObject) }
}
