import LifeFormats
import LifeRender

/// A format of pattern files. All can be read and written.
public struct PatternFormat: Hashable, Sendable, CaseIterable {
  let value: Format

  /// Run Length Encoded, the usual format: `.rle`.
  public static let rle = PatternFormat(value: .rle)
  /// Rows of `.` and `O`: `.cells`.
  public static let plaintext = PatternFormat(value: .plaintext)
  /// Life 1.05: blocks of rows with their positions.
  public static let life105 = PatternFormat(value: .life105)
  /// Life 1.06: a list of coordinates.
  public static let life106 = PatternFormat(value: .life106)
  /// A quadtree with equal nodes written only once, for huge regular patterns: `.mc`.
  public static let macrocell = PatternFormat(value: .macrocell)
  /// JSON: cells, rule, universe and notes.
  public static let json = PatternFormat(value: .json)
  /// An apgcode, the canonical name of a still life, oscillator or spaceship.
  public static let apgcode = PatternFormat(value: .apgcode)

  /// Every readable format, including those without a constant above.
  public static var allCases: [PatternFormat] { Format.allCases.map { PatternFormat(value: $0) } }

  init(value: Format) { self.value = value }

  /// The format with this ``name``, for example `rle`. Returns `nil` if there is none.
  public init?(named name: String) {
    guard let value = Format(rawValue: name) else { return nil }
    self.value = value
  }

  /// The name, as on the command line.
  public var name: String { value.rawValue }

  /// File name extensions without the dot, preferred one first.
  public var extensions: [String] { value.type.extensions }
}

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

  /// The format with this ``name``, for example `png`. Returns `nil` if there is none.
  public init?(named name: String) {
    guard let value = LifeRender.ImageFormat(rawValue: name) else { return nil }
    self.value = value
  }

  /// The name, as on the command line.
  public var name: String { value.rawValue }

  /// File name extensions without the dot, preferred one first.
  public var extensions: [String] { value.extensions }

  /// Refuses formats that ffmpeg writes to a file.
  func checkFitsMemory() throws(LifeError) {
    guard value.usesFFmpeg else { return }
    throw LifeError(.invalidArgument, "\(name) is written to files only")
  }
}

extension PatternFormat: CustomStringConvertible {
  /// The name, for example `rle`.
  public var description: String { name }
}

extension ImageFormat: CustomStringConvertible {
  /// The name, for example `png`.
  public var description: String { name }
}
