import Foundation
import Life
import Testing

/// Cancels a task from a thread of its own, because all threads for tasks may be at work.
func cancel(_ task: Task<some Sendable, any Error>, after seconds: Double) {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: seconds)
    task.cancel()
  }
}

@Suite struct AutomatonTests {
  private static let glider = "bob$2bo$3o!"

  @Test func `cells under rules with B0 say when they are the opposite`() throws {
    let dot = [Cell(x: 0, y: 0)]
    let plane = try Automaton(Pattern(cells: dot, rule: Rule("B03/S23")))
    try plane.advance()
    #expect(plane.isComplement && plane.population == 9)
    #expect(try plane.snapshot().isComplement)
    try plane.advance()
    #expect(!plane.isComplement)
    var pattern = try Pattern(cells: dot, rule: Rule("B03/S23"))
    pattern.universe = try .torus(width: 10, height: 10)
    let torus = try Automaton(pattern)
    try torus.advance()
    #expect(!torus.isComplement && torus.population == 91)
  }

  @Test(arguments: Engine.allCases)
  func `an automaton advances by, to and until`(_ engine: Engine) throws {
    let automaton = try Automaton(Pattern(parsing: Self.glider), engine: engine)
    let count = 4
    try automaton.advance(by: count)
    try automaton.advance(by: UInt8(4))
    try automaton.advance(by: BigInt(4))
    try automaton.advance()
    #expect(automaton.generation == 13 && automaton.population == 5)
    try automaton.advance(to: 100)
    #expect(automaton.generation == 100)
    #expect(throws: LifeError.self) { try automaton.advance(to: 99) }
    #expect(throws: LifeError.self) { try automaton.advance(by: -1) }
    #expect(try automaton.advance(until: .period))
    #expect(automaton.generation == 104)
  }

  @Test func `an automaton stops where a condition first holds`() throws {
    let pentomino = try Automaton(Pattern(named: "r-pentomino"))
    #expect(try pentomino.advance(until: .population(above: 100)))
    #expect(pentomino.population > 100)
    let early = pentomino.generation
    #expect(try pentomino.advance(until: .stable))
    #expect(pentomino.generation == 1103 && early < 1103)
    #expect(try !pentomino.advance(until: .empty, atMost: 50))
    #expect(pentomino.generation == 1153)
    let error = #expect(throws: LifeError.self) {
      try pentomino.advance(until: .period, atMost: -3)
    }
    #expect(error?.kind == .invalidArgument)
  }

  @Test func `a loop visits every generation of an interval`() async throws {
    let automaton = try Automaton(Pattern(parsing: Self.glider))
    var visited: [BigInt] = []
    for try await generation in automaton.generations(every: 30, through: 100) {
      #expect(automaton.generation == generation)
      visited.append(generation)
    }
    #expect(visited == [0, 30, 60, 90] && automaton.generation == 90)
    let interval = BigInt(10)
    for try await generation in automaton.generations(every: interval) where generation >= 110 {
      break
    }
    #expect(automaton.generation == 110)
    let last = BigInt(140)
    for try await _ in automaton.generations(every: interval, through: last) {}
    #expect(automaton.generation == 140)
    let count = 10
    for try await _ in automaton.generations(every: count, through: automaton.generation + 20) {}
    for try await _ in automaton.generations(through: count * 17) {}
    #expect(automaton.generation == 170)
  }

  @Test func `a loop through an earlier generation visits none`() async throws {
    let automaton = try Automaton(Pattern(parsing: Self.glider))
    try automaton.advance(by: 1000)
    for try await _ in automaton.generations(every: 10, through: 500) { Issue.record("visited") }
    #expect(automaton.generation == 1000)
  }

  @Test func `a cancelled task ends a long call`() async throws {
    let task = Task {
      let soup = try Pattern(soupOfWidth: 2000, height: 2000, seed: "cancel")
      let automaton = try Automaton(soup, engine: .bitmap)
      // Many hours.
      try automaton.advance(by: 1 << 30)
    }
    cancel(task, after: 0.1)
    let error = await #expect(throws: LifeError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func `a cancelled task ends a loop, and the cells stay`() async throws {
    let task = Task {
      let automaton = try Automaton(Pattern(parsing: Self.glider))
      withUnsafeCurrentTask { $0?.cancel() }
      let error = #expect(throws: LifeError.self) { try automaton.advance(by: 10) }
      #expect(error?.kind == .cancelled)
      return (automaton.generation, automaton.population)
    }
    let (generation, population) = try await task.value
    #expect(generation == 0 && population == 5)
  }
}

@Suite struct WindowTests {
  @Test(arguments: [-1, 1 << 60])
  func `a decoded window has a size of windows`(_ width: Int) throws {
    let window = Window(x: -3, y: 4, width: 5, height: 6)
    let json = try JSONEncoder().encode(window)
    #expect(try JSONDecoder().decode(Window.self, from: json) == window)
    let text = #"{"x":0,"y":0,"width":\#(width),"height":1}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Window.self, from: Data(text.utf8))
    }
  }
}

@Suite struct AutomatonEditingTests {
  @Test(arguments: Engine.allCases)
  func `cells that are set change what follows`(_ engine: Engine) throws {
    let automaton = try Automaton(Pattern(cells: []), engine: engine)
    try automaton.set([Cell(x: 1, y: 0), Cell(x: 2, y: 1)])
    try automaton.set((0..<3).map { Cell(x: $0, y: 2) })
    #expect(automaton[1, 0] == 1 && automaton[0, 0] == 0 && automaton[-70, 900] == 0)
    let glider = try Pattern(parsing: "bob$2bo$3o!")
    #expect(try automaton.snapshot().hasSameCells(as: glider))
    try automaton.advance(by: 400)
    let moved = glider.moved(by: Displacement(x: 100, y: 100))
    #expect(try automaton.snapshot().hasSameCells(as: moved))
    try automaton.set(automaton.liveCells().map { Cell(x: $0.x, y: $0.y, state: 0) })
    #expect(automaton.population == 0)
  }

  @Test func `a state that the rule does not have is refused`() throws {
    let automaton = try Automaton(Pattern(cells: [], rule: Rule("/2/3")))
    try automaton.set([Cell(x: 0, y: 0, state: 2)])
    #expect(automaton[0, 0] == 2)
    let error = #expect(throws: LifeError.self) {
      try automaton.set([Cell(x: 5, y: 0), Cell(x: 0, y: 0, state: 3)])
    }
    #expect(error?.kind == .invalidArgument && automaton[5, 0] == 0)
  }
}
