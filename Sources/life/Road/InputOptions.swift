import LifeCore
import LifeFormats
import LifeIO

/// How patterns are read: the options that every command with an input has.
struct InputOptions {
  var format: Format?
  var rule: TypedRule?
  var universe: Universe?
  var isLenient = false
  var ruleFolders: [Path] = []
  var member: Path?
  var isSplit = false
  var threshold = Level(value: 128)
  var isInverted = false
  var cellSize = PixelCount(value: 1)
  var limits: [LimitSetting] = []
  /// Where the texts of rule files go, if somebody wants them.
  var ruleSources: RuleSource.Collection?

  static var options: [Option<InputOptions>] {
    [
      .value(
        "--from", metavar: "FORMAT", group: "Input",
        help: "Read this format, whatever the file looks like.", sets: \.format),
      .value(
        "-r", "--rule", metavar: "RULE", group: "Input",
        help: "Use this rule in place of the file's.", sets: \.rule),
      .value(
        "--rules", metavar: "DIR", group: "Input",
        help: "Look for rule files here, too; may be repeated.", completes: .directory,
        appends: \.ruleFolders),
      .value(
        "--universe", metavar: "U", group: "Input",
        help: "Use this universe: plane, T100,50 (torus), P64 (bounded).", sets: \.universe),
      .flag(
        "--lenient", group: "Input", help: "Repair what can be repaired, with a warning.",
        sets: \.isLenient),
      .value(
        "--member", metavar: "NAME", group: "Input",
        help: "Read this file of a zip archive, as ARCHIVE.zip/NAME does.", sets: \.member),
      .value(
        "--limit", metavar: "NAME=N", group: "Input",
        help: "Refuse what asks for more; may be repeated.",
        details: """
          What a file may ask for, and how much it may if nothing else is said: \
          \(Limits.list). \
          LIFE_LIMITS has the same names, and memory, time and frames.
          """, appends: \.limits),
      .value(
        "--threshold", metavar: "T", group: "Pictures as patterns",
        help: "Pixels darker than T are alive: 1 to 255 (default 128).", sets: \.threshold),
      .flag(
        "--invert", group: "Pictures as patterns", help: "The light pixels are alive.",
        sets: \.isInverted),
      .value(
        "--cell-size", metavar: "N", group: "Pictures as patterns",
        help: "A cell is N × N pixels, of the colour of its middle.", sets: \.cellSize),
    ]
  }

  /// For commands that can do their work for many patterns.
  static var splitting: Option<InputOptions> {
    .flag(
      "--split", group: "Input", help: "Read every pattern of a file, not only the first.",
      details: """
        RLE files, with and without headers, may hold many patterns one after another, and so may \
        files of JSON, lists of apgcodes, and zip archives. Each is worked on as if it came from a \
        file of its own, whose name is the file's with -1, -2 and so on.
        """, sets: \.isSplit)
  }
}

/// A pattern that was read, and where from.
struct LoadedPattern {
  /// As the user named it.
  var name: Path
  /// Which of a file's patterns it is, counted from 1; nil if only one is read.
  var index: Int?
  var format: Format
  /// What it was a part of, if it was read from a checkpoint.
  var checkpoint: Checkpoint?
  private let kept: Kept

  private final class Kept {
    var pattern: Pattern

    init(_ pattern: Pattern) { self.pattern = pattern }
  }

  init(name: Path, index: Int? = nil, format: Format, pattern: Pattern) {
    (self.name, self.index, self.format) = (name, index, format)
    kept = Kept(pattern)
  }

  var pattern: Pattern { kept.pattern }

  /// Lets go of the cells, in all copies: who steps them has made them his own. A torus of 16384²
  /// cells takes 74 instead of 105 MiB.
  func forgetCells() { kept.pattern.cells = .none }

  var formatName: String { checkpoint == nil ? format.rawValue : "checkpoint" }

  /// What people call it.
  var title: Path { index.map { Path(bytes: name.bytes + Array("#\($0)".utf8)) } ?? name }

