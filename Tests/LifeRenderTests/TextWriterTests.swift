import Foundation
import LifeCore
import LifeRender
import Testing

/// Block and Braille characters, and base64.
@Suite struct TextWriterTests {
  static let glider = Scene(".O.", "..O", "OOO")

  private func text(as format: ImageFormat, of scenes: [Scene]) throws -> String {
    String(decoding: try encoded(of: scenes, as: format), as: UTF8.self)
  }

  @Test func `half blocks show two cells each`() throws {
    #expect(try text(as: .blocks, of: [Self.glider]) == " ▀▄\n▀▀▀\n")
  }

  @Test func `Braille dots show one cell each`() throws {
    #expect(try text(as: .braille, of: [Self.glider]) == "⠬⠆\n")
    let all = Scene("OO", "OO", "OO", "OO")
    #expect(try text(as: .braille, of: [all, Scene("O.", "..", "..", ".O")]) == "⣿\n\n⢁\n")
  }

  @Test func `a drawing has color codes where a color changes`() throws {
    let (on, off) = ("255;255;255", "48;48;48")
    #expect(
      try text(as: .ansi, of: [Scene("O.", ".O"), Scene("..", "..")])
        == "\u{1b}[38;2;\(on);48;2;\(off)m▀\u{1b}[38;2;\(off);48;2;\(on)m▀\u{1b}[0m\n"
        + "\u{1b}[1A\u{1b}[48;2;\(off)m  \u{1b}[0m\n")
  }

  @Test(arguments: [0, 1, 2, 3, 4, 100, 5000])
  func `base64 equals that of Foundation`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    #expect(
      String(decoding: Base64.text(bytes[...]), as: UTF8.self) == Data(bytes).base64EncodedString())
  }
}
