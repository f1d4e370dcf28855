import LifeArguments
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// The output format of `life convert`: a pattern format, or an image format for one picture. A
/// format that is both, such as PNG, has a pixel for each cell, so that it can be read.
struct ConversionFormat: Hashable {
  let output: OutputFormat

  static let rle = ConversionFormat(output: .pattern(.rle))
  /// Only `--to` names it.
  static let apgcode = ConversionFormat(output: .pattern(.apgcode))

  static let all =
    Format.outputs.map { ConversionFormat(output: .pattern($0)) }
    + ImageFormat.allCases.filter { Format(rawValue: $0.name) == nil }
    .map { ConversionFormat(output: .image($0)) }

  var name: String { output.name }
  var extensions: [String] { output.extensions }

  /// Whether one file can hold several patterns.
  var canSplit: Bool {
    if case .pattern(let format) = output { format.type is any SplittingFormat.Type } else { false }
  }
}

extension ConversionFormat: ValueParsable {
  /// The format named by a file's extension, `.gz` aside; nil if there is none.
  init?(named path: Path) {
    if let format = Format.named(by: path) {
      output = .pattern(format)
    } else if case .image(let image)? = OutputFormat.named(by: path) {
      output = .image(image)
    } else {
      return nil
    }
  }

  /// Parses the name or a file extension of a format.
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    let known = Self.all.first { $0.name == word } ?? Self(named: Path("x.\(word)"))
    if let known {
      self = known
    } else if Format(rawValue: word) != nil {
      throw ValueError("\(word) can be read but not written")
    } else {
      let names = Self.all.map(\.name)
      throw ValueError(
        "expected \(names.listed(with: "or")), found '\(argument)'",
        hint: didYouMean(nearest(to: word, among: names)))
    }
  }

  static var completion: Completion { .choices(all.map(\.name)) }
}
