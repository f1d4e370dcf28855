import LifeCore
import LifeFormats
import LifeIO

/// `life convert`: the road with no generations.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Convert patterns between formats."
  static let discussion = """
    Reads a pattern in any format and writes it in the one that OUT's ending or --to names. Names, \
    authors, comments, position and generation go along wherever the new format has a place for \
    them. Both may be - for standard input and output, and either may be gzipped (.gz).

    With --out-dir every operand is an input.
    """
  static let examples = [
    Example("life convert gun.rle gun.cells", "RLE to plaintext:"),
    Example("life convert - - --to life106 < gun.rle", "In a pipe:"),
    Example("life convert *.lif --to rle --out-dir rle", "A whole folder:"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("FILE", help: "IN OUT, or inputs with --out-dir.", appends: \.files)
  }
  static var options: [Option<Self>] {
    InputOptions.options.map { $0.inside(\.input) }
      + [
        .value(
          "--to", metavar: "FORMAT", group: "Output",
          help: "Write this format ('life formats' lists them).", sets: \.format),
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
  var format: Format?
  var folder: Path?
  var keepsExisting = false
  var isQuiet = false

  mutating func validate() throws(UsageError) {
    guard folder == nil else { return }
    guard files.count == 2 else {
      throw UsageError("expected one input and one output", hint: "or inputs with --out-dir DIR")
    }
    if format == nil, Format.named(by: files[1]) == nil {
      let endings = Format.allCases.map { ".\($0.type.extensions[0])" }.withoutRepeats
      throw UsageError(
        "'\(files[1])' has no ending that names a format",
        hint: "use one of \(endings.joined(separator: " ")) or --to FORMAT")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      if let folder {
        try Batch.check(files.map { ($0, output(for: $0, in: folder)) })
        try makeFolder(folder)
        return try Batch.run(files) { try convert($0, to: output(for: $0, in: folder)) }
      }
      return try convert(files[0], to: files[1])
    }
  }

  private func convert(_ name: Path, to path: Path) throws -> ExitCode {
    let pattern = try input.load(name, Talk(isQuiet: isQuiet)).pattern
    let format = format ?? Format.named(by: path) ?? .rle
    try format.check(pattern)
    let output = try openOutput(path, replacing: !keepsExisting, compressed: path.isGzipName)
    do {
      try format.write(pattern, to: output)
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return .ok
  }

  private func output(for name: Path, in folder: Path) -> Path {
    let stem = name == .standardStream ? "stdin" : name.withoutGzip.stem
    let ending = (format ?? .rle).type.extensions[0]
    return folder.appending(Path(bytes: stem.bytes + Array(".\(ending)".utf8)))
  }
}
