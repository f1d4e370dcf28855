import LifeArguments
import LifeRender
import LifeReport

// Declares the options for JSON and tables.
extension ReportOptions {
  /// - Parameter help: the help of `--json`.
  static func json(
    group: String = "Report", help: String = "Print one JSON object."
  ) -> [Option<ReportOptions>] {
    [
      .flag("--json", group: group, help: help, sets: \.isJSON),
      .flag(
        "--json-strings", group: group, help: "In JSON, write integers beyond 2^53 as strings.",
        details: """
          JSON has integers of any size, but many programs read them as doubles and round them. \
          Applies to --json and to ndjson.
          """,
        sets: \.hasLongIntegersAsStrings
      ).rare,
    ]
  }

  static func tables(
    group: String = "Report", help: String = "Print one JSON object."
  ) -> [Option<ReportOptions>] {
    json(group: group, help: help) + [
      .value(
        "--to", metavar: "FORMAT", group: group, help: "Print a table in this format.",
        sets: \.tableFormat)
    ]
  }
}

extension TableFormat: Choice {}
