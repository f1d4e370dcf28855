package import LifeFormats
internal import LifeIO
internal import LifeRender

package struct HaulDifference: Report {
  private typealias Values = (name: String, first: String, second: String)
  private typealias Counts = (code: String, first: Int, second: Int)

  private let facts: [Values]
  private let counts: [Counts]
  /// The objects with different sample soups, if all counts are equal.
  private let samples: [String]

  package init(between first: Haul, and second: Haul) {
    let hasSearches = !first.isTable && !second.isTable
    facts = zip(first.facts, second.facts).filter { hasSearches && $0.value != $1.value }
      .map { ($0.name, $0.value, $1.value) }
    let codes = first.table.sorted.map(\.code)
    let more = second.table.sorted.map(\.code).filter { first.table.entries[$0] == nil }
    counts = (codes + more).map {
      ($0, first.table.count(of: $0), second.table.count(of: $0))
    }.filter { $0.first != $0.second }
    samples =
      hasSearches && facts.isEmpty && counts.isEmpty
      ? codes.filter { first.table.entries[$0] != second.table.entries[$0] } : []
  }

  package var count: Int { facts.count + counts.count + samples.count }

  /// A line for each difference.
  package var text: String {
    let lines =
      facts.map { "\($0.name): \($0.first), \($0.second)" }
      + counts.map { "\($0.first) \($0.second) \($0.code)" }
      + samples.map { "other sample soups of \($0)" }
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// A table of the objects whose counts differ.
  package func table(in options: ReportOptions) -> String {
    options.text(counts, of: ReportTable(Self.object, columns: Self.columns))
  }

  private static let columns = ["apgcode", "first", "second"].map { Column<Counts>($0) }

  package static let schema = Schema<HaulDifference>("life.hauls/1") {
    Property("same", "whether the hauls are the same") { $0.count == 0 }
    Property("search", "the differing facts about the searches, such as the rule", listing: fact) {
      $0.facts
    }
    Property("objects", "the objects whose counts differ", listing: object) { $0.counts }
    Property("samples", "the objects whose sample soups differ, if all counts are equal") {
      $0.samples
    }
  }

  private static let fact = Schema<Values> {
    Property("name", "its name in the haul") { $0.name }
    Property("first", "its value in the first haul") { $0.first }
    Property("second", "its value in the second haul") { $0.second }
  }

  private static let object = Schema<Counts> {
    Property("apgcode", "the code of the object") { $0.code }
    Property("first", "how often the first haul has it") { $0.first }
    Property("second", "how often the second haul has it") { $0.second }
  }
}

extension Haul {
  /// The lines of a haul's head.
  fileprivate var facts: [(name: String, value: String)] {
    search.map { (name: $0.name, value: $0.value) } + [("soups", "\(soups)")]
  }
}
