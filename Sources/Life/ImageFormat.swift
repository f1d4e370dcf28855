import LifeRender

/// A format of images, animations and videos, for ``Automaton/image(as:options:)``.
public struct ImageFormat: Hashable, Sendable, CaseIterable {
  let value: LifeRender.ImageFormat

  /// A still image with a palette, lossless.
  public static let png = ImageFormat(value: .png)
  /// An animated PNG, lossless.
  public static let apng = ImageFormat(value: .apng)
  /// An animation for every browser, of at most 65 535 pixels a side.
  public static let gif = ImageFormat(value: .gif)
  /// A still vector image.
  public static let svg = ImageFormat(value: .svg)
  /// A page that plays the run in a browser.
  public static let html = ImageFormat(value: .html)
  /// Uncompressed color images (Netpbm P6), one after another.
  public static let ppm = ImageFormat(value: .ppm)
  /// Uncompressed black-and-white images (Netpbm P4), one after another.
  public static let pbm = ImageFormat(value: .pbm)
  /// Uncompressed video with its size and frame rate (YUV4MPEG2).
  public static let y4m = ImageFormat(value: .y4m)
  /// H.264 video, encoded by the installed ffmpeg and written to files only.
  public static let mp4 = ImageFormat(value: .mp4)

  /// All formats, including those without a constant above.
  public static var allCases: [ImageFormat] {
    LifeRender.ImageFormat.allCases.map { ImageFormat(value: $0) }
  }

  init(value: LifeRender.ImageFormat) { self.value = value }

  /// The name, as in the options of the command line.
  public var name: String { value.name }

  /// File name extensions without the dot, the usual one first.
  public var extensions: [String] { value.extensions }
}
