package import LifeFormats
package import LifeIO
package import LifeAnalysis

/// A census as a value: what it searches, which soups, and where its haul is kept.
package struct CensusPlan {
  package var search: CensusSearch
  /// The soups of the complete census.
  package var soups: Range<Int>
  /// The soups and objects of an interrupted census, a prefix of ``soups``.
  package var start: Haul
  /// The file of the haul, which is replaced at each checkpoint; nil for none.
  package var file: OwnedFile?
  package var checkpointInterval: Duration = CheckpointRequest.usualInterval
  package var threads = 1
  package var limits = CensusLimits()
  /// The time when the census stops.
  package var deadline: ContinuousClock.Instant?
  /// Stops the census soon when it is raised.
  package var interrupt = Interruption.interrupt

  package init(_ search: CensusSearch, soups: Range<Int>, start: Haul) {
    self.search = search
    self.soups = soups
    self.start = start
  }
}
