import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life identify`: identifies patterns.
struct IdentifyCommand: Command {
  static let name = "identify"
  static let limitsTime = true
  static let finishesOnSignal = true
  static let summary = "Identify patterns: period, speed, apgcode, lifespan."
  static let discussion = """
    Runs each pattern until every cell recurs, and prints what it is: a still life, an oscillator, \
    a spaceship, a methuselah, a gun and so on. Periods, lifespans and the growth of guns, \
    puffers, rakes and replicators are proved, by comparing all cells, and never guessed. Other \
    growth is measured: 'grows quadratically with period 60: measured up to generation 533'. If a \
    pattern does not recur within the limits, the measurements so far are printed. A methuselah or \
    a diehard has at most 20 cells and lives for more than 100 generations. Several objects that \
    recur together are one pattern: two blinkers are an oscillator. They are a collection if they \
    appear only later, or never recur together, for example gliders in different directions. On a \
    torus, a glider is an oscillator, because it comes back to its place. In LifeHistory and \
    LifeSuper patterns, the live cells are identified.

    --all adds the population, the heat (how many cells change in a generation), the rotor and \
    stator (cells that change, and live cells that never do), volatility, temperature, the periods \
    of the single cells, and the symmetry. Under rules with B0 and without S8, only every second \
    generation is measured, because nearly all cells of the plane are alive in the others. -o \
    draws maps: the periods, the envelope (all cells that are ever alive) with rotor and stator, \
    the heat, how often each cell is alive, and the signatures: cells of one color are alive in \
    the same phases. A dot marks the cells that are alive in the first phase; a GIF shows the \
    phases in turn. With --json each pattern is one line, in the schema life.identify/1.

    Exits 1 if an expectation of --expect is not met, or if a pattern of --objects does not \
    settle, and 75 if a pattern is unknown, because a limit was reached or its growth is not \
    proved.
    """
  static let examples = [
    Example("life identify glider", "One line:"),
    Example("life identify --all pulsar", "All measures:"),
    Example("life identify pulsar -o pulsar.png", "A map of its periods, rotor and heat:"),
    Example("life identify --json --split - < pile.rle", "One JSON object per pattern of a file:"),
    Example("life identify gun.rle --expect period=30", "In a test:"),
  ]
  static var operands: Operands<Self> {
    .patterns(appends: \.patterns).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--expect", metavar: "KEY=VALUE", group: "Identify",
        help: "Exit 1 unless the property has this value; may be repeated.",
        details: """
          The properties are the members of the JSON object, such as kind, period, mod, speed, \
          apgcode, name, symmetry, lifespan and final_population. The speed c/10o may also be \
          given as c/10 or 'c/10 orthogonal'.
          """, appends: \.expectations)
    ] + AnalysisOptions.options.inside(\.analysis)
      + (InputOptions.options + [InputOptions.splitting]).inside(\.input)
      + InputList.options.inside(\.inputs)
      + [
        .flag("--all", group: "Report", help: "Print all properties.", sets: \.printsAll),
        .flag(
          "--objects", group: "Report", help: "Print the objects of the settled pattern.",
          details: """
            Prints a line for each object at the first generation at which the pattern is settled: \
            the code, and the column and row of its northwest corner, after the name of the \
            pattern if there are several. A bi-block is two blocks, because each of them evolves \
            alone.
            """, sets: \.listsObjects),
        .value(
          "-o", "--output", metavar: "MAP", group: "Report",
          help: "Draw maps of an object: .png, .svg or .gif.", sets: \.map),
        .quiet(\.diagnostics.isQuiet),
      ]
      + ReportOptions.tables(help: "Print one JSON object per pattern.").inside(\.report)
  }

  var patterns: [Path] = []
  var inputs = InputList()
  var expectations: [Expectation] = []
  var analysis = AnalysisOptions()
  var input = InputOptions()
  var printsAll = false
  var listsObjects = false
  var report = ReportOptions()
  var map: Path?
  var diagnostics = Diagnostics.ofProcess()

  private var hasSinglePattern: Bool { patterns.count < 2 && inputs.list == nil && !input.isSplit }

  mutating func validate() throws(UsageError) {
    try report.validate()
    if listsObjects, printsAll || !expectations.isEmpty {
      throw UsageError("--objects cannot be combined with --all or --expect")
    }
    if let map {
      guard hasSinglePattern, MapPicture.Format(rawValue: map.fileExtension) != nil else {
        let renamed = OutputFormat.renamed(map)
        let near = renamed.flatMap {
          MapPicture.Format(rawValue: $0.fileExtension) == nil ? nil : $0
        }
        throw UsageError(
          "-o: expected one pattern and a file ending in .png, .svg or .gif, found '\(map)'",
          hint: near.map { "try '-o \($0)'" }
            ?? "a table goes to standard output: '--to csv > x.csv'")
      }
      if listsObjects { throw UsageError("-o cannot be combined with --objects") }
    }
    if printsAll, report.isForPrograms {
      throw UsageError("--all cannot be combined with --json or --to", hint: "they print all")
    }
  }

  /// Loads, identifies and reports each pattern.
  func run() throws -> ExitCode {
    let identifier = try analysis.identifier(diagnostics)
    let loader = try input.loader(diagnostics)
    let own = try inputs.ownInputs(of: patterns, for: loader)
    if let map {
      var files = CommandFiles(reading: own + [inputs.list].compactMap { $0 })
      try files.addOutput(map, as: .output)
    }
    var verdict = ExitCode.ok
    return try exitCode(verdict: { verdict }) {
      let code = try Batch.loadEach(
        own, shard: inputs.shard, loader: loader, header: header
      ) { loaded, output in
        if listsObjects {
          try loaded.pattern.rule.checkObjects(of: loaded.title, in: loaded.pattern.universe)
        }
        let result = try identifier.identify(loaded.pattern, titled: loaded.title)
        if listsObjects { return try reportObjects(of: loaded, result, by: identifier, to: output) }
        let answer = try report(result, of: loaded, by: identifier, to: output)
        // A failed expectation takes precedence over an unknown pattern.
        if answer == .no || verdict == .ok { verdict = answer }
        return .ok
      }
      return Interruption.endReason?.exitCode ?? code
    }
  }

  private var header: String {
    listsObjects
      ? report.header(of: PlacedObject.table) : report.header(of: IdentificationReport.table)
  }

  /// Writes the identification of a pattern to standard output, and its map.
  private func report(
    _ result: Identification, of loaded: LoadedPattern, by identifier: PatternIdentifier,
    to output: ByteWriter
  ) throws -> ExitCode {
    let name = identifier.name(result.namedCode, rule: loaded.pattern.rule)
    let summary = result.summary(of: loaded.title, name: name)
    var verdict = ExitCode.ok
    if report.isForPrograms || printsAll || !expectations.isEmpty {
      let details = IdentificationReport(loaded, result: result, name: name)
      try output.write(text(details) ?? "\(summary)\n")
      for expectation in expectations where !expectation.isMet(by: details) {
        verdict = .no
        Console.ofProcess.note(expectation.complaint(about: details))
      }
    } else {
      try output.write("\(summary)\n")
    }
    guard result.kind != .unknown else {
      if let map { diagnostics.note("'\(map)' was not written") }
      return verdict == .ok ? .limit : verdict
    }
    diagnostics.noteWrongCode(of: loaded, found: result.codeOfPattern)
    if let map, Interruption.endReason == nil { try draw(result, of: loaded.title, on: map) }
    return verdict
  }

  private func draw(_ result: Identification, of title: Path, on file: Path) throws {
    guard let format = MapPicture.Format(rawValue: file.fileExtension) else { return }
    guard let picture = MapPicture(title: "\(title): \(result.words)", result) else {
      let reason =
        result.laterRecurrence.map { "this recurs only \($0)" }
        ?? "this is \(result.kind.phrase)"
      throw RunFailure(
        .invalidData, "-o: '\(file)': only a small object that recurs has a map; \(reason)")
    }
    try SampleOutput.write(to: OutputTarget(template: file, isLiteral: true)) { output in
      try output.write(at: 0) { try picture.write(format, to: $0) }
    }
  }

  /// Writes one line for each object of a pattern.
  private func reportObjects(
    of loaded: LoadedPattern, _ result: Identification, by identifier: PatternIdentifier,
    to output: ByteWriter
  ) throws -> ExitCode {
    let pattern = loaded.pattern
    let summary = result.summary(of: loaded.title, name: nil)
    guard result.isSettled else {
      Console.ofProcess.note("\(summary); only a pattern that settles has objects")
      return result.kind == .unknown ? .limit : .no
    }
    let found = try identifier.settledObjects(
      of: pattern, titled: loaded.title, identifiedAs: result)
    guard let found else {
      Console.ofProcess.note("\(summary); not divided into objects within the limits")
      return .limit
    }
    for object in found.objects {
      let place = PlacedObject(
        pattern: loaded.title, generation: pattern.generation + found.generation,
        code: object.code,
        corner: found.origin.moved(byX: object.phase.x, y: object.phase.y),
        name: identifier.name(object.code, rule: pattern.rule))
      try output.write(
        report.isForPrograms
          ? report.row(place, of: PlacedObject.table) : place.line(naming: !hasSinglePattern))
    }
    return .ok
  }

  /// The properties in the requested form; `nil` for the default line.
  private func text(_ details: IdentificationReport) -> String? {
    if report.isForPrograms { return report.row(details, of: IdentificationReport.table) }
    return printsAll ? details.text : nil
  }
}

/// A property and its expected value: `period=30`.
struct Expectation: Hashable {
  var key: String
  var value: String

  /// Ignores case and spaces: "Glider" meets `name=glider`. A box may be typed as 36x9, and the
  /// speed `c/10o` as `c/10` or `c/10 orthogonal`.
  func isMet(by report: IdentificationReport) -> Bool {
    guard let found = found(in: report) else { return false }
    let speeds = key.hasPrefix("speed") ? report.spellings(ofSpeed: found) : []
    return ([found] + speeds).map(Self.plain).contains(Self.plain(value))
  }

  private func found(in report: IdentificationReport) -> String? {
    IdentificationReport.schema.text(of: key, in: report)
  }

  /// A value in the spelling for comparisons.
  private static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0 != " " }.map { $0 == "×" ? "x" : $0 })
  }

  /// The note about a different value.
  func complaint(about report: IdentificationReport) -> String {
    "\(report.title): expected \(key)=\(value), found "
      + (found(in: report).map { "\(key)=\($0)" } ?? "no \(key)")
  }
}

extension Expectation: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      TerminalText.printable(argument.text) == argument.text
    else { throw ValueError("expected KEY=VALUE, such as period=30") }
    key = String(parts[0])
    value = String(parts[1])
    let keys = IdentificationReport.schema.keys
    guard keys.contains(key) else {
      throw ValueError(
        "unknown property '\(key)'",
        hint: didYouMean(key, among: keys))
    }
  }
}
