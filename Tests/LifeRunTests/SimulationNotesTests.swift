import LifeCore
import LifeEngines
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
