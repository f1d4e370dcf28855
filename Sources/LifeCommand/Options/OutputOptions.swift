import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// The output options as typed: destination and format of results.
struct OutputOptions {
  var request = OutputRequest()
  private(set) var columns: ColumnChoice? { didSet { request.columns = columns?.names } }
  /// The options for printing the summary and the plan.
  private(set) var report = ReportOptions() {
    didSet {
      request.isJSON = report.isJSON
      request.hasLongIntegersAsStrings = report.hasLongIntegersAsStrings
    }
  }
  var diagnostics = Diagnostics.ofProcess()

  static var options: [Option<OutputOptions>] {
    [
      .value(
        "-o", "--output", metavar: "DEST", group: "Output",
        help: "Write to DEST; its extension names the format.",
        details: """
          Several -o write several results of one run. With --every, a picture beside an animation \
          or a table shows the last generation.
          """,
        appends: \.request.destinations),
      .value(
        "--out-dir", metavar: "DIR", group: "Output",
        help: "Write a file for each PATTERN into DIR.", completes: .directory,
        sets: \.request.folder),
      .value(
        "--to", metavar: "FORMAT", group: "Output",
        help: "Write this format ('life formats' lists them).", sets: \.request.format),
    ] + Option.replacement(\.request.replacement) + [
      .value(
        "--columns", metavar: "LIST", group: "Output",
        help: "Columns of a table (default generation,population,bounds).",
        details: """
          Births are the cells that are alive in this sample and were not in the one before, \
          deaths the reverse: with --every 2, a blinker has none. Every state but 0 is alive. \
          'states' is a column for each state. --digest adds the column 'digest'. A table of \
          several patterns begins with the column 'pattern'. A picture of several patterns has N \
          columns with --columns N.
          """,
        completes: .choices(TableColumn.allCases.map(\.rawValue)), sets: \.columns
      ).rare
    ]
      + ReportOptions.json(help: "Print a summary as one JSON object.").inside(\.report)
      + [
        .digest(help: "Add the SHA-256 of the cells to the summary.", sets: \.request.hasDigest),
        .quiet(\.diagnostics.isQuiet),
      ]
  }

  /// Refuses images on a terminal, which would display garbage.
  ///
  /// - Parameter name: the input, for a suggestion.
  func refuseTerminal(_ name: Path) throws(UsageError) {
    for output in request.perDestination where output.folder == nil {
      try output.resultFormat?.refuseTerminal(output.destination ?? .standardStream, for: name)
    }
  }
}

extension OutputFormat {
  /// - Parameter name: the input, for a suggestion.
  func refuseTerminal(_ destination: Path, for name: Path) throws(UsageError) {
    guard isBinary, destination.isStandardStream, Console.ofProcess.isTerminal(.output) else {
      return
    }
    let file = Path(bytes: name.resultStem().bytes + Array(".\(extensions[0])".utf8))
    throw UsageError(
      "a terminal cannot display \(self.name)",
      hint: "write '-o \(file.quotedForShell)', or pipe it to a program")
  }
}

extension Option {
  /// The option `-q`: only errors on standard error.
  static func quiet(_ path: WritableKeyPath<C, Bool>) -> Self {
    .flag(
      "-q", "--quiet", group: "Report", help: "Print only errors on standard error.", sets: path)
  }

  /// The options `--no-clobber` and `--overwrite`.
  ///
  /// - Parameter overwriting: the help of `--overwrite`.
  static func replacement(
    _ path: WritableKeyPath<C, Replacement>,
    overwriting: String = "Also replace checkpoints, hauls of a census, and unfinished outputs."
  ) -> [Self] {
    [
      .flag(
        "--no-clobber", group: "Output", help: "Refuse to replace an existing file.",
        sets: path.appending(path: \.keepsExisting)
      ).rare,
      .flag(
        "--overwrite", group: "Output", help: overwriting,
        sets: path.appending(path: \.overwrites)
      ).rare,
    ]
  }
}

/// The columns as typed: those of a table, such as `generation,population,births`, or the number of
/// columns of a picture.
struct ColumnChoice: Hashable, ValueParsable {
  var names: [TableColumn]?
  var count: Int?

  init(argument: Argument) throws(ValueError) {
    if let number = Int(argument.text), number > 0 {
      count = number
      return
    }
    var columns: [TableColumn] = []
    let words = TableColumn.allCases.map(\.rawValue)
    for part in argument.text.split(separator: ",") {
      guard let column = TableColumn(rawValue: String(part)) else {
        throw ValueError(
          "expected \(words.listed(with: "and")), found '\(Argument(String(part)))'",
          hint: didYouMean(String(part), among: words))
      }
      if columns.contains(column) {
        throw ValueError("expected different columns, found \(column.rawValue) twice")
      }
      columns.append(column)
    }
    if columns.isEmpty { throw ValueError("expected columns such as generation,population") }
    names = columns
  }
}

extension BatchJobs {
  static func option<C>(_ path: WritableKeyPath<C, Int?>) -> Option<C> {
    .value(
      "--jobs", metavar: "N", group: "Output",
      help: "With --out-dir, process N files at a time (default: all cores).", sets: path
    ).within(1...1024).rare
  }

  /// - Throws: ``UsageError`` if `--jobs` is given without `--out-dir`.
  static func check(_ jobs: Int?, folder: Path?) throws(UsageError) {
    if jobs != nil, folder == nil { throw UsageError("--jobs requires --out-dir DIR") }
  }
}
