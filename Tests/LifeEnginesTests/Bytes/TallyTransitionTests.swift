import LifeCore
import LifeKernels
import TestSupport
import Testing

@testable import LifeEngines

/// Rules that only count neighbors of two kinds.
@Suite struct TallyTransitionTests {
  /// A table that counts neighbors of states 1 and 2.
  private static func counts(states: Int) throws -> RuleTable {
    let symmetry = try #require(TableSymmetry(.permute, of: .moore))
    var transitions = Transitions(states: states, symmetry: symmetry)
    var random = Seeded(states)
    for state in 0..<states {
      for first in 0...8 {
        for second in 0...8 - first where (state, first, second) != (0, 0, 0) {
          var row = [Transitions.Symbol.state(State(state))]
          row += repeatElement(.state(1), count: first)
          row += repeatElement(.state(2), count: second)
          row += repeatElement(.state(0), count: 8 - first - second)
          row.append(.state(State(first * 3 + second >= 12 ? 0 : random.next() % 3)))
          transitions.append(row)
        }
      }
    }
    return try RuleTable(name: "counts", transitions)
  }

  /// WireWorld in transitions for all rotations of the neighbors, but not declared for all orders:
  /// conductors beside one head, or two at most so many positions apart.
  private static func wireWorld(positions: Int) throws -> Rule {
    let symmetry = try #require(TableSymmetry(.rotate8, of: .moore))
    var transitions = Transitions(states: 4, symmetry: symmetry)
    let any = (0..<8).map { number in
      Transitions.Symbol.variable(
        transitions.addVariable(Array("a\(number)".utf8), values: [0, 1, 2, 3]))
    }
    let others = (0..<8).map { number in
      Transitions.Symbol.variable(
        transitions.addVariable(Array("b\(number)".utf8), values: [0, 2, 3]))
    }
    let head = Transitions.Symbol.state(1)
    transitions.append([head] + any + [.state(2)])
    transitions.append([.state(2)] + any + [.state(3)])
    for second in 0...positions {
      var neighbors = others
      neighbors[0] = head
      neighbors[second] = head
      transitions.append([.state(3)] + neighbors + [head])
    }
    return Rule(.table(try RuleTable(name: "wires", transitions)))
  }

  private func tallies(_ rule: Rule, level: CPULevel = .best) throws -> TallyTransition? {
    let classes = try #require(rule.stateClasses)
    return TallyTransition(rule.phases[0], stateClasses: classes, kernels: Kernels(level))
  }

  @Test(arguments: ["B3/S23", "B3/S23History", "B36/S245History", "345/2/4", "/2/3", "12/34/16"])
  func `rules that count neighbors are tallied`(text: String) throws {
    #expect(try tallies(Rule(parsing: text)) != nil)
  }

  @Test(arguments: [
    "B3/S23H", "B2-a/S12", "W110", "JvN29", "LifeSuper", "B3-k/S23History", "12/34/17",
    "B3/S23Investigator",
  ])
  func `rules of more states, more kinds, or with places are not tallied`(text: String) throws {
    #expect(try tallies(Rule(parsing: text)) == nil)
  }

  @Test func `a table that counts is tallied whatever symmetry it declares`() throws {
    #expect(try tallies(Self.wireWorld(positions: 4)) != nil)
    #expect(try tallies(Self.wireWorld(positions: 3)) == nil)
  }

  @Test(arguments: ["B3/S23History", "B2/S34", "/2/3", "345/2/4", "counts", "wires"])
  func `tallies equal look-ups of each neighborhood`(text: String) throws {
    let rule =
      switch text {
      case "counts": Rule(.table(try Self.counts(states: 3)))
      case "wires": try Self.wireWorld(positions: 4)
      default: try Rule(parsing: text)
      }
    let lookups = try ByteTilesTests.workers(rule)
    let tallied = try CPULevel.supported.map { level in
      let tallies = try #require(try tallies(rule, level: level))
      return TileWorkers(transitions: [.tallied(tallies)], pool: WorkerPool(threads: 1))
    }
    for (seed, text) in ByteTilesTests.universes.enumerated() {
      let universe = try Universe(parsing: Array(text.utf8))
      let workers = [lookups] + tallied
      let tiles = try workers.map { _ in
        let tiles = try ByteTiles(universe, memoryLimit: 1 << 28)
        try ByteTilesTests.fillRandomly(tiles, reach: 39, states: rule.states, seed: seed)
        return tiles
      }
      for generation in 1...12 {
        for (tiles, workers) in zip(tiles, workers) {
          if generation.isMultiple(of: 5) { tiles.activateAll() }
          try tiles.advance(workers)
          tiles.checkInvariants()
        }
        let expected = TileCells(tiles[0])
        for (level, found) in zip(CPULevel.supported, tiles.dropFirst()) {
          let comment: Comment = "\(level) \(universe), generation \(generation)"
          #expect(TileCells(found) == expected, comment)
          #expect(found.digest == tiles[0].digest, comment)
          #expect(found.activeTiles == tiles[0].activeTiles, comment)
        }
      }
    }
  }
}
