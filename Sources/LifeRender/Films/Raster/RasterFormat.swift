// Formats: https://netpbm.sourceforge.net/doc/ (pbm, pgm, ppm, pam),
// https://wiki.multimedia.cx/index.php/YUV4MPEG2

/// How uncompressed pictures are put down: headers, and planes of rows from the top.
struct RasterFormat: Sendable {
  /// Before the first picture.
  var filmHeader = ""
  /// Before each picture.
  var pictureHeader = ""
  var planes: [RasterPlane]
}

/// One kind of sample for every pixel of a picture.
enum RasterPlane: Hashable, Sendable {
  /// A bit a pixel, the first the high bit of a byte; whether each colour is 1.
  case bits([Bool])
  /// The bytes of each colour, as many for all.
  case bytes([[UInt8]])
  /// A byte for every two by two pixels, the mean of what each colour has.
  case quarter([UInt8])
}

extension RasterFormat {
  init(_ kind: FilmKind, _ film: FilmFormat) {
    let colors = film.palette.colors
    let grays = RasterPlane.bytes(colors.map { [$0.luma] })
    let parts = RasterPlane.bytes(colors.map { [$0.red, $0.green, $0.blue] })
    let size = "\(film.width) \(film.height)\n"
    switch kind {
    case .pbm:
      self.init(pictureHeader: "P4\n\(size)", planes: [.bits(film.palette.isInk)])
    case .pgm:
      self.init(pictureHeader: "P5\n\(size)255\n", planes: [grays])
    case .pam:
      let header =
        "P7\nWIDTH \(film.width)\nHEIGHT \(film.height)\nDEPTH 3\nMAXVAL 255\n"
        + "TUPLTYPE RGB\nENDHDR\n"
      self.init(pictureHeader: header, planes: [parts])
    case .y4m: self.init(video: film)
    case .gray: self.init(planes: [grays])
    case .rgb24: self.init(planes: [parts])
    case .mp4, .webm, .mkv, .mov:
      self.init(planes: [film.palette.isGray ? grays : parts])
    default:
      self.init(pictureHeader: "P6\n\(size)255\n", planes: [parts])
    }
  }

  private init(video film: FilmFormat) {
    let colors = film.palette.colors
    let automatic: Chroma = film.palette.isGray ? .mono : .full
    let chroma = film.chroma == .automatic ? automatic : film.chroma
    let samples = colors.map(\.video)
    let tag: String
    switch chroma {
    case .mono, .automatic:
      // Gray video is read as pictures are, black is 0 and white 255.
      tag = "Cmono XCOLORRANGE=FULL"
      planes = [.bytes(colors.map { [$0.luma] })]
    case .full:
      tag = "C444 XCOLORRANGE=LIMITED"
      planes = [
        .bytes(samples.map { [$0.y] }), .bytes(samples.map { [$0.u] }),
        .bytes(samples.map { [$0.v] }),
      ]
    case .quarter:
      tag = "C420jpeg XCOLORRANGE=LIMITED"
      planes = [
        .bytes(samples.map { [$0.y] }), .quarter(samples.map(\.u)), .quarter(samples.map(\.v)),
      ]
    }
    let rate = "\(film.rate.numerator):\(film.rate.denominator)"
    filmHeader = "YUV4MPEG2 W\(film.width) H\(film.height) F\(rate) Ip A1:1 \(tag)\n"
    pictureHeader = "FRAME\n"
  }
}