  /// The name of a file for what becomes of it, without an ending.
  var stem: Path { name.resultStem(index: index) }
}

extension Path {
  /// The name of a file for the result of this one, without an ending.
  func resultStem(index: Int? = nil) -> Path {
    let stem = self == .standardStream ? "stdin" : withoutGzip.stem
    return index.map { Path(bytes: stem.bytes + Array("-\($0)".utf8)) } ?? stem
  }
}

extension InputOptions {
  /// Reads a pattern from a file, standard input (`-`), a zip archive or the library.
  func load(_ name: Path, _ talk: Talk) throws -> LoadedPattern {
    let source = try open(name)
    let input: ByteReader
    switch source {
    case .file(let file):
      if let member {
        throw Failed(.data, "life: --member \(member): '\(name)' is no zip archive")
      }
      input = file
    case .archive(let archive, let named): input = try archive.open(named ?? member)
    }
    if let loaded = try checkpoint(in: input, source, named: name, talk) { return loaded }
    let options = try options(talk, input, source)
    let (pattern, format) = try Format.read(input, as: format, options.reading)
    return LoadedPattern(
      name: name, format: format, pattern: try placed(pattern, in: options.universe, talk, input))
  }

  /// The cells of a run that is not done, if the input is a checkpoint.
  private func checkpoint(
    in input: ByteReader, _ source: Source, named name: Path, _ talk: Talk
  ) throws -> LoadedPattern? {
    guard format == nil, try Checkpoint.isOne(input) else { return nil }
    let bytes = try input.rest()
    let options = try options(talk, input, source)
    let (checkpoint, pattern) = try Checkpoint.read(options.reading) {
      try ByteReader(bytes, name: input.path, limits: readingLimits())
    }
    ruleSources?.sources += checkpoint.rules
    var loaded = LoadedPattern(
      name: name, format: checkpoint.format,
      pattern: try placed(pattern, in: options.universe, talk, input))
    loaded.checkpoint = checkpoint
    return loaded
  }

  /// Reads each pattern of an input: one, unless all are asked for.
  func loadEach(
    _ name: Path, _ talk: Talk, _ body: (LoadedPattern) throws -> Void
  ) throws {
    guard isSplit, member == nil else { return try body(load(name, talk)) }
    let source = try open(name)
    switch source {
    case .file(let input): try loadEach(of: input, source, named: name, talk, body)
    case .archive(let archive, nil):
      try archive.openEach { try loadEach(of: $0, source, named: $0.path, talk, body) }
    case .archive(let archive, let member):
      try loadEach(of: archive.open(member), source, named: name, talk, body)
    }
  }

  private func loadEach(
    of input: ByteReader, _ source: Source, named name: Path, _ talk: Talk,
    _ body: (LoadedPattern) throws -> Void
  ) throws {
    if let loaded = try checkpoint(in: input, source, named: name, talk) {
      return try body(loaded)
    }
    var index = 0
    let options = try options(talk, input, source)
    try Format.readEach(input, as: format, options.reading) { pattern, format in
      index += 1
      let placed = try placed(pattern, in: options.universe, talk, input)
      try body(LoadedPattern(name: name, index: index, format: format, pattern: placed))
    }
  }

  /// How an input is read, and the universe that was asked for.
  private func options(
    _ talk: Talk, _ input: ByteReader, _ source: Source
  ) throws -> (reading: ReadOptions, universe: Universe?) {
    var options = ReadOptions()
    options.limits = try readingLimits()
    options.isLenient = isLenient
    options.limits.cellBytes = min(options.limits.cellBytes, EngineRoom.usualMemory / 2)
    options.warn = { talk.warn($0, in: input.path) }
    options.pictures.threshold = threshold.value
    options.pictures.isInverted = isInverted
    options.pictures.cellSize = cellSize.value
    var library = RuleLibrary(beside: input.path, folders: ruleFolders) { talk.warn($0, in: $1) }
    library.mostBytes = options.limits.ruleBytes
    if case .archive(let archive, _) = source { library.archive = archive }
    library.collection = ruleSources
    options.findRule = library.find
    let rule = try rule?.parsed(options, named: "--rule")
    options.rule = rule?.rule
    return (options, universe ?? rule?.universe)
  }

