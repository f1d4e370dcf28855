import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
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

    With --out-dir every operand is an input. With --split every pattern of a file is written: \
    to a file in DIR, to a numbered file if OUT contains %d, or one after another to OUT.

    On the unbounded plane, rotations and reflections keep the corner of the bounding box in \
    place; a bounded universe is rotated with its pattern. --to apgcode writes the canonical code \
    of a still life, an oscillator or a spaceship, which has one phase of it. If the new rule has \
    fewer states, --to-rule keeps the live cells: the odd states of History and Super rules, and \
    state 1 of Generations rules.
    """
  static let examples = [
    Example("life convert gun.rle gun.cells", "RLE to plaintext:"),
    Example("life convert - - --to life106 < gun.rle", "From standard input to output:"),
    Example("life convert *.lif --to rle --out-dir rle", "All files of a kind:"),
    Example("life convert pile.rle 'gun-%d.rle' --split", "Each pattern of a file:"),
    Example("life convert gun.rle - --to rle --rotate 90 --crop", "Rotated, at (0, 0):"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("FILE", help: "IN OUT, IN with -o OUT, or inputs with --out-dir.", appends: \.files)
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + EditOptions.options.map { $0.inside(\.editing) }
      + [
        .value(
          "-o", "--output", metavar: "OUT", group: "Output",
          help: "Write to OUT; same as the second operand.", sets: \.output),
        .value(
          "--to", metavar: "FORMAT", group: "Output",
          help: "Write this format ('life formats' lists them).",
          completes: Format.completionOfConverted, sets: \.format),
        .value(
          "--out-dir", metavar: "DIR", group: "Output",
          help: "Write a file for each input into DIR.", completes: .directory, sets: \.folder),
        .noClobber(\.keepsExisting),
        .quiet(\.isQuiet),
      ]
  }

  var files: [Path] = []
  var input = InputOptions()
  var editing = EditOptions()
  var output: Path?
  var format: Format?
  var folder: Path?
  var keepsExisting = false
  var isQuiet = false

  private var diagnostics: Diagnostics { Diagnostics.ofProcess(isQuiet: isQuiet) }

  mutating func validate() throws(UsageError) {
    if let format, !format.type.isWritable, format != .apgcode {
      throw UsageError("--to: \(format.rawValue) can be read but not written")
    }
    if let output {
      guard folder == nil else { throw UsageError("-o cannot be combined with --out-dir") }
      files.append(output)
    }
    guard folder == nil else { return }
    guard files.count == 2 else {
      throw UsageError("expected one input and one output", hint: "or inputs with --out-dir DIR")
    }
    if format == nil, Format.named(by: files[1]) == nil {
      let extensions = Format.writable.map { ".\($0.type.extensions[0])" }.withoutRepeats
      throw UsageError(
        "'\(files[1])' has no extension that names a format",
        hint: "use one of \(extensions.joined(separator: " ")) or --to FORMAT")
    }
    let format = format ?? Format.named(by: files[1]) ?? .rle
    if input.isSplit, !OutputTarget(template: files[1]).isNumbered,
      !(format.type is any SplittingFormat.Type)
    {
      throw UsageError(
        "a single \(format.rawValue) file cannot hold several patterns",
        hint: "write one file each: 'out-%d.\(format.type.extensions[0])', or --out-dir DIR")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      guard let folder else { return try convert(files[0], to: files[1]) }
      try OutputNames.check(files.map { ($0, output(for: $0.resultStem(), in: folder)) })
      try makeFolder(folder)
      var names = OutputNames(inputs: files)
      return try Batch.run(files, input.loader(), diagnostics) { loaded in
        let pattern = try edited(loaded.pattern)
        let path = output(for: loaded.stem, in: folder)
        try names.claim(path, for: loaded.title)
        let target = OutputTarget(
          template: path, replacement: keepsExisting ? .never : .always, isLiteral: true)
        var sampleOutput = SampleOutput(target)
        try write(pattern, as: format ?? .rle, to: &sampleOutput)
        try sampleOutput.finish()
        return .ok
      }
    }
  }

  /// Converts one file, or each of its patterns.
  private func convert(_ name: Path, to path: Path) throws -> ExitCode {
    let format = format ?? Format.named(by: path) ?? .rle
    let target = OutputTarget(
      template: path, replacement: keepsExisting ? .never : .always, isLiteral: !input.isSplit)
    var sampleOutput = SampleOutput(target)
    do {
      try input.loader().loadEach(name, diagnostics) { loaded in
        let pattern = try edited(loaded.pattern)
        let sample = target.path(index: sampleOutput.index, generation: pattern.generation)
        if target.isNumbered, isSameFile(sample, name) {
          throw RunFailure(
            .usage,
            "'\(sample)', the output for one pattern, would replace the input '\(name)'; write "
              + "to another name or folder")
        }
        try write(pattern, as: format, to: &sampleOutput)
      }
      try sampleOutput.finish()
    } catch {
      sampleOutput.abandon()
      throw error
    }
    return .ok
  }

  private func edited(_ pattern: Pattern) throws -> Pattern {
    try editing.edits.apply(
      to: pattern, folders: input.ruleFolders, limit: EnvironmentLimits.workingMemory() / 2,
      diagnostics)
  }

  private func write(_ pattern: Pattern, as format: Format, to sampleOutput: inout SampleOutput)
    throws
  {
    if format == .apgcode {
      let code = try code(of: pattern)
      return try sampleOutput.write(at: pattern.generation) { try $0.write("\(code)\n") }
    }
    try format.check(pattern)
    let progress = ProgressLine(isQuiet: isQuiet)
    try sampleOutput.write(pattern, as: format, WritingControl(progress))
    progress.clear()
  }

  /// The code of an object, which a reader can decode.
  private func code(of pattern: Pattern) throws -> ObjectCode {
    let identifier = Identifier(AnalysisRule(pattern.rule), try AnalysisOptions().limits())
    let code = try identifier.code(of: pattern)
    guard code.hasCells else {
      throw RunFailure(
        .invalidData,
        code == .pathological
          ? "apgcode holds objects that recur, and this pattern does not; write rle"
          : "the object is too large for its cells to be in an apgcode; write rle")
    }
    return code
  }

  private func output(for stem: Path, in folder: Path) -> Path {
    let fileExtension = (format ?? .rle).type.extensions[0]
    return folder.appending(Path(bytes: stem.bytes + Array(".\(fileExtension)".utf8)))
  }
}
