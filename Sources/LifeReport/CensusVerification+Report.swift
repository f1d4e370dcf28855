internal import LifeRender
package import LifeRun

// The result of `census verify` as text and fields.
extension CensusVerification.Result: Report {
  /// The maximum number of differences in the text.
  private static let maxDifferences = 100

  /// A line for each of the first differences.
  package var text: String {
    differences.prefix(Self.maxDifferences).map { "\($0)\n" }.joined()
      + (hasSameTable == false ? "the counts differ\n" : "")
  }

  package static let schema = Schema<CensusVerification.Result>("life.verification/1") {
    Property("same", "whether there is no difference") { $0.isSame }
    Property("soups", "the number of soups that were run again") { $0.count }
    Property("same_table", "if all soups were run: whether all counts are equal; else null") {
      $0.hasSameTable
    }.orNull
    Property("differences", "the differences", listing: difference) { $0.differences }
  }

  private static let difference = Schema<CensusVerification.Difference> {
    Property("soup", "the number of the soup") { $0.soup }
    Property("apgcode", "the code of an object") { $0.code }
    Property("missing", "true if only the haul has the object, false if only the soup has it") {
      $0.isOnlyInHaul
    }
  }
}
