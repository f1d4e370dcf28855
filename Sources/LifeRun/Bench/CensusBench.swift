import LifeAnalysis
import LifeCore

/// Measures how many soups of a search are run and counted in a second.
package struct CensusBench {
  package var rule: String
  package var symmetry = "C1"
  package var threads = 1
  /// The number of soups, chosen for a measurement of about a second.
  package var soups: Int

  package var name: String { "\(rule) \(symmetry)" }

  /// The rules and symmetries of large searches.
  ///
  /// - Parameter threads: the most threads.
  package static func all(threads: Int) -> [CensusBench] {
    [
      CensusBench(rule: "B3/S23", soups: 20_000),
      CensusBench(rule: "B3/S23", symmetry: "D8_4", soups: 5_000),
      CensusBench(rule: "B38/S23", soups: 10_000),
      CensusBench(rule: "B36/S23", soups: 2_000),
      CensusBench(rule: "B2-a/S12", soups: 2_000),
      CensusBench(rule: "/2/3", soups: 50),
    ] + (threads > 1 ? [CensusBench(rule: "B3/S23", threads: threads, soups: 40_000)] : [])
  }

  /// Soups per second of elapsed time.
  package func rate() throws -> Double {
    let search = CensusSearch(
      rule: try RuleAndUniverse(parsing: rule.utf8).rule,
      symmetry: SoupSymmetry(symmetry) ?? .c1, root: "bench_")
    var plan = CensusPlan(search, soups: 0..<soups)
    plan.threads = threads
    return Double(soups) / max(try CensusRun(plan).run().seconds, 1e-9)
  }
}
