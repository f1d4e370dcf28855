package import LifeCore

/// What one generation comes to.
package struct Sample: Hashable, Sendable {
  package var generation: BigInt
  package var population: BigInt
  /// Nil if no cell lives.
  package var bounds: Bounds?

  package init(generation: BigInt, population: BigInt, bounds: Bounds?) {
    self.generation = generation
    self.population = population
    self.bounds = bounds
  }
}

/// One way of writing samples down, a row for each; the caller opens the output and finishes it.
///
/// A table that was cut short is continued by appending without beginning again.
package protocol TableWriter {
  /// Writes what stands above the rows.
  ///
  /// - Throws: ``FileFailure``.
  func begin() throws

  /// - Throws: ``FileFailure``.
  func append(_ sample: Sample) throws
}
