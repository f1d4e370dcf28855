import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// The output format of `life convert`: a pattern format, or an image format for one picture. PNG
/// is both, and is written as a pattern: one pixel per cell, so that it can be read again.
struct ConversionFormat: Hashable {
  let output: OutputFormat

  static let usual = ConversionFormat(output: .pattern(.usual))

  static let all =
    Format.allCases.map { ConversionFormat(output: .pattern($0)) }
    + ImageFormat.allCases.filter { Format(rawValue: $0.rawValue) == nil }
    .map { ConversionFormat(output: .image($0)) }

  var name: String { output.name }
  var extensions: [String] { output.extensions }

  /// Whether one file can hold several patterns.
  var holdsSeveralPatterns: Bool {
    guard case .pattern(let format) = output else { return false }
    return format.type is any MultiPatternFormat.Type
  }
}

extension ConversionFormat: NamedFormat {
  static func named(by path: Path) -> ConversionFormat? {
    let known = OutputFormat.patternNamed(by: path) ?? OutputFormat.named(by: path)
    return all.first { $0.output == known }
  }
}

/// A format with a name for options and file extensions.
protocol NamedFormat: ValueParsable {
  /// The formats to choose from.
  static var all: [Self] { get }
  var name: String { get }
  /// The format of a file name's extension.
  static func named(by path: Path) -> Self?
}

extension NamedFormat {
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    let known = Self.all.first { $0.name == word } ?? Self.named(by: Path("x.\(word)"))
    guard let known else { throw ValueError(argument, isNotOneOf: Self.all.map(\.name)) }
    self = known
  }

  static var completion: Completion { .choices(all.map(\.name)) }
}

extension OutputFormat: NamedFormat {}

extension Format: NamedFormat {
  static var all: [Format] { allCases }
  var name: String { rawValue }
}