  /// What a file may ask for, by the environment and by the options.
  private func readingLimits() throws -> Limits {
    var limits = Limits()
    for setting in try EnvironmentLimits.ofProcess().reading + self.limits {
      limits[keyPath: setting.limit.path] = setting.value
    }
    return limits
  }

  /// The pattern in the universe that was asked for.
  private func placed(
    _ pattern: Pattern, in universe: Universe?, _ talk: Talk, _ input: ByteReader
  ) throws -> Pattern {
    var pattern = pattern
    if let universe { pattern.universe = universe }
    do throws(RuleError) {
      pattern.universe = try pattern.rule.fitted(pattern.universe)
    } catch {
      throw Failed(.data, "\(input.path): \(error.message), not \(pattern.universe)")
    }
    return try clip(pattern, input) { talk.warn(Warning($0), in: input.path) }
  }
}

// MARK: - Files

extension InputOptions {
  /// Where patterns come from: a file, or an archive and the member that was named.
  private enum Source {
    case file(ByteReader)
    case archive(Archive, member: Path?)
  }

  /// Opens what a name stands for: a file, an archive or a member of one, a pattern of the library,
  /// or a code that is the pattern itself.
  private func open(_ name: Path) throws -> Source {
    do {
      let input = try ByteReader(opening: name, limits: readingLimits())
      return try archive(in: input, name).map { .archive($0, member: nil) } ?? .file(input)
    } catch let ReadError.file(failure) where failure.operation == .open {
      if let (file, member) = Archive.split(name),
        let zip = try? ZipArchive(opening: file, limits: readingLimits())
      {
        return .archive(Archive(zip), member: member)
      }
      if let file = PatternLibrary.find(name) {
        return .file(try ByteReader(opening: file, limits: readingLimits()))
      }
      if Apgcode.isCode(name.bytes.span) { return .file(try ByteReader(name.bytes, name: name)) }
      throw Failed(.noInput, "life: \(ReadError.file(failure))" + libraryHint(for: name))
    }
  }

  /// The archive that an input is.
  private func archive(in input: ByteReader, _ name: Path) throws -> Archive? {
    while input.available.count < 4, try input.fill() {}
    guard ZipArchive.recognises(input.available), format == nil else { return nil }
    guard name.isStandardStream else {
      return Archive(try ZipArchive(opening: name, limits: readingLimits()))
    }
    return Archive(try ZipArchive(try input.rest(), name: name, limits: readingLimits()))
  }

  /// What to say about the pattern collection when a name is no file.
  private func libraryHint(for name: Path) -> String {
    guard PatternLibrary.isName(name), name != .standardStream else { return "" }
    guard let root = PatternLibrary.roots.first else {
      return "; the patterns that come with life were not found either (LIFE_PATTERNS names them)"
    }
    let near = nearest(to: "\(name)", among: PatternLibrary.names)
    let hint = didYouMean(near).map { "; \($0)" } ?? ""
    return ", and no pattern of that name is in \(root)\(hint)"
  }

  /// Cuts off what lies outside a bounded universe.
  private func clip(
    _ pattern: Pattern, _ input: ByteReader, _ warn: (String) -> Void
  ) throws -> Pattern {
    let limit = min(try input.cellLimit(readingLimits()), EngineRoom.usualMemory / 2)
    do {
      return try pattern.clipped(limit: limit, warn)
    } catch is MemoryExhausted {
      throw Failed(
        .limit,
        "\(input.path): the cells inside the universe \(pattern.universe) need more than \(limit) "
          + "bytes, the limit; '--limit cells=N' and '--limit cell-expansion=N' raise it")
    }
  }
}
