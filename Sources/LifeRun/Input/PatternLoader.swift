package import LifeCore
package import LifeFormats
package import LifeIO

/// Reads patterns from files, standard input, zip archives, checkpoints, the pattern collection and
/// apgcodes.
package struct PatternLoader {
  /// The kinds of names that a command accepts for patterns.
  package enum NameKinds: Sendable {
    /// All names: a file, a pattern of the collection, an apgcode, RLE.
    case all
    case files
    /// The patterns of the collection.
    case names
  }

  package var kinds = NameKinds.all
  /// The format; nil to detect it.
  package var format: Format?
  /// Parses the rule that replaces the file's, with options that find rule files; `nil` to keep the
  /// file's.
  package var rule: ((ReadOptions) throws -> RuleAndUniverse)?
  /// The rule of a file that states none; `nil` for Conway's Life.
  package var usualRule: Rule?
  /// The universe that replaces the file's; `nil` to keep the file's.
  package var universe: Universe?
  package var isLenient = false
  /// Whether files with unknown rules are read, with a warning. Their patterns cannot be run.
  package var acceptsUnknownRules = false
  /// Folders to search for rule files, in this order.
  package var ruleFolders: [Path] = []
  /// Whether all patterns of a file are read, not only the first.
  package var isSplit = false
  /// The index of the only pattern to read of a file, from 1; `nil` for all.
  private var onlyIndex: Int?
  /// Takes the failure of one of several patterns in a file. Those after it are then read. If
  /// `nil`, the failure is thrown.
  package var onFailure: ((RunFailure) throws -> Void)?
  package var images = ImageReadOptions()
  /// Names, authors and comments to write into each pattern.
  package var notes: [Pattern.Note] = []
  package var limits = Limits()
  /// The memory of the process in bytes; nil for the usual limit of the system.
  package var memoryLimit: Int?
  /// Collects the rule files for checkpoints.
  package var ruleSources: RuleSourceList?
  package var diagnostics = Diagnostics()

  package init() {}

  /// - Parameter memory: the memory of the process in bytes; nil for the usual limit.
  package init(limits: Limits, memory: Int?) {
    self.limits = limits
    memoryLimit = memory
  }

  /// The maximum bytes of a pattern's cells.
  private var cellMemory: Int { MemoryBudget(bytes: memoryLimit).forPattern }

  /// Reads a pattern from any source, for example a file, standard input (`-`) or the collection.
  package func load(_ name: Path) throws -> LoadedPattern {
    if let (pile, index) = name.fileAndIndex { return try load(name, at: index, of: pile) }
    let source = try open(name)
    let input =
      switch source {
      case .file(let file), .typed(let file): file
      case .archive(let archive, let member): try archive.open(member)
      }
    if let loaded = try checkpoint(in: input, source, named: name) { return loaded }
    var options = try options(for: input, of: source)
    var hasMore = false
    options.reading.warn = { [warn = options.reading.warn] in
      hasMore = hasMore || $0.isLoss
      warn($0)
    }
    let (pattern, format) = try Format.read(
      input, as: format ?? source.format, options: options.reading)
    warnAboutImageOptions(for: format, of: input)
    return LoadedPattern(
      name: name, format: format,
      pattern: try placed(pattern, in: options.universe, input: input), hasMore: hasMore)
  }

  /// A pattern without cells, with ``rule`` and ``universe``.
  package func emptyBoard() throws -> Pattern {
    let input = try ByteReader([], name: "empty board")
    let options = try options(for: input, of: .file(input))
    var board = Pattern(cells: .none)
    board.statedRule = options.reading.rule
    return try placed(board.withoutCells, in: options.universe, input: input)
  }

  /// Reads one of the patterns of a file, and none after it.
  private func load(_ name: Path, at index: Int, of pile: Path) throws -> LoadedPattern {
    var loader = self
    loader.isSplit = true
    loader.onlyIndex = index
    loader.onFailure = nil
    var found: LoadedPattern?
    do {
      try loader.loadEach(pile) {
        guard $0.title == name else { return }
        found = $0
        throw Stopped()
      }
    } catch is Stopped where found != nil {}
    if let found { return found }
    throw RunFailure(.missingInput, "'\(pile)' has no pattern '\(name)'")
  }

  /// The cells of an interrupted run; nil if the input is not a checkpoint.
  private func checkpoint(
    in input: ByteReader, _ source: Source, named name: Path
  ) throws -> LoadedPattern? {
    guard format == nil, try input.begins(with: ProtectedFile.checkpointSignature) else {
      return nil
    }
    let bytes = try input.rest()
    let options = try options(for: input, of: source)
    let (checkpoint, pattern) = try Checkpoint.read(options.reading) {
      try ByteReader(bytes, name: input.path, limits: limits)
    }
    ruleSources?.sources += checkpoint.rules
    return LoadedPattern(
      name: name, format: checkpoint.format,
      pattern: try placed(pattern, in: options.universe, input: input),
      checkpoint: checkpoint)
  }

  /// Reads the first pattern of an input, or every pattern if ``isSplit`` is set.
  package func loadEach(_ name: Path, _ body: (LoadedPattern) throws -> Void) throws {
    guard isSplit, name.fileAndIndex == nil else { return try body(load(name)) }
    let source = try open(name)
    switch source {
    case .file(let input), .typed(let input):
      try loadEach(of: input, source, named: name, body)
    case .archive(let archive, nil):
      for text in archive.skippedTexts {
        diagnostics.note(
          "'\(text)' in '\(name)' may be prose and is not read; select it with '\(name)/\(text)'")
      }
      try archive.openEach(onDamage: report) {
        try loadEach(of: $0, source, named: $0.path, body)
      }
    case .archive(let archive, let member):
      try loadEach(of: archive.open(member), source, named: name, body)
    }
  }

  private func loadEach(
    of input: ByteReader, _ source: Source, named name: Path,
    _ body: (LoadedPattern) throws -> Void
  ) throws {
    if let loaded = try checkpoint(in: input, source, named: name) { return try body(loaded) }
    var index = 0
    var options = try options(for: input, of: source)
    options.reading.passOver = {
      index += 1
      if onlyIndex == nil || onlyIndex == index { try report($0) }
    }
    if let onlyIndex {
      options.reading.warn = { [warn = options.reading.warn] in
        if index + 1 == onlyIndex { warn($0) }
      }
    }
    try Format.readEach(
      input, as: format ?? source.format, options: options.reading
    ) { pattern, format in
      index += 1
      if let onlyIndex, index != onlyIndex { return }
      if index == 1 { warnAboutImageOptions(for: format, of: input) }
      let placed: Pattern
      do {
        placed = try self.placed(pattern, in: options.universe, input: input)
      } catch let failure as RunFailure { return try report(failure) }
      try body(LoadedPattern(name: name, index: index, format: format, pattern: placed))
    }
  }

  /// Passes the failure of one pattern to ``onFailure``.
  private func report(_ error: any Error) throws {
    guard let onFailure, let failure = RunFailure(describing: error) else { throw error }
    try onFailure(failure)
  }

  /// The reading options for one input, and the universe that replaces the file's.
  private func options(
    for input: ByteReader, of source: Source
  ) throws -> (reading: ReadOptions, universe: Universe?) {
    var options = ReadOptions()
    options.limits = limits
    options.isLenient = isLenient
    options.acceptsUnknownRules = acceptsUnknownRules
    options.limits.cellBytes = min(limits.cellBytes, cellMemory)
    options.warn = { diagnostics.warn($0, in: input.path) }
    options.images = images
    var library = RuleLibrary(beside: input.path, folders: ruleFolders) {
      diagnostics.warn($0, in: $1)
    }
    library.maxBytes = options.limits.ruleBytes
    if case .archive(let archive, _) = source { library.archive = archive }
    library.sourceList = ruleSources
    options.findRule = library.find
    options.readRuleFile = library.read(_:)
    options.readRule = { [library] in try library.read($1, name: $0) }
    let rule = try rule?(options)
    options.rule = rule?.rule
    options.usualRule = usualRule
    return (options, universe ?? rule?.universe)
  }

  /// Warns if the options for images have no effect.
  private func warnAboutImageOptions(for format: Format, of input: ByteReader) {
    guard images != ImageReadOptions(), !Format.images.contains(format) else { return }
    let message: Message =
      "not an image; \(.threshold), \(.inverting) and \(.cellSize) have no effect"
    diagnostics.warn(Warning(message), in: input.path)
  }

  /// The pattern with ``notes``, in its universe, without the cells outside it.
  private func placed(
    _ pattern: Pattern, in universe: Universe?, input: ByteReader
  ) throws -> Pattern {
    var pattern = pattern
    for note in notes { pattern.write(note) }
    if let universe { pattern.universe = universe }
    do throws(RuleError) {
      pattern.universe = try pattern.rule.fitted(pattern.universe)
    } catch {
      throw RunFailure(.invalidData, "\(input.path): \(error.message), not \(pattern.universe)")
    }
    return try clip(pattern, isMovable: universe != nil, input: input) {
      diagnostics.warn(Warning(Message($0), isLoss: true), in: input.path)
    }
  }
}

