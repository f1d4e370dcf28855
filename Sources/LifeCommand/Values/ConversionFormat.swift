import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// The output format of `life convert`: a pattern format, or an image format for one picture. A
/// format that is both, such as PNG, has a pixel for each cell, so that it can be read.
struct ConversionFormat: Hashable {
  let output: OutputFormat

  static let usual = ConversionFormat(output: .pattern(.usual))

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

extension ConversionFormat: NamedFormat {
  static func named(by path: Path) -> ConversionFormat? {
    let known = OutputFormat.patternNamed(by: path) ?? OutputFormat.named(by: path)
    return all.first { $0.output == known }
  }
}
