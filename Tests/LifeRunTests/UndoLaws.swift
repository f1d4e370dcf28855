import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeRun

/// Undo and redo of every kind of edit, on every engine.
@Suite struct UndoLaws {
  /// Rules with engines that serve them; `nil` for the automatic one.
  private static let served: [(rule: String, engines: [Engine?])] = [
    ("B3/S23", Engine.allCases + [nil]), ("B03/S23", Engine.allCases + [nil]),
    ("345/2/4", [.reference, .bitmap, .hashlife, .bytes, nil]),
    ("B3/S23:T60,50", [.reference, .bitmap, .bytes, nil]),
  ]

  private static func simulation(
    engine: Engine?, rule: String, seed: Int
  ) throws -> Simulation {
    let pattern = try Pattern(
      cells: TestSupport.Soup.cells(seed, width: 30, height: 20), at: Position(x: -15, y: -10),
      under: rule)
    var selection = EngineSelection(engine: engine)
    selection.memoryLimit = 1 << 29
    return try Simulation(pattern.packedForRule(), selection: selection)
  }

  /// A random request for one entry of the undo stack.
  private static func request(
    _ generation: BigInt, states: Int, by random: inout Seeded
  ) -> SimulationRequest {
    let place = Position(
      x: BigInt(Int.random(in: -30...30, using: &random)),
      y: BigInt(Int.random(in: -30...30, using: &random)))
    let box = Bounds(
      x: place.x, y: place.y, width: BigInt(Int.random(in: 1...90, using: &random)),
      height: BigInt(Int.random(in: 1...20, using: &random)))
    let state = State.random(in: 0..<State(states), using: &random)
    switch Int.random(in: 0..<47, using: &random) {
    case 0..<8: return .toggle(place, 1)
    case 8..<12: return .set([place: state, place.moved(byX: 70, y: 2): 1], continues: false)
    case 12..<16: return .erase(box)
    case 16..<18: return .fill(box, state)
    case 18..<20: return .randomize(box, percent: 40, seed: random.next())
    case 20..<22: return .flood(place, state, within: box)
    case 22..<25:
      return .turn(box, [.rotated90, .mirroredX, .mirroredY].randomElement(using: &random)!)
    case 25..<27: return .copy(box, isCut: true)
    case 27..<30: return .paste(place)
    case 30..<39:
      return .advance(
        to: generation + BigInt(Int.random(in: 1...20, using: &random)), isBulk: false)
    case 39..<42: return .clear
    case 42..<45: return .comment("\(place)")
    default: return .setRule(["B36/S23", "B3/S23", "B3/S12"].randomElement(using: &random)!)
    }
  }

  private static func pattern(_ simulation: Simulation) async throws -> Pattern {
    simulation.announce()
    return try await simulation.copy().pattern
  }

  @Test(arguments: served.flatMap { rule, engines in engines.map { ($0, rule) } })
  func `undo takes back any edits, and redo repeats them`(
    engine: Engine?, rule: String
  ) async throws {
    for seed in Effort.cases(3, long: 200) {
      var random = Seeded(seed)
      let simulation = try Self.simulation(engine: engine, rule: rule, seed: seed)
      var past = [try await Self.pattern(simulation)]
      var numbers = [EditNumbers()]
      for _ in 0..<30 {
        let present = past[past.count - 1]
        let request = Self.request(
          present.generation, states: present.rule.states, by: &random)
        var snapshot = await simulation.perform(request, view: nil)
        if case .advance(let target, _) = request {
          while snapshot.generation < target {
            snapshot = await simulation.perform(request, view: nil)
          }
        }
        _ = await simulation.perform(.pause, view: nil)
        guard snapshot.failure == nil else { continue }
        past.append(try await Self.pattern(simulation))
        numbers.append(snapshot.edit)
      }
      for (request, indices) in [
        (SimulationRequest.undo, Array(past.indices.dropLast().reversed())),
        (.redo, Array(past.indices.dropFirst())),
        (.undo, Array(past.indices.dropLast().reversed())),
      ] {
        for index in indices {
          let comment: Comment = "\(engine?.rawValue ?? "auto") \(rule) \(seed) \(request) \(index)"
          let snapshot = await simulation.perform(request, view: nil)
          #expect(snapshot.failure == nil && snapshot.edit == numbers[index], comment)
          let pattern = try await Self.pattern(simulation)
          #expect(pattern.generation == past[index].generation, comment)
          #expect(pattern.notes == past[index].notes, comment)
          #expect(pattern.rulestring == past[index].rulestring, comment)
          #expect(try pattern.hasSameCells(as: past[index]), comment)
        }
        let end = await simulation.perform(request, view: nil)
        #expect(end.failure?.message == "nothing to \(request)")
      }
    }
  }

  @Test func `the memory of an edit does not depend on the pattern`() async throws {
    let pattern = Pattern(cells: TestSupport.Soup.cells(1, width: 1000, height: 1000), at: .origin)
    let simulation = try Simulation(pattern, selection: EngineSelection())
    let toggle = { (x: Int) async in
      _ = await simulation.perform(.toggle(Position(x: BigInt(x), y: 500), 1), view: nil)
    }
    await toggle(0)
    let before = await simulation.undoStack.memory
    for x in 1...100 { await toggle(x) }
    #expect(await simulation.undoStack.memory - before < 100 * 200)
  }

  @Test(arguments: Engine.allCases + [nil])
  func `clearing a loaded pattern copies no cells`(engine: Engine?) async throws {
    let simulation = try Self.simulation(engine: engine, rule: "B3/S23", seed: 1)
    let loaded = await simulation.history.first
    #expect(await simulation.perform(.clear, view: nil).population == 0)
    let change = try #require(await simulation.undoStack.last)
    guard case .universe(let kept) = change.restoration else {
      Issue.record("clearing is undone by \(change.restoration)")
      return
    }
    #expect(kept === loaded)
    let undone = await simulation.perform(.undo, view: nil)
    #expect(undone.population == loaded.pattern.population && !undone.canUndo)
  }

  @Test func `a tree of more cells than memory holds is edited`() async throws {
    let store = try QuadStore()
    var root = try Art.pattern(".O.\n..O\nOOO").copied(to: store, center: .origin).root
    for _ in 0..<100 { root = try store.join(nw: root, ne: root, sw: root, se: root) }
    let tree = Quadtree(root, level: store.leafLevel + 101, in: store)
    let simulation = try Simulation(Pattern(tree: tree), selection: EngineSelection())
    let first = await simulation.perform(.show, view: nil).population
    #expect(first > .powerOfTwo(200))
    let place = Position(x: BigInt.powerOfTwo(99) + 5, y: -BigInt.powerOfTwo(98) - 1)
    let toggle = SimulationRequest.toggle(place, 1)
    let toggled = await simulation.perform(toggle, view: nil)
    #expect(toggled.failure == nil && abs((toggled.population - first).double) == 1)
    let box = Bounds(x: place.x, y: place.y, width: 40, height: 40)
    let erased = await simulation.perform(.erase(box), view: nil)
    #expect(erased.failure == nil && erased.population < first)
    for _ in 0..<2 { _ = await simulation.perform(.undo, view: nil) }
    #expect(await simulation.perform(.show, view: nil).population == first)
  }
}
