import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life census merge`: adds up the hauls of the parts of a census.
struct CensusMergeCommand: Command {
  static let name = "census merge"
  static let summary = "Add up the results (hauls) of parts of a census."
  static let discussion = """
    Adds up hauls of different soups of one search. The order of the files does not matter, and \
    totals can be merged again. Nothing is written if a file is damaged, repeats soups of another \
    file, or has another root, rule or symmetry. Missing soups between the first and the last one \
    are reported, with --soups also those before and after them.

    With --roots, hauls of several roots are added up. The total names them, and lists no sample \
    soups, because their numbers would be ambiguous.

    Files are read one by one: a thousand of them take no more memory than one.
    """
  static let examples = [
    Example("life census merge part-*.haul -o total.haul", "The parts of a job array:"),
    Example(
      "find hauls -name '*.haul' | life census merge --files-from - -o total.haul",
      "More files than a command line holds:"),
  ]
  static var operands: Operands<Self> {
    .many("HAUL", isOptional: true, help: "A haul, or - for standard input.", appends: \.files)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--files-from", metavar: "LIST", group: "Input",
        help: "Also add the hauls named in LIST, one per line.", sets: \.list),
      .value(
        "--soups", metavar: "A..B", group: "Input",
        help: "Exit 75 if one of these soups is missing; N for 0..N-1.", sets: \.soups),
      .flag(
        "--roots", group: "Input", help: "Also add up hauls of different roots.",
        sets: \.addsRoots),
      .value(
        "-o", "--output", metavar: "TOTAL", group: "Output",
        help: "Write the total to TOTAL (default: standard output).", sets: \.output),
    ] + Option.replacement(\.replacement) + HaulReportOptions.options.inside(\.report)
      + [.quiet(\.diagnostics.isQuiet)]
  }

  var files: [Path] = []
  var list: Path?
  var soups: SoupNumbers?
  var addsRoots = false
  var output = Path.standardStream
  var replacement = Replacement.unprotected
  var report = HaulReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  /// The maximum number of printed ranges of missing soups.
  private static let maxGaps = 10

  mutating func validate() throws(UsageError) {
    try report.validate()
    try report.check(haul: output)
    if soups != nil, addsRoots { throw UsageError("--soups cannot be combined with --roots") }
    if files.isEmpty, list == nil {
      throw UsageError("missing operand HAUL", hint: "or --files-from LIST")
    }
  }

  func run() throws -> ExitCode {
    let activity = Activity(
      "adding up", unit: "hauls", total: list == nil ? files.count : nil)
    return try activity.during(isQuiet: diagnostics.isQuiet) {
      try merge()
    }
  }

  private func merge() throws -> ExitCode {
    var commandFiles = CommandFiles(reading: files + [list].compactMap { $0 })
    try check(commandFiles)
    try checkOutput(output, replacement: replacement)
    // A running census with this file would replace the total.
    let owned = try OwnedFile(output)
    var sum = HaulSum(addsRoots: addsRoots)
    var count = 0
    func add(_ file: Path) throws {
      commandFiles.addInput(file)
      try sum.add(file)
      count += 1
      Activity.report(count)
    }
    for file in files { try add(file) }
    if let list {
      let limits = try EnvironmentLimits.ofProcess().readingLimits
      try FileList(list, limits: limits).forEach { try add($0) }
    }
    guard let total = sum.haul else {
      throw RunFailure(.invalidData, "--files-from: the list names no files")
    }
    try check(commandFiles)
    if !output.isStandardStream || !report.isOnStandardOutput {
      try total.write(to: owned)
    }
    try report.write(total, replacement: replacement)
    let missing = soups.map { total.soups.missing(in: $0.range) } ?? total.soups.gaps
    note(total, missing: missing)
    return soups == nil || missing.isEmpty ? .ok : .limit
  }

  /// Refuses to replace other files with the total or a report. With `--overwrite` the total may
  /// replace one of the hauls.
  private func check(_ commandFiles: CommandFiles) throws(RunFailure) {
    var known = commandFiles
    try known.addOutput(output, as: .output, inPlaceOf: replacement.overwrites ? files : [])
    if let report = report.file { try known.addOutput(report, as: .report) }
  }

  private func note(_ total: Haul, missing: [Range<Int>]) {
    diagnostics.note(total.summary)
    if !total.parts.isEmpty { diagnostics.note("\(total.parts.count) roots: \(total.root)") }
    guard !missing.isEmpty else { return }
    let count = missing.map(\.count).reduce(0, +)
    let ranges = missing.prefix(Self.maxGaps).map(SoupRanges.text).joined(separator: " ")
    let more = missing.count - Self.maxGaps
    Console.ofProcess.note(
      "warning: \(count.counted("soup")) missing: \(ranges)"
        + (more > 0 ? " and \(more) more ranges" : ""))
  }
}
