package import LifeIO

/// Every kind of picture or film that can be written.
package enum FilmKind: String, CaseIterable, Sendable {
  case ppm, pbm
}

package extension FilmKind {
  /// What `--to` calls it.
  var name: String { rawValue }

  /// One line for people.
  var summary: String {
    switch self {
    case .ppm: "colour pictures (P6), one after another; what ffmpeg calls image2pipe"
    case .pbm: "black and white pictures (P4), one bit per pixel, one after another"
    }
  }

  /// File name endings, without the dot, the usual one first.
  var extensions: [String] { [rawValue] }

  func makeWriter(to output: ByteWriter, _ options: FilmOptions) -> any FrameWriter & ~Copyable {
    switch self {
    case .ppm: PPMWriter(to: output, options)
    case .pbm: PBMWriter(to: output)
    }
  }
}
