package import LifeCore
package import LifeFormats
package import LifeIO
package import LifeRender

/// The encoding of an output: a pattern file, an image or animation, or a table.
package enum OutputFormat: Hashable {
  case pattern(Format)
  case image(ImageFormat)
  case table(TableFormat)
  /// The objects of a generation, one per line.
  case objects

  /// Every format for writing. PNG, for example, is a pattern format and an image format, and is
  /// listed as an image.
  package static let all: [OutputFormat] =
    Format.allCases.filter { !ImageFormat.allCases.map(\.rawValue).contains($0.rawValue) }.map {
      .pattern($0)
    }
    + ImageFormat.allCases.map { .image($0) } + TableFormat.allCases.map { .table($0) } + [.objects]

  package var name: String {
    switch self {
    case .pattern(let format): format.rawValue
    case .image(let format): format.rawValue
    case .table(let format): format.rawValue
    case .objects: "objects"
    }
  }

  /// File name extensions without the dot, the preferred one first.
  package var extensions: [String] {
    switch self {
    case .pattern(let format): format.type.extensions
    case .image(let format): format.extensions
    case .table(let format): format.extensions
    case .objects: ["objects"]
    }
  }

  package var summary: String {
    switch self {
    case .pattern(let format): format.type.summary
    case .image(let format): format.summary
    case .table(let format): format.summary
    case .objects: "apgcode, place, phase and name of each object as comma-separated values"
    }
  }

  /// Whether a terminal must not get the bytes: images and pages, except SVG and text.
  package var isBinary: Bool {
    switch self {
    case .pattern(let format): Format.images.contains(format)
    case .image(let format): !format.isText && format != .svg
    case .table, .objects: false
    }
  }

  /// Whether one file can hold several samples.
  var holdsSeveralSamples: Bool {
    switch self {
    case .pattern(let format): format.type is any MultiPatternFormat.Type
    case .image(let format): !format.isStill
    case .table, .objects: true
    }
  }

  /// Whether a run without `--every` writes a sample of every generation.
  var isForEveryGeneration: Bool {
    switch self {
    case .pattern, .objects: false
    case .image(let format): !format.isStill
    case .table: true
    }
  }

  /// The format for the extension of a file name, `.gz` aside; `nil` if there is none.
  package static func named(by path: Path) -> OutputFormat? {
    let ending = path.withoutGzip.fileExtension
    if let format = ImageFormat.allCases.first(where: { $0.extensions.contains(ending) }) {
      return .image(format)
    }
    return patternNamed(by: path) ?? all.first { $0.extensions.contains(ending) }
  }

  /// The pattern format for an extension, even if an image format has the same, for example `.png`.
  package static func patternNamed(by path: Path) -> OutputFormat? {
    Format.named(by: path).map { .pattern($0) }
  }

  /// Refuses a gzipped video, which ffmpeg does not write.
  package func refuseGzip(_ destination: Path) throws(RunFailure) {
    guard case .image(let format) = self, format.usesFFmpeg, destination.isGzipName else { return }
    throw RunFailure(
      .usage, "\(.output): '\(destination)': \(format.rawValue) cannot be gzipped; leave out .gz")
  }

  /// The failure of an output with an unknown extension.
  ///
  /// - Parameters:
  ///   - setting: the setting with the name of the output; `nil` for an operand.
  ///   - advice: the advice, unless another program's extension suggests a better one.
  package static func unnamed(
    _ path: Path, setting: Setting? = nil, advice: Message
  ) -> RunFailure {
    let name: Message = setting.map { "\($0): '\(path)'" } ?? "'\(path)'"
    let near = renamed(path).map { near -> Message in
      setting.map { "\($0) \(near)" } ?? "\(near)"
    }
    return RunFailure(
      .usage, "\(name) has no extension that names a format",
      hint: near.map { "try '\($0)'" } ?? advice)
  }

  /// Extensions that this program does not write, each with a replacement.
  private static let foreignExtensions: [String: String] = [
    "jpg": "png", "jpeg": "png", "tiff": "png", "tif": "png", "webp": "png",
    "avi": "mp4", "mpg": "mp4", "mpeg": "mp4", "txt": "cells", "htm": "html", "xls": "csv",
    "xlsx": "csv", "tsv": "csv", "pdf": "svg", "eps": "svg", "ps": "svg",
  ]

  /// The name with a replacement for another program's extension, for example `a.mp4` for `a.avi`.
  package static func renamed(_ file: Path) -> Path? {
    let ending = file.fileExtension
    return foreignExtensions[ending].map {
      Path(bytes: file.bytes.dropLast(ending.utf8.count) + Array($0.utf8))
    }
  }
}
