import LifeIO
import LifeRun

/// The output options as typed: destination and format of results.
struct OutputOptions {
  var request = OutputRequest()
  var isQuiet = false

  static var options: [Option<OutputOptions>] {
    [
      .value(
        "-o", "--output", metavar: "DEST", group: "Output",
        help: "Write to DEST; its extension names the format.", sets: \.request.destination),
      .value(
        "--out-dir", metavar: "DIR", group: "Output",
        help: "Write a file for each PATTERN into DIR.", completes: .directory,
        sets: \.request.folder),
      .value(
        "--to", metavar: "FORMAT", group: "Output",
        help: "Write this format ('life formats' lists them).", sets: \.request.format),
      .flag(
        "--no-clobber", group: "Output", help: "Refuse to replace an existing file.",
        sets: \.request.keepsExisting),
    ] + reports
  }

  /// The options about the summary.
  static var reports: [Option<OutputOptions>] {
    [
      .flag(
        "--json", group: "Report", help: "Print a summary as one JSON object.",
        sets: \.request.isJSON),
      .flag(
        "--digest", group: "Report", help: "Add the SHA-256 of the cells to the summary.",
        sets: \.request.hasDigest),
      .quiet(\.isQuiet),
    ]
  }

  var diagnostics: Diagnostics { .ofProcess(isQuiet: isQuiet) }
}

extension Option {
  /// The option that suppresses everything but errors on standard error.
  static func quiet(_ path: WritableKeyPath<C, Bool>) -> Self {
    .flag(
      "-q", "--quiet", group: "Report", help: "Print only errors on standard error.", sets: path)
  }

  /// The option that protects existing files.
  static func noClobber(_ path: WritableKeyPath<C, Bool>) -> Self {
    .flag("--no-clobber", group: "Output", help: "Refuse to replace an existing file.", sets: path)
  }
}

extension Diagnostics {
  /// Diagnostics on standard error.
  static func ofProcess(isQuiet: Bool = false) -> Diagnostics {
    Diagnostics(isQuiet: isQuiet) { Console.ofProcess.complain("\($0)\n") }
  }
}
