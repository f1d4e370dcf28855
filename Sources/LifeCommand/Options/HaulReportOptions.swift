import LifeArguments
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// The forms in which a haul is reported, as typed.
struct HaulReportOptions {
  var isJSON = false
  var table: ReportTable?
  var file: Path?

  static var options: [Option<HaulReportOptions>] {
    [
      .json(group: "Report", sets: \.isJSON),
      .value(
        "--to", metavar: "FORMAT", group: "Report", help: "Print a table in this format.",
        sets: \.table),
      .value(
        "--report", metavar: "FILE", group: "Report",
        help: "Write a report to FILE.html, or a chart to FILE.svg.",
        details: """
          The objects with their pictures and counts on a logarithmic scale, the lifespans of some \
          of the soups, which are run again, and in HTML the rarest ten objects with their soups.
          """, sets: \.file),
    ]
  }

  /// Whether standard output has the report.
  var isOnStandardOutput: Bool { isJSON || table != nil }

  func validate() throws(UsageError) {
    if isJSON, table != nil { throw UsageError("--json cannot be combined with --to") }
    if let file, !["html", "svg"].contains(file.fileExtension) {
      throw UsageError("--report: expected a name that ends in .html or .svg, found '\(file)'")
    }
  }

  /// Refuses a report in the file of the haul.
  func refuseClash(with output: Path) throws(RunFailure) {
    if let file { try OutputClash.refuse("-o", output, "--report", file) }
  }

  /// Refuses a report that would replace a haul that is read.
  func refuseReplacing(_ input: Path) throws(RunFailure) {
    if let file { try OutputClash.refuse("--report", file, replacing: input) }
  }

  /// Prints the report, if one was asked for.
  ///
  /// - Parameter rows: the objects of tables and of JSON; nil for all.
  func write(
    _ haul: Haul, rows: [(code: String, entry: HaulTable.Entry)]? = nil,
    _ replacement: Replacement = .always
  ) throws {
    let report = HaulReport(haul, rows: rows)
    if isJSON { try writeLine(report.json) }
    switch table {
    case .csv: try writeText(report.csv)
    case .ndjson: try writeText(report.ndjson)
    case nil: break
    }
    if let file {
      let output = try openOutput(file, replacement: replacement)
      try output.write(
        file.fileExtension == "svg" ? report.chart().svg : report.page().html)
      try output.finish()
    }
  }
}
