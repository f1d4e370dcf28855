import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

struct InputOptions {
  /// The loader, except for its rule and its limits, which are made of those below.
  var reading = PatternLoader()
  var rule: TypedRule?
  var limits: [LimitSetting] = []

  /// Whether each pattern of a file is read.
  var isSplit: Bool { reading.isSplit }

  static var options: [Option<InputOptions>] {
    [
      .value(
        "--from", metavar: "FORMAT", group: "Input",
        help: "Read this format instead of detecting it.", sets: \.reading.format
      ).rare,
      .rule(group: "Input", help: "Use this rule instead of the file's.", sets: \.rule),
      .ruleFolders(appends: \.reading.ruleFolders),
      .value(
        "--universe", metavar: "U", group: "Input",
        help: "Use this universe: plane, T100,50 (torus), P64 (bounded).", sets: \.reading.universe
      ).rare,
      .flag(
        "--lenient", group: "Input", help: "Repair damage if possible, with a warning.",
        sets: \.reading.isLenient
      ).rare,
      .value(
        "--limit", metavar: "NAME=N", group: "Input",
        help: "Limit what an untrusted file may request; may be repeated.",
        details: """
          The limits and their defaults are:

          \(Limits.table)

          LIFE_LIMITS takes the same names, and also memory, time and frames.
          """, appends: \.limits
      ).rare,
    ]
  }

  /// The options for reading images. Only `life convert` has them: it makes a pattern for the other
  /// commands.
  static var images: [Option<InputOptions>] {
    [
      .value(
        "--threshold", metavar: "T", group: "Images as patterns",
        help: "Pixels darker than T are alive: 1 to 255 (default 128).",
        sets: \.reading.images.threshold
      ).within(1...255).rare,
      .flag(
        "--invert", group: "Images as patterns",
        help: "Light pixels are alive instead of dark ones.",
        sets: \.reading.images.isInverted
      ).rare,
      .value(
        "--cell-size", metavar: "N", group: "Images as patterns",
        help: "A cell is N × N pixels; its middle pixel counts.", sets: \.reading.images.cellSize
      ).within(1...4096).rare,
    ]
  }

  /// The options for texts in the written patterns.
  static var texts: [Option<InputOptions>] {
    [
      .text("--name", of: .name, help: "Write TEXT as the name of the pattern."),
      .text("--author", of: .author, help: "Write TEXT as its author."),
      .text("--comment", of: .comment, help: "Add TEXT to its comments; may be repeated."),
    ]
  }

  /// The option `--split` of commands for many patterns.
  static var splitting: Option<InputOptions> {
    .flag(
      "--split", group: "Input", help: "Read every pattern of a file, not only the first.",
      details: """
        RLE files, with and without headers, JSON files, lists of apgcodes and zip archives may \
        hold many patterns. Each is processed like a file of its own: the second one of pile.rle \
        is called 'pile.rle#2' in messages, and its outputs begin with pile-2. This name also \
        selects one pattern, without --split. After a damaged pattern, the others are still read; \
        in JSON only those before it.
        """, sets: \.reading.isSplit
    ).rare
  }

  /// The loader for these options and the environment.
  func loader(_ diagnostics: Diagnostics) throws -> PatternLoader {
    var loader = reading
    loader.diagnostics = diagnostics
    loader.limits = try readingLimits()
    loader.memoryLimit = try MemoryBudget.namedBytes()
    if let rule { loader.rule = { try rule.parsed($0, named: "--rule") } }
    return loader
  }

  /// The limits of the options, else of the environment.
  func readingLimits() throws(UsageError) -> Limits {
    var result = try EnvironmentLimits.ofProcess().readingLimits
    for setting in limits { result[keyPath: setting.limit.path] = setting.value }
    return result
  }

  /// Loads patterns to compare or combine. One that states no rule has that of the others.
  ///
  /// - Parameter needsRule: whether a pattern will run; otherwise rules may be unknown.
  func loadTogether(
    _ names: [Path], needsRule: Bool, diagnostics: Diagnostics
  ) throws -> [Pattern] {
    var loader = try loader(diagnostics)
    loader.acceptsUnknownRules = !needsRule
    var patterns: [(index: Int, pattern: Pattern)] = []
    // Apgcodes state no rule, so they are read after the files.
    let isTyped = names.map(PatternLoader.isTyped)
    for index in names.indices.filter({ !isTyped[$0] }) + names.indices.filter({ isTyped[$0] }) {
      let pattern = try loader.load(names[index]).pattern
      loader.usualRule = loader.usualRule ?? pattern.statedRule
      patterns.append((index, pattern))
    }
    return patterns.sorted { $0.index < $1.index }.map(\.pattern)
  }
}

extension Option where C == InputOptions {
  /// An option with a text for the written patterns.
  fileprivate static func text(_ name: String, of kind: Pattern.NoteKind, help: String) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: [name], metavar: "TEXT", group: "Output", help: help,
        details: "An empty TEXT removes \(kind == .comment ? "all comments" : "the old one").",
        repeats: kind == .comment),
      store: { $0.reading.notes.append(Pattern.Note(kind, text: $1.bytes)) })
  }
}

extension InputList {
  static var options: [Option<Self>] {
    [
      .value(
        "--files-from", metavar: "LIST", group: "Input",
        help: "Also read the files named in LIST, one per line.",
        details: "A line may also be the name of a pattern. The LIST - is standard input.",
        sets: \.list
      ).rare,
      .value(
        "--shard", metavar: "I/N", group: "Input",
        help: "Take only part I of N of the inputs, or auto/N in a job array.",
        details: """
          The parts differ by at most one input, with --split by at most one pattern. auto/N takes \
          I from the first of these variables that is set: \(Shard.variables).
          """, sets: \.shard
      ).rare,
    ]
  }
}
