import LifeTerminal
import TestSupport
import Testing

/// Sixel output against an independent decoder.
@Suite struct SixelTests {
  @Test(arguments: [(1, 1), (5, 6), (7, 7), (70, 12), (131, 25)])
  func `decoded sixels equal the pixels`(width: Int, height: Int) throws {
    var random = Seeded(width)
    let indices = (0..<width * height).map { _ in UInt8.random(in: 0..<4, using: &random) }
    let tile = PictureTile(
      width: width, height: height, indices: indices,
      palette: [0, 0xff0000, 0x00ff00, 0x0000ff].map { TerminalColor($0) })
    let text = String(decoding: tile.sequence(.sixel) { _ in [] }, as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}P0;1q\"1;1;\(width);\(height)#"))
    #expect(text.hasSuffix("\u{1b}\\"))
    let expected = (0..<height).map { y in indices[y * width..<(y + 1) * width].map { Int($0) } }
    #expect(
      Self.drawn(text.drop { $0 != "#" }.dropLast(2), width: width, height: height) == expected)
  }

  /// Decodes sixel data to the color number of each pixel, 99 for none.
  private static func drawn(_ text: Substring, width: Int, height: Int) -> [[Int]] {
    var pixels = [[Int]](repeating: [Int](repeating: 99, count: width), count: height)
    var x = 0
    var y = 0
    var color = 0
    for command in text.matches(of: #/#(\d+)(;2;\d+;\d+;\d+)?|(?:!(\d+))?([?-~])|\$|-/#) {
      switch command.0.first {
      case "#": color = command.2 == nil ? Int(command.1 ?? "") ?? 99 : color
      case "$": x = 0
      case "-":
        x = 0
        y += 6
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
