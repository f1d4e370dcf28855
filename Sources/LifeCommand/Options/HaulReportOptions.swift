import LifeArguments
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// The options for the report of a haul, as typed.
struct HaulReportOptions {
  var printed = ReportOptions()
  var file: Path?

  static var options: [Option<HaulReportOptions>] {
    ReportOptions.tables().inside(\.printed) + [
      .value(
        "--report", metavar: "FILE", group: "Report",
        help: "Write a report to FILE.html, or a chart to FILE.svg.",
        details: """
          The objects with their pictures and counts on a logarithmic scale, and in HTML the \
          rarest ten objects with their soups.
          """, sets: \.file)
    ]
  }

  /// Whether standard output has the report.
  var isOnStandardOutput: Bool { printed.isForPrograms }

  func validate() throws(UsageError) {
    try printed.validate()
    if let file, !["html", "svg"].contains(file.fileExtension) {
      throw UsageError("--report: expected a name that ends in .html or .svg, found '\(file)'")
    }
  }

  /// Refuses the name of a haul with the extension of a table, of JSON or of a compression other
  /// than gzip. Without `--report`, also refuses that of an image, perhaps meant as a report.
  ///
  /// - Parameter output: the file of the haul.
  func check(haul output: Path) throws(UsageError) {
    let hint: String
    switch OutputFormat.named(by: output) {
    case .table(let format):
      hint = "'--to \(format.rawValue) > \(output)' writes the table of its objects"
    case .pattern(.json): hint = "'life census show --json x.haul' prints its objects"
    case .image where file == nil: hint = "'--report FILE.html' or FILE.svg writes a report"
    case nil where output.namesOtherCompression: hint = "x.haul.gz is compressed with gzip"
    default: return
    }
    throw UsageError("-o: '\(output)' is not the name of a haul, such as x.haul", hint: hint)
  }

  /// Prints the report, if one is requested.
  ///
  /// - Parameter rows: the objects of tables, charts and JSON; nil for all.
  func write(
    _ haul: Haul, rows: [(code: String, entry: HaulTable.Entry)]? = nil,
    replacement: Replacement = .unprotected
  ) throws {
    let report = HaulReport(haul, rows: rows)
    if printed.tableFormat != nil {
      try writeText(printed.text(report.rows, of: HaulRow.table))
    } else if printed.isJSON {
      try writeText(printed.text(report))
    }
    if let file {
      let output = try openOutput(file, replacement: replacement)
      try output.write(file.fileExtension == "svg" ? report.chart.svg : report.page)
      try output.finish()
    }
  }
}
