import LifeArguments
import LifeFormats
import LifeIO
import LifeRun

extension OutputFormat: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    if let outputFormat = Self.all.first(where: { $0.name == word }) {
      self = outputFormat
    } else if let outputFormat = Self.all.first(where: { $0.extensions.contains(word) }) {
      self = outputFormat
    } else {
      let names = Self.all.map(\.name)
      throw ValueError(
        "expected \(names.listed(with: "or")), found '\(argument)'",
        hint: didYouMean(nearest(to: word, among: names)))
    }
  }

  static var completion: Completion { .choices(all.map(\.name)) }
}

extension Format: ValueParsable {
  /// Parses the name or a file extension of a format.
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    if let format = Format(rawValue: word) ?? Format.named(by: Path("." + word).asFile) {
      self = format
      return
    }
    let names = Format.allCases.map(\.rawValue)
    throw ValueError(
      "expected \(names.listed(with: "or")), found '\(argument)'",
      hint: didYouMean(nearest(to: word, among: names)))
  }

  static var completion: Completion { .choices(allCases.map(\.rawValue)) }

  /// The completion of options for output formats.
  static var completionOfWritten: Completion { .choices(outputs.map(\.rawValue)) }
}

extension Path {
  /// A file name with this extension.
  fileprivate var asFile: Path { Path(bytes: Array("x".utf8) + bytes) }
}
