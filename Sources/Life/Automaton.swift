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
/// you can share. A call occupies its actor until it returns: beside a user interface, use a
/// ``Simulation``, an actor of your own or `Task.detached`. If the calling task is cancelled, its
/// call ends soon with an error of the kind ``LifeError/Kind/cancelled``. The automaton is at the
/// last complete generation then.
public final class Automaton {
  /// Holds the cells and advances them.
  var stepper: any Stepper
  let selection: EngineSelection
  let cancellation = Cancellation()
  /// The rule of the pattern.
  public let rule: Rule
  /// The universe of the pattern.
  public let universe: Universe

  /// Makes an automaton at the generation of a pattern. The pattern stays unchanged.
  ///
  /// - Parameters:
  ///   - pattern: the cells, the rule, the universe and the generation.
  ///   - engine: the engine that advances the pattern.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply. The others are for reading.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the engine does not
  ///   support the pattern's rule or universe, ``LifeError/Kind/invalidArgument`` if a cell lies
  ///   outside the universe, or ``LifeError/Kind/overLimit`` if the cells need more memory than the
  ///   limit.
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
      try selection.makeStepper(pattern.valueInUniverse, generations: .powerOfTwo(20))
    }
  }
}

extension Automaton {
  /// The present generation: the generation of the pattern plus all generations advanced.
  public var generation: BigInt { BigInt(stepper.generation) }

  /// Whether all cells are the opposite of the real ones: dead where an infinite plane is alive.
  ///
  /// Under rules with B0 and without S8, this is so at odd generations on the plane: ``population``
  /// of `B03/S23` is finite, and counts the dead cells. In a bounded universe such rules have the
  /// real cells. Under rules with B0 and S8 it is so at all generations, in every universe.
  public var isComplement: Bool {
    rule.value.storesComplement(at: stepper.generation, in: universe.value)
  }

  /// The exact number of live cells in the whole universe, or of dead cells if ``isComplement``.
  /// Every state but 0 is live.
  public var population: BigInt { BigInt(stepper.population) }

  /// The exact bounding box of the cells that ``population`` counts. `nil` if there are none.
  public var bounds: Bounds? { stepper.bounds.map(Bounds.init) }

  /// The engine in use now: the given one or the present choice of ``Engine/automatic``.
  public var engine: Engine {
    let engine = selection.spans(of: stepper, since: 0).last?.engine
    return engine.map { Engine($0) } ?? .automatic
  }

  /// The present generation as a pattern. Later steps do not change it.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(1) for a quadtree, else O(*n*) time and memory for *n* words of 64 cells.
  public func snapshot() throws(LifeError) -> Pattern {
    try cancellation.watching { Pattern(try stepper.snapshot()) }
  }
}
