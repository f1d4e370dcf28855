import LifeRender
import Testing

/// Labels, their font, and grid lines.
@Suite struct `Labels and grids` {
  @Test func `a label is drawn in the upper left corner`() throws {
    var appearance = Appearance()
    appearance.hasLabel = true
    appearance.theme = .plain
    let scene = Scene(width: 60, height: 40, seed: 3)
    let bytes = try encoded(
      of: [scene], .pgm, appearance: appearance, captions: ["gen 7", "pop 12"])
    let pixels = bytes.suffix(60 * 40).map { $0 == 255 }
    let rows = (0..<9).map { y in
      String((0..<12).map { x in pixels[(y + 2) * 60 + x + 2] ? "O" : "." })
    }
    // The glyphs of g and e.
    #expect(
      rows
        == [
          "............", "............", ".OOOO..OOO..", "O...O.O...O.", "O...O.OOOOO.",
          "O...O.O.....", ".OOOO..OOO..", "OOOO........", "............",
        ].map { String($0.dropLast()) + "." })
    let beyond = pixels.enumerated().filter { $0.offset / 60 >= 24 }
    #expect(beyond.allSatisfy { $0.element == (scene.cells[$0.offset / 60][$0.offset % 60] == 1) })
  }

  /// Widths that crop the label at each column of a glyph.
  @Test(arguments: 9...24)
  func `a label has the same pixels in SVG`(width: Int) throws {
    var appearance = Appearance()
    appearance.hasLabel = true
    appearance.theme = .plain
    let scene = Scene(width: width, height: 25, seed: 0).dead
    let captions = ["gen 7", "pop 12"]
    let pixels = try encoded(of: [scene], .pgm, appearance: appearance, captions: captions).suffix(
      width * 25)
    let ink = pixels.enumerated().filter { $0.element == 255 }
      .map { "M\($0.offset % width) \($0.offset / width)h1v1h-1z" }
    let svg = try encoded(of: [scene], .svg, appearance: appearance, captions: captions)
    #expect(!ink.isEmpty)
    #expect(String(decoding: svg, as: UTF8.self).contains(" d=\"\(ink.joined())\"/></g>"))
  }

  @Test func `text width excludes the space after the last glyph`() {
    #expect(Font.width("") == 0)
    #expect(Font.width("gen") == 17)
  }

  @Test func `every tenth grid line is a major line`() throws {
    var appearance = Appearance()
    appearance.hasGrid = true
    appearance.theme = .plain
    let bytes = try encoded(of: [Scene("............")], .gray, scale: 4, appearance: appearance)
    let row = bytes[48..<96]
    let lines = row.enumerated().filter { $0.element != 0 }
    #expect(lines.map(\.offset) == Array(stride(from: 0, to: 48, by: 4)))
    let (major, minor) = (lines[0].element, lines[1].element)
    #expect(major > minor && lines[10].element == major && lines[9].element == minor)
    #expect(bytes[..<48].allSatisfy { $0 == major })
  }
}