// MARK: - Files

extension PatternLoader {
  /// The source of patterns: a file, RLE in place of a name, or an archive and the name of a
  /// member.
  private enum Source {
    case file(ByteReader)
    case typed(ByteReader)
    case archive(Archive, member: Path?)

    /// The format; `nil` to detect it.
    var format: Format? { if case .typed = self { .rle } else { nil } }
  }

  /// Opens the source of a name. It tries, in this order: a file, a zip archive, a member of an
  /// archive, a pattern of the collection, an apgcode, RLE such as `bo$2bo$3o!`.
  private func open(_ name: Path) throws -> Source {
    if name.isStandardStream, SystemResources.inputIsTerminal {
      diagnostics.note("reading a pattern from the terminal; end it with Ctrl-D on a new line")
    }
    if kinds == .names { return .file(try collectionPattern(named: name).open(limits)) }
    do {
      let input = try ByteReader(opening: name, limits: limits)
      return try archive(in: input).map { .archive($0, member: nil) } ?? .file(input)
    } catch let ReadError.file(failure)
      where failure.operation == .open && !failure.isInterrupted
    {
      if let (file, member) = Archive.split(name),
        let zip = try? ZipArchive(ByteReader(opening: file, limits: limits), limits: limits)
      {
        return .archive(Archive(zip), member: member)
      }
      guard kinds == .all else { throw ReadError.file(failure) }
      if let found = PatternLibrary.find(named: name) { return .file(try found.open(limits)) }
      if Apgcode.isCode(name.bytes.span) { return .file(try ByteReader(name.bytes, name: name)) }
      if let found = PatternLibrary.find(like: name) { return .file(try found.open(limits)) }
      if Apgcode.isCodeWithoutCells(name.bytes) {
        throw RunFailure(
          .missingInput, "'\(name)' is a code of the census that does not encode any cells")
      }
      if Self.isRLE(name) { return .typed(try ByteReader(name.bytes, name: name)) }
      throw Self.missing(name, failure: failure)
    }
  }

