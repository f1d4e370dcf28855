package import LifeIO

/// Every kind of picture or film that can be written.
package enum FilmKind: String, CaseIterable, Sendable {
  case ppm, pgm, pbm, pam, y4m, rgb24, gray
  case png, apng, gif, svg
  case mp4, webm, mkv, mov
  case ansi, blocks, braille
}

package extension FilmKind {
  /// What `--to` calls it.
  var name: String { rawValue }

  /// One line for people.
  var summary: String {
    switch self {
    case .ppm: "colour pictures (P6), one after another; what ffmpeg calls image2pipe"
    case .pgm: "gray pictures (P5), one after another"
    case .pbm: "black and white pictures (P4), one bit per pixel, one after another"
    case .pam: "colour pictures with a longer header (P7), one after another"
    case .y4m: "video without compression that knows its size and rate, for pipes"
    case .rgb24: "bare pixels of three bytes, for tools that are told the size"
    case .gray: "bare pixels of one byte, for tools that are told the size"
    case .png: "a picture, indexed and compressed"
    case .apng: "an animated picture that keeps every colour"
    case .gif: "an animated picture that everything shows"
    case .svg: "a drawing without pixels"
    case .mp4: "H.264 video, made by the ffmpeg that is installed"
    case .webm: "VP9 video, made by the ffmpeg that is installed"
    case .mkv: "H.264 video in Matroska, made by the ffmpeg that is installed"
    case .mov: "H.264 video in QuickTime, made by the ffmpeg that is installed"
    case .ansi: "half blocks in colour, for terminals"
    case .blocks: "half blocks without colour, two cells in a character"
    case .braille: "Braille dots, eight cells in a character"
    }
  }

  /// File name endings, without the dot, the usual one first.
  var extensions: [String] {
    switch self {
    case .rgb24: ["rgb"]
    case .blocks: ["utf8"]
    case .braille: ["brl"]
    case .ansi: ["ans", "ansi"]
    default: [rawValue]
    }
  }

  /// Whether one file holds one picture and no more.
  var isStill: Bool { self == .png || self == .svg }

  /// Pixels along a side that it can count.
  var largestSide: Int { self == .gif ? GIFWriter.largestSide : .max }

  /// Whether another program makes the file.
  var isEncoded: Bool { [.mp4, .webm, .mkv, .mov].contains(self) }

  /// Whether people look at it as it is, so that cells should be large enough to be seen.
  var isForEyes: Bool { isEncoded || [.png, .apng, .gif, .svg].contains(self) }

  /// Whether it is made of letters, two or more cells in each.
  var isText: Bool { [.ansi, .blocks, .braille].contains(self) }

  /// - Parameter crew: the threads that draw large pictures.
  func makeWriter(
    to output: ByteWriter, _ format: FilmFormat, crew: Crew = Crew(1)
  ) -> any FrameWriter {
    switch self {
    case .png: PNGWriter(to: output, format, crew: crew)
    case .apng: APNGWriter(to: output, format, crew: crew)
    case .gif: GIFWriter(to: output, format)
    case .svg: SVGWriter(to: output, format)
    case .ansi: TextWriter(to: output, format, .color)
    case .blocks: TextWriter(to: output, format, .blocks)
    case .braille: TextWriter(to: output, format, .braille)
    default: RasterWriter(to: output, RasterFormat(self, format), format, crew: crew)
    }
  }
}
