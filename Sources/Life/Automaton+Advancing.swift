import LifeAnalysis
import LifeCore
import LifeEngines
import LifeRun

// Stepping, and running until a condition is met.
extension Automaton {
  /// Advances by any number of generations.
  ///
  /// - Parameter generations: 0 or more. One call with a large number is faster than many calls
  ///   with small ones, above all with ``Engine/hashlife``.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the number is
  ///   negative, ``LifeError/Kind/overLimit`` if memory runs out, or ``LifeError/Kind/cancelled``.
  ///   The automaton is at the last complete generation then.
  /// - Complexity: depends on the engine. ``Engine/bitmap`` takes O(area) a generation,
  ///   ``Engine/tiles`` and ``Engine/bytes`` O(changing cells) a generation. ``Engine/hashlife``
  ///   takes O(different nodes) for any number of generations.
  public func advance(by generations: BigInt = 1) throws(LifeError) {
    guard generations >= 0 else {
      throw LifeError(.invalidArgument, "cannot advance by \(generations) generations")
    }
    try cancellation.watching { try stepper.advance(by: generations.value) }
  }

  /// Advances by a number of generations; see ``advance(by:)-(BigInt)``.
  public func advance(by generations: some BinaryInteger) throws(LifeError) {
    try advance(by: BigInt(generations))
  }

  /// Advances to a generation.
  ///
  /// - Parameter generation: the present one or a later one.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the generation is
  ///   before the present one, ``LifeError/Kind/overLimit`` or ``LifeError/Kind/cancelled``.
  /// - Complexity: the same as ``advance(by:)-(BigInt)``.
  public func advance(to generation: BigInt) throws(LifeError) {
    let present = self.generation
    guard generation >= present else {
      throw LifeError(
        .invalidArgument, "generation \(generation) is before the present one, \(present)")
    }
    try advance(by: generation - present)
  }

  /// Advances to a generation; see ``advance(to:)-(BigInt)``.
  public func advance(to generation: some BinaryInteger) throws(LifeError) {
    try advance(to: BigInt(generation))
  }

  /// Advances until a condition holds. If it holds already, nothing changes.
  ///
  ///     let acorn = try Automaton(Pattern(named: "acorn"))
  ///     try acorn.advance(until: .stable)
  ///     print(acorn.generation)     // 5206
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - maxGenerations: the maximum number of generations, at least 0.
  /// - Returns: whether the condition was found to hold. If not, the automaton has advanced by
  ///   `maxGenerations`, or by fewer if the search gave up early, for example in chaotic growth.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the number is
  ///   negative, ``LifeError/Kind/overLimit`` if memory runs out, or ``LifeError/Kind/cancelled``.
  ///   The automaton may be at any generation on the way then.
  /// - Complexity: the generations run twice, once to find the end and once to get there.
  @discardableResult
  public func advance(
    until condition: Condition, atMost maxGenerations: Int = 50_000
  ) throws(LifeError) -> Bool {
    guard maxGenerations >= 0 else {
      throw LifeError(.invalidArgument, "cannot advance by \(maxGenerations) generations")
    }
    let end = try cancellation.watching {
      try EndSearch(stepper.snapshot(), engine: selection, maxGenerations: maxGenerations)
        .end(when: condition.value)
    }
    try advance(by: end.generations)
    return end.isMet
  }

  /// A loop over generations, starting at the present one.
  ///
  ///     for try await generation in gun.generations(every: 30, through: 3000) {
  ///       print(generation, gun.population)
  ///     }
  ///
  /// The automaton advances on the actor of the loop, when the loop asks for the next element.
  /// Other tasks can run between two elements. The loop throws when its task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: the number of generations between two elements, at least 1.
  ///   - last: the maximum generation. `nil` makes the sequence endless.
  /// - Precondition: `interval` is positive.
  public func generations(
    every interval: BigInt = 1, through last: BigInt? = nil
  ) -> AutomatonGenerations {
    precondition(interval > 0, "an interval must be positive")
    return AutomatonGenerations(automaton: self, interval: interval, last: last)
  }

  /// A loop over generations; see ``generations(every:through:)-(BigInt,_)``.
  public func generations(
    every interval: some BinaryInteger, through last: BigInt? = nil
  ) -> AutomatonGenerations {
    generations(every: BigInt(interval), through: last)
  }

  /// A loop over generations; see ``generations(every:through:)-(BigInt,_)``.
  public func generations(
    every interval: Int = 1, through last: (some BinaryInteger)?
  ) -> AutomatonGenerations {
    generations(every: BigInt(interval), through: last.map { BigInt($0) })
  }
}

/// An asynchronous sequence of generations of an ``Automaton``. The automaton advances to each
/// element on demand.
public struct AutomatonGenerations: AsyncSequence {
  let automaton: Automaton
  let interval: BigInt
  let last: BigInt?

  /// An iterator over the present generation, then one generation per interval.
  public func makeAsyncIterator() -> Iterator { Iterator(generations: self) }

  /// Advances the automaton to each element.
  public struct Iterator: AsyncIteratorProtocol {
    let generations: AutomatonGenerations
    private var isStarted = false

    init(generations: AutomatonGenerations) { self.generations = generations }

    /// Advances to the next element. `nil` after the last one.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LifeError) -> BigInt? {
      await Task.yield()
      let automaton = generations.automaton
      let next = isStarted ? automaton.generation + generations.interval : automaton.generation
      isStarted = true
      if let last = generations.last, next > last { return nil }
      try automaton.advance(to: next)
      return next
    }
  }
}

@available(*, unavailable)
extension AutomatonGenerations: Sendable {}