  private func collectionPattern(named name: Path) throws -> LibraryPattern {
    if let found = PatternLibrary.find(named: name) ?? PatternLibrary.find(like: name) {
      return found
    }
    throw RunFailure(
      .missingInput, "no pattern is named '\(name)'", hint: Self.nameHint(for: name))
  }

  /// - Throws: ``RunFailure`` if the name refers to no pattern.
  package func refuseMissing(_ name: Path) throws {
    if name.isStandardStream || exists(name) { return }
    _ = try open(name.fileAndIndex?.file ?? name)
  }

  /// Whether a word is an apgcode or RLE, and no file.
  package static func isTyped(_ name: Path) -> Bool {
    !exists(name) && (Apgcode.isCode(name.bytes.span) || isRLE(name))
  }

  /// Whether a word is meant as RLE, such as `bo$2bo$3o!`: it has two of a `$` or a line break, `!`
  /// at the end, and nothing but the characters of cells. The reader finds errors in it.
  static func isRLE(_ name: Path) -> Bool {
    let hasRows = name.bytes.contains { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "\n") }
    let isEnded = name.bytes.last == UInt8(ascii: "!")
    let hasOnlyCells = name.bytes.allSatisfy {
      switch UnicodeScalar($0) {
      case "0"..."9", "b", "o", "$", ".", " ", "!", "A"..."X", "p"..."y": true
      default: false
      }
    }
    return [hasRows, isEnded, hasOnlyCells].count { $0 } >= 2
  }

  /// The input as a zip archive; nil if it is not one.
  private func archive(in input: ByteReader) throws -> Archive? {
    while input.available.count < 4, try input.fill() {}
    guard ZipArchive.recognizes(input.available), format == nil else { return nil }
    return Archive(try ZipArchive(input, limits: limits))
  }

  /// The error for a name that is neither a file nor a pattern of the collection.
  private static func missing(_ name: Path, failure: FileFailure) -> RunFailure {
    guard PatternLibrary.isName(name), failure.isMissing else {
      // For example `glider.rle` is not in the folder, but the collection has a glider.
      let found = PatternLibrary.find(like: name.fileName.stem)
      return RunFailure(
        .missingInput, ReadError.file(failure).message,
        hint: found.map {
          "the pattern '\($0.name)' of the collection is found without an extension"
        })
    }
    return RunFailure(
      .missingInput, "no file or pattern named '\(name)'", hint: nameHint(for: name))
  }

  /// Advice for a name unknown to the collection.
  private static func nameHint(for name: Path) -> Message {
    if let page = PatternLibrary.giantPage(for: name) {
      return "it is too large; see https://conwaylife.com/wiki/\(page)"
    }
    if (try? RuleAndUniverse(parsing: name.bytes)) != nil {
      return "it is a rule; \(.rule) \(name) runs a pattern under it"
    }
    let near = didYouMean(PatternLibrary.suggestions(for: "\(name)"))
    return near.map { Message($0) } ?? "\(advice: .patterns)"
  }

  /// Refuses or removes the cells outside a bounded universe.
  private func clip(
    _ pattern: Pattern, isMovable: Bool, input: ByteReader, _ warn: (String) -> Void
  ) throws -> Pattern {
    let limit = min(input.cellLimit(within: limits), cellMemory)
    do {
      return try pattern.clipped(
        limit: limit, isLenient: isLenient, file: input.path, isMovable: isMovable, warn)
    } catch is MemoryExhausted {
      throw RunFailure(
        .overLimit,
        "\(input.path): the cells inside the universe \(pattern.universe) need more than \(limit) "
          + "bytes; \(advice: .raiseCellLimit)")
    }
  }
}
