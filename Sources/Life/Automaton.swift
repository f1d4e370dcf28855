import LifeCore
import LifeEngines
import LifeRun

/// A pattern in an engine, which advances it by exact numbers of generations.
///
///     let gun = try Automaton(Pattern(named: "gosper-gun"))
///     try gun.advance(by: 1000)
///     print(gun.population)
///
/// An automaton is not `Sendable`: use it from one task at a time. ``snapshot()`` returns a value
/// that can be shared. When the task that calls a function is cancelled, the function ends soon
/// with an error of the kind ``LifeError/Kind/cancelled``; the automaton is then at the last
/// generation that was completed.
public final class Automaton {
  /// The cells, for the other files of this library.
  var stepper: any EditableStepper
  let selection: EngineSelection
  let cancellation = Cancellation()
  /// The rule of the pattern.
  public let rule: Rule
  /// The universe of the pattern.
  public let universe: Universe

  /// Makes an automaton at the generation of a pattern, which stays as it is.
  ///
  /// - Parameters:
  ///   - pattern: the cells, the rule, the universe and the generation.
  ///   - engine: the engine that advances the pattern.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` if the engine does not serve the pattern's rule or universe, or of the
  ///   kind ``LifeError/Kind/overLimit`` if the cells need more memory than the limit.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or nodes of a quadtree.
  public init(
    _ pattern: Pattern, engine: Engine = .automatic, limits: Limits = Limits()
  ) throws(LifeError) {
    self.rule = pattern.rule
    self.universe = pattern.universe
    let selection = limits.selection(of: engine, interrupt: cancellation.interrupt)
    self.selection = selection
    // The length only guides the first choice of the automatic engine.
    stepper = try cancellation.watching {
      try selection.makeStepper(pattern.value, generations: .powerOfTwo(20))
    }
  }
}

extension Automaton {
  /// The present generation: that of the pattern plus all generations advanced.
  public var generation: BigInt { BigInt(stepper.generation) }

  /// The number of live cells of the whole universe, exact. Every state but 0 counts as live.
  public var population: BigInt { BigInt(stepper.population) }

  /// The bounding box of the live cells, exact; nil if all cells are dead.
  public var bounds: Bounds? { stepper.bounds.map(Bounds.init) }

  /// The engine in use now: the given one, or the present choice of ``Engine/automatic``.
  public var engine: Engine {
    let engine = selection.spans(of: stepper, since: 0).last?.engine
    return engine.map { Engine($0) } ?? .automatic
  }

  /// The present generation as a pattern that later steps do not change.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(1) for a quadtree, else O(*n*) time and memory for *n* words of 64 cells.
  public func snapshot() throws(LifeError) -> Pattern {
    try cancellation.watching { Pattern(try stepper.snapshot()) }
  }
}
