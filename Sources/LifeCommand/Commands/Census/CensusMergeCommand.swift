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
    are reported.

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
  var addsRoots = false
  var output = Path.standardStream
  var replacement = Replacement.unprotected
  var report = HaulReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  /// The maximum number of printed gaps.
  private static let maxGaps = 10

  mutating func validate() throws(UsageError) {
    try report.validate()
    try report.check(haul: output)
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
    note(total)
    return .ok
  }

  /// Refuses to replace other files with the total or a report. With `--overwrite` the total may
  /// replace one of the hauls.
  private func check(_ commandFiles: CommandFiles) throws(RunFailure) {
    var known = commandFiles
    try known.addOutput(output, as: .output, inPlaceOf: replacement.overwrites ? files : [])
    if let report = report.file { try known.addOutput(report, as: .report) }
  }

  private func note(_ total: Haul) {
    let gaps = total.soups.gaps
    diagnostics.note(
      total.summary
        + (gaps.isEmpty ? "" : "; \(gaps.map(\.count).reduce(0, +)) soups are missing"))
    if !total.parts.isEmpty { diagnostics.note("\(total.parts.count) roots: \(total.root)") }
    for gap in gaps.prefix(Self.maxGaps) {
      diagnostics.note("missing: soups \(SoupRanges.text(gap))")
    }
    if gaps.count > Self.maxGaps {
      diagnostics.note("missing: \(gaps.count - Self.maxGaps) more ranges")
    }
  }
}
