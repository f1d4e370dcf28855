/// A row of a table of `life bench`, whose rate is 1 before it is measured.
protocol BenchRow {
  /// What is measured.
  var label: String { get }
  /// How much is done in a second.
  var rate: Double { get set }

  /// Measures a rate in runs that take about a time together.
  func measure(within time: Duration) throws -> Double
}
