import LifeTerminal
import TestSupport
import Testing

/// Sixel output against an independent decoder.
@Suite struct SixelTests {
  private static let colors: [UInt32] = [0, 0xff0000, 0x00ff00, 0x0000ff]

  @Test(arguments: [(1, 1), (5, 6), (7, 7), (70, 12), (131, 25)])
  func `decoded sixels equal the pixels`(width: Int, height: Int) throws {
    var random = Seeded(width)
    let indices = (0..<width * height).map { _ in UInt8.random(in: 0..<4, using: &random) }
    let tile = PictureTile(
      width: width, height: height, indices: indices,
      palette: Self.colors.map { TerminalColor($0) })
    let text = String(decoding: tile.sequence(.sixel) { _ in [] }, as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}P0;1q\"1;1;\(width);\(height)#"))
    #expect(text.hasSuffix("\u{1b}\\"))
    let pixels = TerminalPictures.sixels(String(text.dropFirst(2).dropLast(2)))
    #expect((pixels.width, pixels.height) == (width, height))
    #expect(pixels.colors == indices.map { Self.colors[Int($0)] })
  }
}
