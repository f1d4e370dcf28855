import LifeCore
import LifeIO
import LifeRender

/// A picture as rows of cells, and the plain definition of what each kind of film makes of it.
struct Soup: Sendable {
  var cells: [[Bool]]

  var width: Int { cells[0].count }
  var height: Int { cells.count }

  /// Cells from art: `O` is alive.
  init(_ rows: String...) { cells = rows.map { $0.map { $0 == "O" } } }

  /// Cells that a seed decides, about a third of them alive.
  init(width: Int, height: Int, seed: UInt64) {
    var random = SplitMix(state: seed)
    cells = (0..<height).map { _ in (0..<width).map { _ in random.next() % 3 == 0 } }
  }

  func isAlive(pixelX: Int, pixelY: Int, scale: Int) -> Bool {
    cells[pixelY / scale][pixelX / scale]
  }

  /// Three bytes for each pixel.
  func rgb(scale: Int, _ palette: Palette = .standard) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height * scale {
      for x in 0..<width * scale {
        let isAlive = isAlive(pixelX: x, pixelY: y, scale: scale)
        let color = isAlive ? palette.alive : palette.dead
        bytes += [color.red, color.green, color.blue]
      }
    }
    return bytes
  }

  /// A bit for each pixel, the first the high bit of a byte; a row begins with a new byte.
  func bits(scale: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height * scale {
      var row = [UInt8](repeating: 0, count: (width * scale + 7) / 8)
      for x in 0..<width * scale where isAlive(pixelX: x, pixelY: y, scale: scale) {
        row[x / 8] |= 0x80 >> (x % 8)
      }
      bytes += row
    }
    return bytes
  }

  /// The file of this one picture.
  func picture(_ kind: FilmKind, scale: Int) -> [UInt8] {
    let size = "\(width * scale) \(height * scale)\n"
    return switch kind {
    case .ppm: Array("P6\n\(size)255\n".utf8) + rgb(scale: scale)
    case .pbm: Array("P4\n\(size)".utf8) + bits(scale: scale)
    }
  }
}

extension Soup {
  /// A row as words, bit 0 west.
  func words(row: Int) -> [UInt64] {
    stride(from: 0, to: width, by: 64).map { start in
      let word = cells[row][start..<min(start + 64, width)]
      return word.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// Shows the cells in a frame, every row a word at a time and from the east.
  func fill(_ frame: inout Frame) {
    for y in 0..<height {
      for (index, word) in words(row: y).enumerated().reversed() {
        let piece = [word]
        frame.set(y: y, x: index * 64, words: piece.span)
      }
    }
  }
}

/// The film that a writer makes of pictures of one size.
func film(
  of soups: [Soup], _ kind: FilmKind, scale: Int, _ options: FilmOptions = FilmOptions()
) throws -> [UInt8] {
  let shape = try FrameShape(width: soups[0].width, height: soups[0].height, scale: scale)
  let sink = MemorySink()
  let output = ByteWriter(sink)
  var writer = kind.makeWriter(to: output, options)
  var frame = try Frame(shape)
  try writer.begin(shape)
  for soup in soups {
    frame.clear()
    soup.fill(&frame)
    try writer.append(frame)
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
