import LifeArguments
import LifeFormats
import LifeIO
import LifeRun

/// A format that options name, by its name or by a file extension.
protocol NamedFormat: ValueParsable {
  /// The formats that may be named.
  static var all: [Self] { get }
  var name: String { get }
  /// The format that a file name's extension names.
  static func named(by path: Path) -> Self?
}

extension NamedFormat {
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    let known = Self.all.first { $0.name == word } ?? Self.named(by: Path("x.\(word)"))
    if let known {
      self = known
    } else if Format(rawValue: word) != nil {
      throw ValueError("\(word) can be read but not written")
    } else {
      throw ValueError(argument, isNotOneOf: Self.all.map(\.name))
    }
  }

  static var completion: Completion { .choices(all.map(\.name)) }
}

extension OutputFormat: NamedFormat {}

extension Format: NamedFormat {
  static var all: [Format] { allCases }
  var name: String { rawValue }

  /// The completion of options for output formats.
  static var completionOfWritten: Completion { .choices(outputs.map(\.rawValue)) }
}
