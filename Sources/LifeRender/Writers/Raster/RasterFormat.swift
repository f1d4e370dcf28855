// Formats: https://netpbm.sourceforge.net/doc/ (pbm, pgm, ppm, pam),
// https://wiki.multimedia.cx/index.php/YUV4MPEG2
internal import LifeFormats
internal import LifeIO

/// The layout of an uncompressed format: headers, and planes of rows from top to bottom.
struct RasterFormat: Sendable {
  /// The bytes before the first image.
  var streamHeader = ""
  /// The bytes before each image.
  var frameHeader = ""
  var planes: [RasterPlane]
}

/// The samples of one or all components of an image.
enum RasterPlane: Hashable, Sendable {
  /// One bit per pixel, the leftmost in the highest bit. The array has a bit per palette color.
  case bits([Bool])
  /// One or three bytes per pixel. The array has the bytes of each palette color.
  case bytes([[UInt8]])
}

extension RasterFormat {
  init(_ format: ImageFormat, properties: ImageProperties) {
    let colors = properties.palette.colors
    let grays = RasterPlane.bytes(colors.map { [$0.luma] })
    let parts = RasterPlane.bytes(colors.map { [$0.red, $0.green, $0.blue] })
    let header = { (kind: NetpbmKind) in
      kind.header(width: properties.width, height: properties.height)
    }
    switch format {
    case .ppm: self.init(frameHeader: header(.colors), planes: [parts])
    case .pbm:
      self.init(frameHeader: header(.bits), planes: [.bits(properties.palette.isInk)])
    case .pgm:
      self.init(frameHeader: header(.grays), planes: [grays])
    case .pam:
      let header =
        "P7\nWIDTH \(properties.width)\nHEIGHT \(properties.height)\nDEPTH 3\nMAXVAL 255\n"
        + "TUPLTYPE RGB\nENDHDR\n"
      self.init(frameHeader: header, planes: [parts])
    case .y4m: self.init(video: properties)
    case .gray: self.init(planes: [grays])
    case .rgb24: self.init(planes: [parts])
    case .mp4, .webm, .mkv, .mov:
      self.init(planes: [properties.palette.isGray ? grays : parts])
    case .png, .apng, .gif, .svg, .html, .ansi, .blocks, .braille:
      preconditionFailure("\(format) has a writer of its own")
    }
  }

  private init(video properties: ImageProperties) {
    let colors = properties.palette.colors
    let samples = colors.map(\.video)
    let tag: String
    if properties.palette.isGray {
      // Full range: decoders expect 0 for black and 255 for white in gray video.
      tag = "Cmono XCOLORRANGE=FULL"
      planes = [.bytes(colors.map { [$0.luma] })]
    } else {
      tag = "C444 XCOLORRANGE=LIMITED"
      planes = [
        .bytes(samples.map { [$0.y] }), .bytes(samples.map { [$0.u] }),
        .bytes(samples.map { [$0.v] }),
      ]
    }
    let rate = "\(properties.rate.numerator):\(properties.rate.denominator)"
    streamHeader = "YUV4MPEG2 W\(properties.width) H\(properties.height) F\(rate) Ip A1:1 \(tag)\n"
    frameHeader = "FRAME\n"
  }
}
