/// A bitmap font of 5 × 8 pixels per glyph; the lowest row is for descenders.
package enum Font {
  package static let glyphWidth = 5
  package static let glyphHeight = 8
  /// The distances in pixels from one glyph to the next and from one line to the next.
  static let advance = 6
  static let lineHeight = 10

  /// Whether a pixel of a glyph is set; characters without a glyph are drawn as a box.
  package static func isInk(_ character: Character, x: Int, y: Int) -> Bool {
    if character == " " { return false }
    guard let rows = glyphs[character] else {
      return (x == 0 || x == glyphWidth - 1 || y == 0 || y == 6) && y < 7
    }
    return rows[y][x]
  }

  /// Whether a character has a drawing.
  static func hasGlyph(_ character: Character) -> Bool {
    character == " " || glyphs[character] != nil
  }

  /// The width of a line in pixels.
  package static func width(_ text: String) -> Int { max(0, text.count * advance - 1) }

  private static let glyphs: [Character: Glyph] = {
    var glyphs: [Character: Glyph] = [:]
    for sheet in sheets {
      let rows = sheet.drawing.split(separator: "\n").map { Array($0) }
      for (index, character) in sheet.characters.enumerated() {
        let x = index * advance
        glyphs[character] = rows.map { row in (x..<x + glyphWidth).map { row[$0] == "O" } }
      }
    }
    return glyphs.merging(accented(glyphs)) { plain, _ in plain }
  }()

  private static let sheets: [(characters: String, drawing: String)] = [
    (
      "0123456789.,:-",
      """
      .OOO. ..O.. .OOO. .OOO. ...O. OOOOO ..OO. OOOOO .OOO. .OOO. ..... ..... ..... .....
      O...O .OO.. O...O O...O ..OO. O.... .O... ....O O...O O...O ..... ..... ..O.. .....
      O..OO ..O.. ....O ....O .O.O. OOOO. O.... ...O. O...O O...O ..... ..... ..O.. .....
      O.O.O ..O.. ...O. ..OO. O..O. ....O OOOO. ..O.. .OOO. .OOOO ..... ..... ..... OOOOO
      OO..O ..O.. ..O.. ....O OOOOO ....O O...O ..O.. O...O ....O ..... ..... ..... .....
      O...O ..O.. .O... O...O ...O. O...O O...O ..O.. O...O ...O. ..OO. ..OO. ..O.. .....
      .OOO. .OOO. OOOOO .OOO. ...O. .OOO. .OOO. ..O.. .OOO. .OO.. ..OO. ..O.. ..O.. .....
      ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .O... ..... .....
      """
    ),
    (
      "abcdefghijklmn",
      """
      ..... O.... ..... ....O ..... ..OO. ..... O.... ..O.. ...O. O.... .OO.. ..... .....
      ..... O.... ..... ....O ..... .O..O ..... O.... ..... ..... O.... ..O.. ..... .....
      .OOO. OOOO. .OOO. .OOOO .OOO. .O... .OOOO OOOO. .OO.. ..OO. O..O. ..O.. OO.O. OOOO.
      ....O O...O O.... O...O O...O OOO.. O...O O...O ..O.. ...O. O.O.. ..O.. O.O.O O...O
      .OOOO O...O O.... O...O OOOOO .O... O...O O...O ..O.. ...O. OO... ..O.. O.O.O O...O
      O...O O...O O...O O...O O.... .O... O...O O...O ..O.. ...O. O.O.. ..O.. O...O O...O
      .OOOO OOOO. .OOO. .OOOO .OOO. .O... .OOOO O...O .OOO. O..O. O..O. .OOO. O...O O...O
      ..... ..... ..... ..... ..... ..... OOOO. ..... ..... .OO.. ..... ..... ..... .....
      """
    ),
    (
      "opqrstuvwxyz/×",
      """
      ..... ..... ..... ..... ..... .O... ..... ..... ..... ..... ..... ..... ....O .....
      ..... ..... ..... ..... ..... .O... ..... ..... ..... ..... ..... ..... ....O .....
      .OOO. OOOO. .OOOO O.OO. .OOOO OOOO. O...O O...O O...O O...O O...O OOOOO ...O. O...O
      O...O O...O O...O OO..O O.... .O... O...O O...O O...O .O.O. O...O ...O. ..O.. .O.O.
      O...O O...O O...O O.... .OOO. .O... O...O O...O O.O.O ..O.. O...O ..O.. .O... ..O..
      O...O O...O O...O O.... ....O .O..O O...O .O.O. O.O.O .O.O. O...O .O... O.... .O.O.
      .OOO. OOOO. .OOOO O.... OOOO. ..OO. .OOOO ..O.. .O.O. O...O .OOOO OOOOO O.... O...O
      ..... O.... ....O ..... ..... ..... ..... ..... ..... ..... OOOO. ..... ..... .....
      """
    ),
    (
      "ABCDEFGHIJKLMN",
      """
      ..O.. OOOO. .OOO. OOOO. OOOOO OOOOO .OOO. O...O .OOO. ..OOO O...O O.... O...O O...O
      .O.O. O...O O...O O...O O.... O.... O...O O...O ..O.. ...O. O..O. O.... OO.OO OO..O
      O...O O...O O.... O...O O.... O.... O.... O...O ..O.. ...O. O.O.. O.... O.O.O O.O.O
      O...O OOOO. O.... O...O OOOO. OOOO. O.OOO OOOOO ..O.. ...O. OO... O.... O.O.O O..OO
      OOOOO O...O O.... O...O O.... O.... O...O O...O ..O.. ...O. O.O.. O.... O...O O...O
      O...O O...O O...O O...O O.... O.... O...O O...O ..O.. O..O. O..O. O.... O...O O...O
      O...O OOOO. .OOO. OOOO. OOOOO O.... .OOO. O...O .OOO. .OO.. O...O OOOOO O...O O...O
      ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
      """
    ),
    (
      "OPQRSTUVWXYZ()",
      """
      .OOO. OOOO. .OOO. OOOO. .OOOO OOOOO O...O O...O O...O O...O O...O OOOOO ...O. .O...
      O...O O...O O...O O...O O.... ..O.. O...O O...O O...O O...O O...O ....O ..O.. ..O..
      O...O O...O O...O O...O O.... ..O.. O...O O...O O...O .O.O. .O.O. ...O. .O... ...O.
      O...O OOOO. O...O OOOO. .OOO. ..O.. O...O O...O O.O.O ..O.. ..O.. ..O.. .O... ...O.
      O...O O.... O.O.O O.O.. ....O ..O.. O...O .O.O. O.O.O .O.O. ..O.. .O... .O... ...O.
      O...O O.... O..O. O..O. ....O ..O.. O...O .O.O. O.O.O O...O ..O.. O.... ..O.. ..O..
      .OOO. O.... .OO.O O...O OOOO. ..O.. .OOO. ..O.. .O.O. O...O ..O.. OOOOO ...O. .O...
      ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
      """
    ),
    (
      "+^=%'_–—",
      """
      ..... ..O.. ..... OO..O ..O.. ..... ..... .....
      ..O.. .O.O. ..... OO..O ..O.. ..... ..... .....
      ..O.. O...O OOOOO ...O. ..... ..... ..... .....
      OOOOO ..... ..... ..O.. ..... ..... .OOO. OOOOO
      ..O.. ..... OOOOO .O... ..... ..... ..... .....
      ..O.. ..... ..... O..OO ..... ..... ..... .....
      ..... ..... ..... O..OO ..... OOOOO ..... .....
      ..... ..... ..... ..... ..... ..... ..... .....
      """
    ),
    (
      "!?;\"#$&*<>@[]",
      """
      ..O.. .OOO. ..... .O.O. .O.O. ..O.. .OO.. ..... ...O. .O... .OOO. .OOO. .OOO.
      ..O.. O...O ..... .O.O. .O.O. .OOOO O..O. ..O.. ..O.. ..O.. O...O .O... ...O.
      ..O.. ....O ..O.. ..... OOOOO O.O.. O.O.. O.O.O .O... ...O. O.OOO .O... ...O.
      ..O.. ...O. ..... ..... .O.O. .OOO. .O... .OOO. O.... ....O O.O.O .O... ...O.
      ..O.. ..O.. ..... ..... OOOOO ..O.O O.O.O O.O.O .O... ...O. O.OOO .O... ...O.
      ..... ..... ..OO. ..... .O.O. OOOO. O..O. ..O.. ..O.. ..O.. O.... .O... ...O.
      ..O.. ..O.. ..OO. ..... .O.O. ..O.. .OO.O ..... ...O. .O... .OOO. .OOO. .OOO.
      ..... ..... ..O.. ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
      """
    ),
    (
      "{}|\\~`",
      """
      ...OO OO... ..O.. O.... ..... .O...
      ..O.. ..O.. ..O.. O.... ..... ..O..
      ..O.. ..O.. ..O.. .O... .O..O .....
      .O... ...O. ..O.. ..O.. O.O.O .....
      ..O.. ..O.. ..O.. ...O. O..O. .....
      ..O.. ..O.. ..O.. ....O ..... .....
      ...OO OO... ..O.. ....O ..... .....
      ..... ..... ..O.. ..... ..... .....
      """
    ),
  ]
}
