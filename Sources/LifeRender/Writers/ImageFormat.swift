package import LifeCore
package import LifeIO

/// The output formats for images, animations, videos and text graphics.
package enum ImageFormat: String, CaseIterable, Sendable {
  case ppm, pgm, pbm, pam, y4m, rgb24, gray
  case png, apng, gif, svg, html
  case mp4, webm, mkv, mov
  case ansi, blocks, braille
}

package extension ImageFormat {
  /// A one-line description for help and documentation.
  var summary: String {
    switch self {
    case .ppm: "concatenated color images (P6), as read by ffmpeg -f image2pipe"
    case .pgm: "concatenated grayscale images (P5)"
    case .pbm: "concatenated black-and-white images (P4), one bit per pixel"
    case .pam: "concatenated color images with the extended header (P7)"
    case .y4m: "uncompressed video for pipes, BT.601 in color, full range in gray"
    case .rgb24: "raw pixels without a header, three bytes each"
    case .gray: "raw grayscale pixels without a header, one byte each"
    case .png: "a compressed image with a palette"
    case .apng: "an animated PNG: full palette, lossless"
    case .gif: "an animation that every browser and viewer shows"
    case .svg: "a vector image"
    case .html: "a page that plays the run in any browser, in one file"
    case .mp4: "H.264 video, encoded by the installed ffmpeg"
    case .webm: "VP9 video, encoded by the installed ffmpeg"
    case .mkv: "H.264 video in Matroska, encoded by the installed ffmpeg"
    case .mov: "H.264 video in QuickTime, encoded by the installed ffmpeg"
    case .ansi: "colored half-block characters, for terminals"
    case .blocks: "half-block characters without color, two cells each"
    case .braille: "Braille characters, eight cells each"
    }
  }

  /// File name extensions without the dot, the preferred one first.
  var extensions: [String] {
    switch self {
    case .rgb24: ["rgb"]
    case .blocks: ["utf8"]
    case .braille: ["brl"]
    case .ansi: ["ans", "ansi"]
    default: [rawValue]
    }
  }

  /// Whether a file holds only one image.
  var isStill: Bool { self == .png || self == .svg }

  /// The maximum width and height of the format in pixels.
  var maxSide: Int {
    switch self {
    case .gif: GIFWriter.maxSide
    case .html: RecordingWriter.maxSide
    default: .max
    }
  }

  /// Whether ffmpeg encodes the file; see ``FFmpegCommand``.
  var usesFFmpeg: Bool { [.mp4, .webm, .mkv, .mov].contains(self) }

  /// Whether viewers play an animation in a loop.
  var repeatsByItself: Bool { [.apng, .gif, .html].contains(self) }

  /// Whether files are for direct viewing. Their cells should be several pixels large.
  var isForViewing: Bool { usesFFmpeg || [.png, .apng, .gif, .svg, .html].contains(self) }

  /// Whether there are strips of text above and below the cells. Pages have their own text.
  var hasStrips: Bool { !isText && self != .html }

  /// Whether the background can be transparent.
  var hasTransparency: Bool { [.png, .apng, .gif, .svg].contains(self) }

  /// Whether frames are stored with the population of the universe.
  var hasPopulation: Bool { self == .html }

  /// Whether one file can hold the frames of several patterns.
  var holdsSeveralPatterns: Bool { self == .html }

  /// Whether the output consists of characters for two or more cells each.
  var isText: Bool { [.ansi, .blocks, .braille].contains(self) }

  /// Whether pixels are copied without compression.
  var isUncompressed: Bool { !isForViewing && !isText }

  /// Makes a writer of this format, or of ffmpeg's input if ffmpeg encodes the format.
  ///
  /// - Parameter pool: the threads for painting and compressing large images.
  func makeWriter(
    to output: ByteWriter, _ properties: ImageProperties, pool: WorkerPool = WorkerPool(threads: 1)
  ) -> any FrameWriter {
    switch self {
    case .png: PNGWriter(to: output, properties, pool: pool)
    case .apng: APNGWriter(to: output, properties, pool: pool)
    case .gif: GIFWriter(to: output, properties)
    case .svg: SVGWriter(to: output, properties)
    case .html: RecordingWriter(to: output, properties)
    case .ansi, .blocks, .braille: TextWriter(to: output, properties, format: self)
    case .ppm, .pgm, .pbm, .pam, .y4m, .rgb24, .gray, .mp4, .webm, .mkv, .mov:
      RasterWriter(
        to: output, RasterFormat(self, properties: properties), properties: properties, pool: pool)
    }
  }
}
