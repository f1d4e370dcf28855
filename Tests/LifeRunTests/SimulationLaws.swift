import LifeCore
import LifeEngines
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Undo, redo and the history of a simulation, compared with a model that keeps every edit.
@Suite struct SimulationLaws {
  /// The states after edits. Each generation is computed anew from them.
  private struct Model {
    /// With increasing generations.
    private var edits: [Pattern]
    private(set) var generation: BigInt
    private var undoStack: [(edits: [Pattern], generation: BigInt)] = []
    private var redoStack: [(edits: [Pattern], generation: BigInt)] = []
    private var isRunning = false

    init(_ pattern: Pattern) {
      edits = [pattern]
      generation = pattern.generation
    }

    var first: BigInt { edits[0].generation }

    func pattern() throws -> Pattern {
      let start = edits[edits.count - 1]
      let stepper = try AutoStepper(start, options: EngineOptions())
      try stepper.advance(by: generation - start.generation)
      return try stepper.snapshot()
    }

    private mutating func remember() {
      undoStack.append((edits, generation))
      redoStack = []
    }

    mutating func go(to target: BigInt) {
      if !isRunning { remember() }
      isRunning = true
      generation = target
      while edits.count > 1, edits[edits.count - 1].generation > target { edits.removeLast() }
    }

    mutating func pause() { isRunning = false }

    mutating func apply(_ edit: SimulationRequest) throws {
      let after = try edit.apply(to: pattern(), limit: .max)
      remember()
      isRunning = false
      edits.removeAll { $0.generation >= generation }
      edits.append(after)
    }

    mutating func reset() {
      remember()
      isRunning = false
      edits = [edits[0]]
      generation = first
    }

    mutating func undo() { exchange(from: \.undoStack, to: \.redoStack) }
    mutating func redo() { exchange(from: \.redoStack, to: \.undoStack) }

    private typealias Stack = WritableKeyPath<Model, [(edits: [Pattern], generation: BigInt)]>

    private mutating func exchange(from: Stack, to: Stack) {
      isRunning = false
      guard let entry = self[keyPath: from].popLast() else { return }
      self[keyPath: to].append((edits, generation))
      (edits, generation) = entry
    }
  }

  @Test func `any requests to a simulation give the cells of a model`() async throws {
    try await forEachCase(of: Effort.cases(12, long: 1000)) { seed in
      var random = Seeded(seed)
      var start = Art.pattern(".OO\nOO.\n.O.", at: .origin)
      start.generation = BigInt(seed % 3 * 100)
      let engine: Engine? = [nil, .hashlife, .tiles][seed % 3]
      let simulation = try Simulation(start, selection: EngineSelection(engine: engine))
      var model = Model(start)
      /// The cells for each number of an edit and generation.
      var known: [[BigInt]: Pattern] = [:]
      for _ in 0..<40 {
        var request = SimulationRequest.pause
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
          let target = model.generation + BigInt(Int.random(in: 1...20, using: &random))
          request = .advance(to: target, isBulk: Bool.random(using: &random))
          model.go(to: target)
        case 3:
          let distance = BigInt(Int.random(in: 0...30, using: &random))
          let target = max(model.first, model.generation - distance)
          request = .back(to: target)
          model.go(to: target)
        case 4, 5:
          let cell = Position(
            x: BigInt(Int.random(in: -5...5, using: &random)),
            y: BigInt(Int.random(in: -5...5, using: &random)))
          request = .toggle(cell, 1)
          try model.apply(.toggle(cell, 1))
        case 6:
          request = .reset
          model.reset()
        case 7, 8:
          request = .undo
          model.undo()
        case 9 where Bool.random(using: &random):
          request = .redo
          model.redo()
        default: model.pause()
        }
        var snapshot = await simulation.perform(request, view: nil)
        while snapshot.generation < model.generation, request.isStep {
          let rest = SimulationRequest.advance(to: model.generation, isBulk: true)
          snapshot = await simulation.perform(rest, view: nil)
        }
        simulation.announce()
        let copy = try await simulation.copy()
        let expected = try model.pattern()
        #expect(copy.pattern.generation == model.generation, "\(request)")
        #expect(try copy.pattern.hasSameCells(as: expected), "\(request)")
        let key = [BigInt(copy.edit.cells), model.generation]
        if let pattern = known[key] { #expect(try pattern.hasSameCells(as: expected)) }
        known[key] = expected
      }
    }
  }
}

extension SimulationRequest {
  fileprivate var isStep: Bool {
    switch self {
    case .advance, .back: true
    default: false
    }
  }
}
