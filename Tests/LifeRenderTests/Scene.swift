import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRender

/// A frame as rows of states, with a cell-by-cell reference encoder for the raster formats.
struct Scene: Sendable {
  var cells: [[UInt8]]

  var width: Int { cells[0].count }
  var height: Int { cells.count }

  /// Cells from a drawing: `O` is alive, a digit is a state.
  init(_ rows: String...) {
    cells = rows.map { row in row.map { $0 == "O" ? 1 : UInt8($0.wholeNumberValue ?? 0) } }
  }

  /// Pseudorandom cells, about two thirds of them dead.
  init(width: Int, height: Int, states: Int = 2, seed: Int) {
    var random = Seeded(seed)
    cells = (0..<height).map { _ in
      (0..<width).map { _ in
        let number = random.next()
        return number % 3 == 0 ? UInt8(number >> 8 % UInt64(states - 1)) + 1 : 0
      }
    }
  }

  /// A scene of the same size without live cells.
  var dead: Scene {
    var scene = self
    scene.cells = cells.map { $0.map { _ in 0 } }
    return scene
  }

  /// The bytes of each pixel, with `scale` × `scale` pixels per cell.
  private func pixels(scale: Int, _ bytes: (UInt8) -> [UInt8]) -> [UInt8] {
    var pixels: [UInt8] = []
    for row in cells {
      var line: [UInt8] = []
      for state in row {
        let pixel = bytes(state)
        for _ in 0..<scale { line += pixel }
      }
      for _ in 0..<scale { pixels += line }
    }
    return pixels
  }

  /// The state of each pixel.
  func pixels(scale: Int) -> [UInt8] { pixels(scale: scale) { [$0] } }

  func rgb(scale: Int, _ colors: [Color] = StateColors.twoStates) -> [UInt8] {
    pixels(scale: scale) { state in
      let color = colors[Int(state)]
      return [color.red, color.green, color.blue]
    }
  }

  func luma(scale: Int, _ colors: [Color] = StateColors.twoStates) -> [UInt8] {
    pixels(scale: scale) { [colors[Int($0)].luma] }
  }

  /// One bit per pixel, the leftmost in the highest bit of a byte. Rows start at whole bytes.
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

  /// The file for this image. `nil` for formats without uncompressed rows of pixels.
  func image(as format: ImageFormat, scale: Int, colors: [Color]) -> [UInt8]? {
    let size = "\(width * scale) \(height * scale)\n"
    switch format {
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
  /// A row as words in the layout of ``Frame``.
  func words(row: Int, planes: Int = 1) -> [UInt64] {
    stride(from: 0, to: width, by: 64).flatMap { start in
      (0..<planes).map { plane in
        cells[row][start..<min(start + 64, width)].reversed()
          .reduce(0) { $0 << 1 | UInt64($1 >> plane & 1) }
      }
    }
  }

  /// Stores the cells in a frame, word by word and from east to west.
  func fill(_ frame: Frame) {
    let planes = frame.planes
    for y in 0..<height {
      let words = words(row: y, planes: planes)
      for index in stride(from: 0, to: words.count, by: planes).reversed() {
        let piece = Array(words[index..<index + planes])
        frame.rows.set(y: y, x: index / planes * 64, words: piece.span)
      }
    }
  }
}

/// The palette indices of the pixels of an image whose cells mostly have different ones: that of
/// cell (x, y) is 1 + x + `columns` · y.
func indices(
  of shape: FrameShape, columns: Int, corner: Position = .origin
) throws -> [[UInt8]] {
  let frame = try Frame(shape, content: .shades(side: 1))
  frame.corner = corner
  for y in 0..<shape.height {
    let row = (0..<shape.width).map { UInt8(1 + ($0 + columns * y) % 255) }
    frame.rows.set(y: y, shades: row.span)
  }
  let image = Image(
    ImageBoard(
      frame: frame, palette: Coloring(Appearance()).palette, indices: nil, hasGrid: false))
  var result: [[UInt8]] = []
  try image.forEachRow { _, row in result.append(row.indices.map { row[$0] }) }
  #expect(result.count == shape.pixelHeight)
  #expect(result.allSatisfy { $0.count == shape.pixelWidth })
  return result
}

/// The number of bit-planes for `states` states.
func planes(forStates states: Int) -> Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

extension ImageProperties {
  init(_ shape: FrameShape, palette: Palette) {
    self.init(width: shape.pixelWidth, height: shape.pixelHeight, palette: palette)
  }
}

extension Appearance {
  init(_ change: (inout Appearance) -> Void) {
    self.init()
    change(&self)
  }
}

/// A writer's file for a sequence of frames.
func encoded(
  of scenes: [Scene], as format: ImageFormat, scale: Int = 1, appearance: Appearance = Appearance(),
  states: Int = 2, colors: [Color] = StateColors.twoStates, threads: Int = 1,
  captions: [String] = [],
  _ change: (inout ImageProperties) -> Void = { _ in }
) throws -> [UInt8] {
  let shape = try FrameShape(width: scenes[0].width, height: scenes[0].height, scale: scale)
  let pool = WorkerPool(threads: threads, idle: .sleeping)
  let coloring = Coloring(appearance, states: states, stateColors: colors)
  let margins = Margins(
    appearance, legend: coloring.legend, around: shape.pixelWidth, height: shape.pixelHeight,
    in: format)
  let painter = Painter(coloring, appearance: appearance, margins: margins, pool: pool)
  var properties = ImageProperties(
    width: margins.width, height: margins.height, palette: coloring.palette)
  properties.frameCount = scenes.count
  change(&properties)
  let sink = MemorySink()
  let output = ByteWriter(sink)
  var writer = format.makeWriter(to: output, properties, pool: pool)
  let frame = try Frame(shape, content: .cells(planes: planes(forStates: states)))
  frame.caption = captions
  try writer.begin()
  for scene in scenes {
    frame.rows.clear()
    scene.fill(frame)
    try writer.append(painter.paint(frame))
  }
  try writer.finish()
  try output.finish()
  return sink.bytes
}

extension Frame {
  /// The shades of a row, west to east.
  func shades(_ y: Int) -> [UInt8] {
    let rows = rows
    let row = rows.row(y)
    let bytes = row.indices.flatMap { index in
      (0..<8).map { UInt8(truncatingIfNeeded: row[index] >> UInt64(8 * $0)) }
    }
    return Array(bytes.prefix(width))
  }
}
