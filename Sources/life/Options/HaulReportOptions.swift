import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// The forms in which a haul is reported, as typed.
struct HaulReportOptions {
  var isJSON = false
  var table: ReportTable?

  static var options: [Option<HaulReportOptions>] {
    [
      .flag("--json", group: "Report", help: "Print one JSON object.", sets: \.isJSON),
      .value(
        "--to", metavar: "FORMAT", group: "Report", help: "Print a table: csv or ndjson.",
        sets: \.table),
    ]
  }

  /// Whether standard output has the report.
  var isOnStandardOutput: Bool { isJSON || table != nil }

  func validate() throws(UsageError) {
    if isJSON, table != nil { throw UsageError("--json cannot be combined with --to") }
  }

  /// Prints the report, if one was asked for.
  func write(_ haul: Haul) throws {
    let report = HaulReport(haul)
    if isJSON { try writeLine(report.json) }
    switch table {
    case .csv: try writeText(report.csv)
    case .ndjson: try writeText(report.ndjson)
    case nil: break
    }
  }
}
