@testable import LifeArguments
import LifeIO
import LifeRun

@testable import LifeCommand

/// A command with every form of option and operand.
struct Sample: Command, Equatable {
  static let name = "sample"
  static let summary = "Try every form of option."
  static let discussion = """
    The first paragraph is long enough that it has to be wrapped before it reaches the right \
    edge of the screen.

      kept   as it is
    """
  static let examples = [
    Example("life sample gun.rle -n 5", "Do it five times:"),
    Example("life sample gun.rle -o - |\n    wc -c", "Count the bytes:"),
  ]
  static var operands: Operands<Self> {
    .one("INPUT", help: "The pattern to read; '-' is standard input.", sets: \.input)
      .then(.one("OUTPUT", isOptional: true, help: "The file to write.", sets: \.output))
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--count", metavar: "N", group: "Run", help: "Do it N times (default 1).",
        details: "N is decimal.", sets: \.count),
      .value(
        "--until", metavar: "G", group: "Run",
        help: "Stop at G, which has a help text so long that it takes a second line.",
        sets: \.until),
      .value("-e", "--engine", metavar: "NAME", group: "Run", help: "Use NAME.", sets: \.engine),
      .value("--view", metavar: "BOX", group: "Output", help: "Show BOX.", sets: \.view),
      .value("-I", "--include", metavar: "FILE", help: "Also read FILE.", appends: \.includes),
      .flag("-q", "--quiet", group: "Output", help: "Say nothing.", sets: \.quiet),
      .flag("-v", group: "Output", help: "Say more.", sets: \.verbose),
    ] + Shared.options.inside(\.shared)
  }

  enum Engine: String, Choice { case auto, bitmap, hashlife }

  /// Options of several commands.
  struct Shared: Equatable {
    static var options: [Option<Self>] {
      [
        .value(
          "--scratch-directory-of-this-run", metavar: "DIR", group: "Output",
          help: "Keep scratch files in DIR.", completes: .directory, sets: \.scratch)
      ]
    }
    var scratch: Path?
  }

  var input = Path("")
  var output: Path?
  var count = 1
  var until: Int?
  var engine = Engine.auto
  var view = ""
  var includes: [Path] = []
  var quiet = false
  var verbose = false
  var shared = Shared()

  mutating func validate() throws(UsageError) {
    if quiet && verbose { throw UsageError("'-q' and '-v' contradict each other") }
  }

  func run() throws -> ExitCode { .ok }
}

/// A command with any number of files as operands.
struct SampleMany: Command, Equatable {
  static let name = "many"
  static let summary = "Take any number of files."
  static var operands: Operands<Self> {
    .many("FILE", help: "A file.", completes: .pattern, appends: \.files)
      .then(.one("TARGET", help: "Where they go.", sets: \.target))
  }

  var files: [Path] = []
  var target = Path("")

  func run() throws -> ExitCode {
    var failure = RunFailure(.invalidData, "many: it broke")
    failure.isLocated = true
    throw failure
  }
}

/// A command with an unexpected error.
struct SampleFlaw: Command, Error {
  static let name = "flaw"
  static let summary = "Fail unexpectedly."

  func run() throws -> ExitCode { throw self }
}

extension String {
  /// The words of a command line, without a shell's quoting.
  var commandWords: [Argument] { split(separator: " ").map { Argument(String($0)) } }
}
