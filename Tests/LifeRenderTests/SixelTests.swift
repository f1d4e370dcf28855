import LifeCore
import LifeRender
import Testing

/// Sixel output against an independent decoder.
@Suite struct Sixels {
  @Test(arguments: [(1, 1), (5, 6), (7, 7), (70, 12), (131, 25)])
  func `decoded sixels equal the pixels`(width: Int, height: Int) throws {
    let scene = Scene(width: width, height: height, states: 4, seed: UInt64(width))
    let colors = [Color(0), Color(0xff0000), Color(0x00ff00), Color(0x0000ff)]
    let shape = try FrameShape(width: width, height: height)
    let coloring = Coloring(Appearance(), states: 4, stateColors: colors)
    let frame = try Frame(shape, .cells(planes: 2))
    scene.fill(frame)
    let image = try Painter(coloring, Appearance(), pool: WorkerPool(threads: 1)).paint(frame)
    let text = String(decoding: try TerminalImage(image, .sixel).bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}P0;1q\"1;1;\(width);\(height)#"))
    #expect(text.hasSuffix("\u{1b}\\"))
    let expected = scene.cells.map { row in row.map { Int($0) } }
    #expect(Self.drawn(text.drop { $0 != "#" }.dropLast(2), width, height) == expected)
  }

  /// Decodes sixel data to the color number of each pixel, 99 for none.
  private static func drawn(_ text: Substring, _ width: Int, _ height: Int) -> [[Int]] {
    var pixels = [[Int]](repeating: [Int](repeating: 99, count: width), count: height)
    var x = 0
    var y = 0
    var color = 0
    for command in text.matches(of: #/#(\d+)(;2;\d+;\d+;\d+)?|(?:!(\d+))?([?-~])|\$|-/#) {
      switch command.0.first {
      case "#": color = command.2 == nil ? Int(command.1 ?? "") ?? 99 : color
      case "$": x = 0
      case "-": (x, y) = (0, y + 6)
      default:
        let sixel = Int(command.4?.utf8.first ?? 63) - 63
        for _ in 0..<(command.3.flatMap { Int($0) } ?? 1) {
          for row in 0..<6 where sixel >> row & 1 == 1 { pixels[y + row][x] = color }
          x += 1
        }
      }
    }
    return pixels
  }
}
