import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life convert`: reads patterns, edits them and writes them in another format.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Convert patterns between formats and edit them."
  static let discussion = """
    Reads a pattern in any format and writes it in the format named by OUT's extension or by \
    --to. Keeps names, authors, comments, position and generation if the new format can hold \
    them. IN and OUT may be - for standard input and output, and either may be gzipped (.gz). IN \
    may be a zip archive with one pattern, or ARCHIVE.zip/NAME.

    Without OUT the result goes to standard output, as RLE unless --to names another format. With \
    --out-dir every operand is an input. With --split every pattern of a file is written: with \
    --out-dir to a file of its own in DIR, with %d in OUT to a file with its number, from 1, \
    otherwise all of them to OUT.

    Formats for images only, such as svg or gif, get one picture of the pattern. 'life run -n 0' \
    makes the same picture and has options for its appearance.

    On the unbounded plane, rotations and reflections keep the corner of the bounding box in \
    place; a bounded universe is rotated with its pattern. --to apgcode writes the canonical code \
    of a still life, an oscillator or a spaceship. If the new rule has fewer states, --to-rule \
    keeps the live cells: the odd states of History and Super rules, state 1 of Generations rules \
    and of Larger than Life, and for a rule of two states every other state but 0.
    """
  static let examples = [
    Example("life convert gun.rle gun.cells", "RLE to plaintext:"),
    Example("life convert --to life106 < gun.rle", "From standard input to output:"),
    Example("life convert *.lif --to rle --out-dir rle", "All files of a kind:"),
    Example("life convert pile.rle 'gun-%d.rle' --split", "Each pattern of a file:"),
    Example("life convert gun.rle --rotate 90 --crop", "Rotated, at (0, 0):"),
    Example("life convert gun.rle part.rle --cut 0,0,20x9", "A part of it:"),
    Example(
      "life convert gun.rle new.rle --name 'My gun' --comment 'Period 30.'",
      "With a name and a comment:"),
  ]
  static var operands: Operands<Self> {
    .many(
      "FILE", help: "IN [OUT], or inputs with --out-dir.", completes: .pattern, appends: \.files
    ).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting] + InputOptions.images).inside(\.input)
      + InputList.options.inside(\.inputs)
      + PatternEdits.options.inside(\.edits)
      + [
        .value(
          "-o", "--output", metavar: "OUT", group: "Output",
          help: "Write to OUT, like a second operand.", sets: \.output),
        .value(
          "--to", metavar: "FORMAT", group: "Output",
          help: "Write this format ('life formats' lists them).",
          sets: \.format),
        .value(
          "--out-dir", metavar: "DIR", group: "Output",
          help: "Write a file for each input into DIR.", completes: .directory, sets: \.folder),
        BatchJobs.option(\.jobs),
      ] + InputOptions.texts.inside(\.input) + Option.replacement(\.replacement) + [
        .flag(
          "-v", "--verbose", group: "Report",
          help: "Print what the new format does not store, such as the position.",
          sets: \.isVerbose),
        .quiet(\.diagnostics.isQuiet),
      ]
  }

  var files: [Path] = []
  var inputs = InputList()
  var input = InputOptions()
  var edits = PatternEdits()
  var output: Path?
  var format: ConversionFormat?
  var folder: Path?
  var jobs: Int?
  var replacement = Replacement.unprotected
  var isVerbose = false
  var diagnostics = Diagnostics.ofProcess()

  /// The output format for a file; nil if neither `--to` nor the extension names one.
  private func format(for path: Path) -> ConversionFormat? {
    if let format = format ?? .named(by: path) { return format }
    return path == .standardStream ? .usual : nil
  }

  mutating func validate() throws(UsageError) {
    try BatchJobs.check(jobs, folder: folder)
    if let output {
      guard folder == nil else { throw UsageError("-o cannot be combined with --out-dir") }
      files.append(output)
    }
    guard folder == nil else { return }
    if inputs.list != nil { throw UsageError("--files-from requires --out-dir DIR") }
    if inputs.shard != nil { throw UsageError("--shard requires --out-dir DIR") }
    if files.count == 1 { files.append(.standardStream) }
    guard files.count == 2 else {
      throw UsageError("expected one input and one output", hint: "or inputs with --out-dir DIR")
    }
    guard let format = format(for: files[1]) else {
      throw UsageError(
        OutputFormat.unnamed(
          files[1],
          advice: "write one such as .rle, .cells, .mc or .png ('life formats' lists all)"))
    }
    if output == nil { try refuseInput(files[1], for: format) }
    do throws(RunFailure) { try format.output.refuseGzip(files[1]) } catch {
      throw UsageError(error)
    }
    if input.isSplit, !OutputTarget(template: files[1]).isNumbered, !format.holdsSeveralPatterns {
      throw UsageError(
        "a single \(format.name) file cannot hold several patterns",
        hint: "write one file each: 'out-%d.\(format.extensions[0])', or --out-dir DIR")
    }
    try format.output.refuseTerminal(files[1], for: files[0])
  }

  /// Refuses a second operand that has no extension, or that of another format: it may be an input.
  private func refuseInput(_ file: Path, for format: ConversionFormat) throws(UsageError) {
    if file == .standardStream || file.isDevice || isSpecialFile(file) { return }
    if let named = ConversionFormat.named(by: file) {
      // Some formats share extensions, for example life105 and life106.
      if named == format || format.extensions.contains(file.withoutGzip.fileExtension) { return }
    } else if !file.fileExtension.isEmpty || OutputTarget(template: file).isNumbered {
      return
    }
    let quoted = file.quotedForShell
    var error = UsageError(
      "'\(file)' does not end in '.\(format.extensions[0])'",
      hint: "for several inputs add --out-dir DIR; to write a file of that name use -o \(quoted)")
    if !exists(file), PatternLibrary.find(like: file) == nil { error.exitCode = .noInput }
    throw error
  }

  /// Loads, edits and writes each pattern.
  func run() throws -> ExitCode {
    try loadEach { loaded, output in
      let pattern = try edits.apply(
        to: loaded.pattern, folders: input.reading.ruleFolders,
        limit: MemoryBudget.ofProcess().forPattern, isLenient: input.reading.isLenient, diagnostics)
      switch (format(for: output.target.template) ?? .usual).output {
      case .pattern(let format):
        try format.check(pattern)
        let losesShift = edits.shifts && !format.type.capabilities.contains(.position)
        if isVerbose || losesShift { reportLosses(of: pattern, as: format, loaded) }
        let control = WritingControl(isQuiet: diagnostics.isQuiet)
        do {
          try output.write(pattern, as: format, control: control)
        } catch let error as WriteError where Format.images.contains(format) {
          let picture = output.target.template.quotedForShell
          throw RunFailure(
            .invalidData, error.message,
            hint: "draw it with 'life run \(loaded.title.quotedForShell) -n 0 -o \(picture)'")
        }
      case .image(let image):
        try draw(pattern, as: image, target: output.takeTarget(at: pattern.generation))
      case .table, .objects: break
      }
    }
  }

  /// Loads each pattern, and passes it to `write` with the output for it.
  private func loadEach(
    _ write: (LoadedPattern, inout SampleOutput) throws -> Void
  ) throws -> ExitCode {
    guard let folder else { return try loadEach(of: files[0], to: files[1], write) }
    let all = try inputs.allInputs(files, limits: input.readingLimits())
    var known = CommandFiles(reading: all + [inputs.list].compactMap { $0 })
    try known.check(resultsOf: all, areSplit: input.isSplit) { target(for: $0, in: folder) }
    let own = inputs.ownInputs(among: all, areSplit: input.isSplit, diagnostics: diagnostics)
    try makeFolder(folder)
    let batch = input.isSplit ? nil : BatchJobs(own, jobs: jobs)
    if let batch { return try batch.run(isQuiet: diagnostics.isQuiet) }
    return try Batch.loadEach(own, shard: inputs.shard, loader: loader()) { loaded in
      let target = target(for: loaded.stem, in: folder)
      try known.addOutput(target, as: .outputFolder, for: loaded.title)
      try SampleOutput.write(to: target) { try write(loaded, &$0) }
      return .ok
    }
  }

  /// Loads each pattern of one file. The output is one file, or a numbered file for each pattern.
  private func loadEach(
    of name: Path, to path: Path, _ write: (LoadedPattern, inout SampleOutput) throws -> Void
  ) throws -> ExitCode {
    var target = OutputTarget(template: path, replacement: replacement, isLiteral: !input.isSplit)
    target.startIndex = 1
    var known = CommandFiles(reading: [name])
    try known.addOutput(target, as: .output, inPlaceOf: [name])
    var count = 0
    try SampleOutput.write(to: target) { output in
      try loader().loadEach(name) { loaded in
        count += 1
        try write(loaded, &output)
      }
    }
    if count > 1, !target.isNumbered, !path.isStandardStream {
      diagnostics.note("'\(path)' holds \(count) patterns")
    }
    return .ok
  }

  private func loader() throws -> PatternLoader {
    var loader = try input.loader(diagnostics)
    loader.acceptsUnknownRules = true
    return loader
  }

  private func reportLosses(of pattern: Pattern, as format: Format, _ loaded: LoadedPattern) {
    let losses = format.losses(of: pattern)
    guard !losses.isEmpty else { return }
    diagnostics.note(
      "\(loaded.title): \(format.rawValue) does not store \(losses.listed(with: "and"))")
  }

  /// Draws the pattern like a run of no generations.
  private func draw(_ pattern: Pattern, as image: ImageFormat, target: OutputTarget) throws {
    let planner = ViewPlanner(
      still: ViewOptions(), kind: image, rule: pattern.rule, universe: pattern.universe)
    let writer = FrameSampleWriter(
      FrameOutputPlan(target: target, planner: planner, frameCount: 1))
    let stepper = try StepperOptions().selection().makeStepper(pattern, generations: 0)
    try writer.write(stepper, isLast: true, control: WritingControl())
    try writer.finish()
  }

  private func target(for stem: Path, in folder: Path) -> OutputTarget {
    let fileExtension = (format ?? .usual).extensions[0]
    let name = Path(bytes: stem.bytes + Array(".\(fileExtension)".utf8))
    return OutputTarget(
      template: folder.appending(name), replacement: replacement, isLiteral: true)
  }
}
