import LifeCore
import LifeFormats
import LifeIO

/// `life convert`: the road with no generations.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Convert patterns between formats, and edit them."
  static let discussion = """
    Reads a pattern in any format and writes it in the one that OUT's ending or --to names. Names, \
    authors, comments, position and generation go along wherever the new format has a place for \
    them. Both may be - for standard input and output, and either may be gzipped (.gz). IN may be \
    a zip archive with one pattern, or ARCHIVE.zip/NAME.

    With --out-dir every operand is an input. With --split every pattern of a file is written: \
    into DIR, into files of their own if OUT has a %d, or one after another into OUT.

    Turning keeps the corner of the bounding box where it is, on the unbounded plane; a bounded \
    universe is turned with its pattern. From a rule of many states to one of fewer, --to-rule \
    keeps what is alive: the odd states of History and Super rules, the first of Generations.
    """
  static let examples = [
    Example("life convert gun.rle gun.cells", "RLE to plaintext:"),
    Example("life convert - - --to life106 < gun.rle", "In a pipe:"),
    Example("life convert *.lif --to rle --out-dir rle", "A whole folder:"),
    Example("life convert pile.rle 'gun-%d.rle' --split", "Each pattern of a file:"),
    Example("life convert gun.rle - --to rle --rotate 90 --crop", "Turned, at (0, 0):"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("FILE", help: "IN OUT, IN with -o OUT, or inputs with --out-dir.", appends: \.files)
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + Editing.options.map { $0.inside(\.editing) }
      + [
        .value(
          "-o", "--output", metavar: "OUT", group: "Output",
          help: "Write OUT, which may as well be the second operand.", sets: \.output),
        .value(
          "--to", metavar: "FORMAT", group: "Output",
          help: "Write this format ('life formats' lists them).",
          completes: Format.completionOfWritten, sets: \.format),
        .value(
          "--out-dir", metavar: "DIR", group: "Output",
          help: "Write a file for each input into DIR.", completes: .directory, sets: \.folder),
        .flag(
          "--no-clobber", group: "Output", help: "Refuse to replace a file that exists.",
          sets: \.keepsExisting),
        .flag(
          "-q", "--quiet", group: "Report", help: "Say nothing on standard error but errors.",
          sets: \.isQuiet),
      ]
  }

  var files: [Path] = []
  var input = InputOptions()
  var editing = Editing()
  var output: Path?
  var format: Format?
  var folder: Path?
  var keepsExisting = false
  var isQuiet = false

  private var talk: Talk { Talk(isQuiet: isQuiet) }

  mutating func validate() throws(UsageError) {
    if let format, !format.type.isWritten {
      throw UsageError("--to: \(format.rawValue) is only read, not written")
    }
    if let output {
      guard folder == nil else { throw UsageError("-o and --out-dir exclude each other") }
      files.append(output)
    }
    guard folder == nil else { return }
    guard files.count == 2 else {
      throw UsageError("expected one input and one output", hint: "or inputs with --out-dir DIR")
    }
    if format == nil, Format.named(by: files[1]) == nil {
      let endings = Format.written.map { ".\($0.type.extensions[0])" }.withoutRepeats
      throw UsageError(
        "'\(files[1])' has no ending that names a format",
        hint: "use one of \(endings.joined(separator: " ")) or --to FORMAT")
    }
    let format = format ?? Format.named(by: files[1]) ?? .rle
    if input.isSplit, !Target(template: files[1]).isNumbered,
      !(format.type is any SplittingFormat.Type)
    {
      throw UsageError(
        "several patterns in one \(format.rawValue) file cannot be told apart",
        hint: "give each its own: 'out-%d.\(format.type.extensions[0])', or --out-dir DIR")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      guard let folder else { return try convert(files[0], to: files[1]) }
      try Batch.check(files.map { ($0, output(for: $0.resultStem(), in: folder)) })
      try makeFolder(folder)
      var names = OutputNames(inputs: files)
      return try Batch.run(files, input, talk) { loaded in
        let pattern = try edited(loaded.pattern)
        let path = output(for: loaded.stem, in: folder)
        try names.claim(path, for: loaded.title)
        let target = Target(template: path, isReplacing: !keepsExisting, isLiteral: true)
        var outlet = Outlet(target)
        try write(pattern, as: format ?? .rle, to: &outlet)
        try outlet.finish()
        return .ok
      }
    }
  }

  /// Converts one file, or each of its patterns.
  private func convert(_ name: Path, to path: Path) throws -> ExitCode {
    let format = format ?? Format.named(by: path) ?? .rle
    let target = Target(
      template: path, isReplacing: !keepsExisting, isLiteral: !input.isSplit)
    var outlet = Outlet(target)
    do {
      try input.loadEach(name, talk) { loaded in
        let pattern = try edited(loaded.pattern)
        let sample = target.path(index: outlet.index, generation: pattern.generation)
        if target.isNumbered, isSameFile(sample, name) {
          throw Failed(
            .usage,
            "life convert: '\(sample)', one of the patterns in '\(name)', would replace it; write "
              + "to another name or folder")
        }
        try write(pattern, as: format, to: &outlet)
      }
      try outlet.finish()
    } catch {
      outlet.abandon()
      throw error
    }
    return .ok
  }

  private func edited(_ pattern: Pattern) throws -> Pattern {
    try editing.apply(to: pattern, folders: input.ruleFolders, talk)
  }

  private func write(_ pattern: Pattern, as format: Format, to outlet: inout Outlet) throws {
    try format.check(pattern)
    try outlet.write(at: pattern.generation, begin: { _ in }) { try format.write(pattern, to: $0) }
  }

  private func output(for stem: Path, in folder: Path) -> Path {
    let ending = (format ?? .rle).type.extensions[0]
    return folder.appending(Path(bytes: stem.bytes + Array(".\(ending)".utf8)))
  }
}
