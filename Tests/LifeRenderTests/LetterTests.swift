import Foundation
import LifeCore
import LifeIO
import LifeRender
import Testing

/// Pictures made of letters, and letters on pictures.
@Suite struct LetterTests {
  static let glider = Scene(".O.", "..O", "OOO")

  private func text(_ kind: FilmKind, _ scenes: [Scene]) throws -> String {
    String(decoding: try film(of: scenes, kind), as: UTF8.self)
  }

  @Test func `half blocks are two cells each`() throws {
    #expect(try text(.blocks, [Self.glider]) == " ▀▄\n▀▀▀\n")
  }

  @Test func `Braille dots are cells`() throws {
    #expect(try text(.braille, [Self.glider]) == "⠬⠆\n")
    let all = Scene("OO", "OO", "OO", "OO")
    #expect(try text(.braille, [all, Scene("O.", "..", "..", ".O")]) == "⣿\n\n⢁\n")
  }

  @Test func `colours are named where they change`() throws {
    let (on, off) = ("255;255;255", "48;48;48")
    #expect(
      try text(.ansi, [Scene("O.", ".O"), Scene("..", "..")])
        == "\u{1b}[38;2;\(on);48;2;\(off)m▀\u{1b}[38;2;\(off);48;2;\(on)m▀\u{1b}[0m\n"
        + "\u{1b}[1A\u{1b}[48;2;\(off)m  \u{1b}[0m\n")
  }

  @Test func `a label is read in the corner`() throws {
    var look = Look()
    look.hasLabel = true
    look.theme = .plain
    let scene = Scene(width: 60, height: 40, seed: 3)
    let bytes = try film(of: [scene], .pgm, look: look, captions: ["gen 7", "pop 12"])
    let pixels = bytes.suffix(60 * 40).map { $0 == 255 }
    let rows = (0..<9).map { y in
      String((0..<12).map { x in pixels[(y + 2) * 60 + x + 2] ? "O" : "." })
    }
    // A g and an e.
    #expect(
      rows
        == [
          "............", "............", ".OOOO..OOO..", "O...O.O...O.", "O...O.OOOOO.",
          "O...O.O.....", ".OOOO..OOO..", "OOOO........", "............",
        ].map { String($0.dropLast()) + "." })
    let beyond = pixels.enumerated().filter { $0.offset / 60 >= 24 }
    #expect(beyond.allSatisfy { $0.element == (scene.cells[$0.offset / 60][$0.offset % 60] == 1) })
  }

  /// Pictures so narrow that the label is cut off at any of a letter's columns.
  @Test(arguments: 9...24)
  func `a label is the same in SVG`(width: Int) throws {
    var look = Look()
    look.hasLabel = true
    look.theme = .plain
    let scene = Scene(width: width, height: 25, seed: 0).dead
    let captions = ["gen 7", "pop 12"]
    let pixels = try film(of: [scene], .pgm, look: look, captions: captions).suffix(width * 25)
    let ink = pixels.enumerated().filter { $0.element == 255 }
      .map { "M\($0.offset % width) \($0.offset / width)h1v1h-1z" }
    let svg = try film(of: [scene], .svg, look: look, captions: captions)
    #expect(!ink.isEmpty)
    #expect(String(decoding: svg, as: UTF8.self).contains(" d=\"\(ink.joined())\"/></g>"))
  }

  @Test func `nothing has no width`() {
    #expect(Font.width("") == 0)
    #expect(Font.width("gen") == 17)
  }

  @Test func `lines lie between cells, every tenth a strong one`() throws {
    var look = Look()
    look.hasGrid = true
    look.theme = .plain
    let bytes = try film(of: [Scene("............")], .gray, scale: 4, look: look)
    let row = bytes[48..<96]
    let lines = row.enumerated().filter { $0.element != 0 }
    #expect(lines.map(\.offset) == Array(stride(from: 0, to: 48, by: 4)))
    let (strong, weak) = (lines[0].element, lines[1].element)
    #expect(strong > weak && lines[10].element == strong && lines[9].element == weak)
    #expect(bytes[..<48].allSatisfy { $0 == strong })
  }

  @Test func `a drawing is runs of cells`() throws {
    let svg = try text(.svg, [Self.glider])
    #expect(svg.contains(#"viewBox="0 0 3 3""#))
    #expect(svg.contains(##"fill="#ffffff" d="M1 0h1v1h-1zM2 1h1v1h-1zM0 2h3v1h-3z"/>"##))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 100, 5000])
  func `base64 is what others make of it`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    #expect(String(decoding: base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
  }
}
