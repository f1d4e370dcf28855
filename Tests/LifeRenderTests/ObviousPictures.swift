import LifeCore
import LifeIO
import LifeRender

/// A picture as rows of states, and the plain definition of what each kind of film makes of it.
struct Scene: Sendable {
  var cells: [[UInt8]]

  var width: Int { cells[0].count }
  var height: Int { cells.count }

  /// Cells from art: `O` is alive, a digit is a state.
  init(_ rows: String...) {
    cells = rows.map { row in row.map { $0 == "O" ? 1 : UInt8($0.wholeNumberValue ?? 0) } }
  }

  /// Cells that a seed decides, about two thirds of them dead.
  init(width: Int, height: Int, states: Int = 2, seed: UInt64) {
    var random = SplitMix(state: seed)
    cells = (0..<height).map { _ in
      (0..<width).map { _ in
        let number = random.next()
        return number % 3 == 0 ? UInt8(number >> 8 % UInt64(states - 1)) + 1 : 0
      }
    }
  }

  /// The same size without a living cell.
  var dead: Scene {
    var scene = self
    scene.cells = cells.map { $0.map { _ in 0 } }
    return scene
  }

  /// A number for each pixel, as a place of `scale` × `scale` pixels has it.
  func pixels(scale: Int) -> [UInt8] {
    (0..<height * scale).flatMap { y in (0..<width * scale).map { cells[y / scale][$0 / scale] } }
  }

  func rgb(scale: Int, _ colors: [Color] = StateColors.twoStates) -> [UInt8] {
    pixels(scale: scale).flatMap { index -> [UInt8] in
      let color = colors[Int(index)]
      return [color.red, color.green, color.blue]
    }
  }

  func luma(scale: Int, _ colors: [Color] = StateColors.twoStates) -> [UInt8] {
    pixels(scale: scale).map { colors[Int($0)].luma }
  }

  /// A bit for each pixel, the first the high bit of a byte; a row begins with a new byte.
  func bits(scale: Int) -> [UInt8] {
    let pixels = pixels(scale: scale)
    let pixelWidth = width * scale
    var bytes: [UInt8] = []
    for y in 0..<height * scale {
      var row = [UInt8](repeating: 0, count: (pixelWidth + 7) / 8)
      for x in 0..<pixelWidth where pixels[y * pixelWidth + x] != 0 {
        row[x / 8] |= 0x80 >> (x % 8)
      }
      bytes += row
    }
    return bytes
  }

  /// The file of this one picture; nil for the kinds that are not plain rows of pixels.
  func picture(_ kind: FilmKind, scale: Int, _ colors: [Color]) -> [UInt8]? {
    let size = "\(width * scale) \(height * scale)\n"
    switch kind {
    case .ppm: return Array("P6\n\(size)255\n".utf8) + rgb(scale: scale, colors)
    case .pgm: return Array("P5\n\(size)255\n".utf8) + luma(scale: scale, colors)
    case .pbm: return Array("P4\n\(size)".utf8) + bits(scale: scale)
    case .pam:
      let header = "P7\nWIDTH \(width * scale)\nHEIGHT \(height * scale)\nDEPTH 3\nMAXVAL 255\n"
      return Array("\(header)TUPLTYPE RGB\nENDHDR\n".utf8) + rgb(scale: scale, colors)
    case .rgb24: return rgb(scale: scale, colors)
    case .gray: return luma(scale: scale, colors)
    case .y4m where colors.allSatisfy(\.isGray):
      return Array("FRAME\n".utf8) + luma(scale: scale, colors)
    default: return nil
    }
  }
}

extension Scene {
  /// A row as words, bit 0 west, plane by plane.
  func words(row: Int, planes: Int = 1) -> [UInt64] {
    stride(from: 0, to: width, by: 64).flatMap { start in
      (0..<planes).map { plane in
        cells[row][start..<min(start + 64, width)].reversed()
          .reduce(0) { $0 << 1 | UInt64($1 >> plane & 1) }
      }
    }
  }

  /// Shows the cells in a frame, every row a word at a time and from the east.
  func fill(_ frame: Frame) {
    let planes = frame.planes
    for y in 0..<height {
      let words = words(row: y, planes: planes)
      for index in stride(from: 0, to: words.count, by: planes).reversed() {
        let piece = Array(words[index..<index + planes])
        frame.set(y: y, x: index / planes * 64, words: piece.span)
      }
    }
  }
}

/// The bits that so many states need.
func planes(forStates states: Int) -> Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

/// The film that a writer makes of pictures of one size.
func film(
  of scenes: [Scene], _ kind: FilmKind, scale: Int = 1, look: Look = Look(), states: Int = 2,
  colors: [Color] = StateColors.twoStates, threads: Int = 1, captions: [String] = [],
  _ change: (inout FilmFormat) -> Void = { _ in }
) throws -> [UInt8] {
  let shape = try FrameShape(width: scenes[0].width, height: scenes[0].height, scale: scale)
  let crew = Crew(threads)
  let coloring = Coloring(look, states: states, stateColors: colors)
  let painter = Painter(coloring, look, crew: crew)
  var format = FilmFormat(shape, coloring.palette)
  format.pictures = scenes.count
  change(&format)
  let sink = MemorySink()
  let output = ByteWriter(sink)
  var writer = kind.makeWriter(to: output, format, crew: crew)
  let frame = try Frame(shape, .cells(planes: planes(forStates: states)))
  frame.caption = captions
  try writer.begin()
  for scene in scenes {
    frame.clear()
    scene.fill(frame)
    try writer.append(painter.paint(frame))
  }
  try writer.finish()
  try output.finish()
  return sink.bytes
}

/// Steele, Lea and Flood's generator: a seed is the whole case.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
