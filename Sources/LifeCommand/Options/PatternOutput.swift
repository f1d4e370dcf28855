import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// The destination and format of a command's patterns.
struct PatternOutput {
  var destination = Path.standardStream
  var replacement = Replacement.unprotected
  private var namedFormat: Format?

  /// - Parameter details: further help of `-o`.
  static func options(
    details: @autoclosure @escaping @Sendable () -> String = ""
  ) -> [Option<PatternOutput>] {
    [
      .value(
        "-o", "--output", metavar: "DEST", group: "Output",
        help: "Write to DEST; its extension names the format.", details: details(),
        sets: \.destination),
      .value(
        "--to", metavar: "FORMAT", group: "Output",
        help: "Write this format ('life formats' lists them).",
        sets: \.namedFormat),
    ] + Option.replacement(\.replacement)
  }

  /// The format of `--to`, else of the extension, else the usual one.
  var format: Format { namedFormat ?? Format.named(by: destination) ?? .usual }

  /// - Parameter name: the name of the result, for a suggestion.
  func validate(for name: Path) throws(UsageError) {
    if namedFormat == nil, destination != .standardStream, !destination.isDevice,
      Format.named(by: destination) == nil
    {
      throw UsageError(
        OutputFormat.unnamed(destination, setting: .output, advice: "add --to FORMAT"))
    }
    try OutputFormat.pattern(format).refuseTerminal(destination, for: name)
  }

  /// - Parameter isLiteral: whether the destination is one file, without placeholders.
  func target(isLiteral: Bool) -> OutputTarget {
    OutputTarget(template: destination, replacement: replacement, isLiteral: isLiteral)
  }
}
