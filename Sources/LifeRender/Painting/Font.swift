/// A bitmap font of 5 × 8 pixels per glyph. The lowest row is for descenders. Accents of capitals
/// are in two further rows above.
package enum Font {
  package static let glyphWidth = 5
  package static let glyphHeight = 8
  /// The rows of a glyph, with those for the accents of capitals.
  package static let rows = -2..<glyphHeight
  /// The distances in pixels from one glyph to the next and from one line to the next.
  static let advance = 6
  static let lineHeight = 10

  /// Whether a pixel of a glyph is set. Characters without a glyph appear as a box.
  package static func isInk(_ character: Character, x: Int, y: Int) -> Bool {
    if character == " " { return false }
    guard let glyph = glyphs[character] else {
      return (x == 0 || x == glyphWidth - 1 || y == 0 || y == 6) && (0..<7).contains(y)
    }
    return glyph[y - rows.lowerBound][x]
  }

  /// Whether a character has a glyph, or needs none.
  static func hasGlyph(_ character: Character) -> Bool {
    character == " " || glyphs[character] != nil
  }

  /// The width of a line in pixels.
  package static func width(_ text: String) -> Int { max(0, text.count * advance - 1) }

  private static let glyphs: [Character: Glyph] = {
    var glyphs: [Character: Glyph] = [:]
    let noAccent = Glyph(
      repeating: Array(repeating: false, count: glyphWidth), count: -rows.lowerBound)
    for sheet in sheets {
      let rows = sheet.drawing.split(separator: "\n").map { Array($0) }
      for (index, character) in sheet.characters.enumerated() {
        let x = index * advance
        let drawing = rows.map { row in (x..<x + glyphWidth).map { row[$0] == "O" } }
        glyphs[character] = noAccent + drawing
      }
    }
    for mark in "“”„" { glyphs[mark] = glyphs["\""] }
    for mark in "‘’‚" { glyphs[mark] = glyphs["'"] }
    // The Greek letter and the micro sign.
    glyphs["\u{3bc}"] = glyphs["\u{b5}"]
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
      "+^=%'_–—«»",
      """
      ..... ..O.. ..... OO..O ..O.. ..... ..... ..... ..... .....
      ..O.. .O.O. ..... OO..O ..O.. ..... ..... ..... ..... .....
      ..O.. O...O OOOOO ...O. ..... ..... ..... ..... ..O.O O.O..
      OOOOO ..... ..... ..O.. ..... ..... .OOO. OOOOO .O.O. .O.O.
      ..O.. ..... OOOOO .O... ..... ..... ..... ..... O.O.. ..O.O
      ..O.. ..... ..... O..OO ..... ..... ..... ..... .O.O. .O.O.
      ..... ..... ..... O..OO ..... OOOOO ..... ..... ..O.O O.O..
      ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
      """
    ),
    (
      "ßæœ°¿¡øØłŁđĐħĦ",
      """
      .OO.. ..... ..... .OO.. ..O.. ..O.. ..... .OOOO .OO.. O.... ...O. OOOO. .O... O...O
      O..O. ..... ..... O..O. ..... ..... ..... O..OO ..O.. O.... ..OOO O...O OOO.. OOOOO
      O..O. OO.O. .O.O. .OO.. ..O.. ..O.. .OOOO O.O.O ..OO. O.O.. ...O. O...O .O... O...O
      O.O.. ..O.O O.O.O ..... .O... ..O.. O..OO O.O.O ..O.. OO... .OOO. OOO.O .OOO. OOOOO
      O..O. OOOOO O.OOO ..... O.... ..O.. O.O.O O.O.O .OO.. O.... O..O. O...O .O..O O...O
      O..O. O.O.. O.O.. ..... O...O ..O.. OO..O OO..O ..O.. O.... O..O. O...O .O..O O...O
      O.OO. .OOOO .O.OO ..... .OOO. ..O.. OOOO. OOOO. .OOO. OOOOO .OOO. OOOO. .O..O O...O
      ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....
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
      "{}|\\~`·→∞≈πµ",
      """
      ...OO OO... ..O.. O.... ..... .O... ..... ..... ..... ..... ..... .....
      ..O.. ..O.. ..O.. O.... ..... ..O.. ..... ..O.. ..... ..... ..... .....
      ..O.. ..O.. ..O.. .O... .O..O ..... ..... ...O. .O.O. .O..O OOOOO O...O
      .O... ...O. ..O.. ..O.. O.O.O ..... ..OO. OOOOO O.O.O O.OO. .O.O. O...O
      ..O.. ..O.. ..O.. ...O. O..O. ..... ..OO. ...O. O.O.O ..... .O.O. O...O
      ..O.. ..O.. ..O.. ....O ..... ..... ..... ..O.. .O.O. .O..O .O.O. O..OO
      ...OO OO... ..O.. ....O ..... ..... ..... ..... ..... O.OO. .O..O OOO.O
      ..... ..... ..O.. ..... ..... ..... ..... ..... ..... ..... ..... O....
      """
    ),
  ]
}

// MARK: - Accented letters

extension Font {
  private typealias Glyph = [[Bool]]

  /// The glyphs of Europe's accented letters, composed of letters and accents.
  ///
  /// Small letters without ascenders, for example `é`, have room for the accent in their two
  /// highest rows, all others in the two rows above. Accents below need the row of descenders.
  private static func accented(_ glyphs: [Character: Glyph]) -> [Character: Glyph] {
    var accented: [Character: Glyph] = [:]
    for scalar in (0xc0...0x17f).lazy.compactMap(Unicode.Scalar.init) {
      guard let (letter, accent) = parts(of: scalar), var glyph = glyphs[letter] else { continue }
      let isLow = letter.isLowercase && !"bdfhklt".contains(letter)
      if let drawing = accents[accent] {
        glyph.replaceSubrange(isLow ? 2..<4 : 0..<2, with: drawing)
      } else if let drawing = lowAccents[accent], !"gjpqy".contains(letter) {
        glyph[glyph.count - 1] = drawing
      } else {
        continue
      }
      accented[Character(scalar)] = glyph
    }
    return accented
  }

  /// The letter and the accent of a name, for example LATIN SMALL LETTER E WITH ACUTE.
  private static func parts(of scalar: Unicode.Scalar) -> (letter: Character, accent: String)? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count >= 6, words[0] == "LATIN", words[3].count == 1, words[4] == "WITH"
    else { return nil }
    let letter = words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
    return (Character(letter), String(words[5]))
  }

  private static let accents: [String: Glyph] = [
    "GRAVE": [".O...", "..O.."], "ACUTE": ["...O.", "..O.."], "CIRCUMFLEX": ["..O..", ".O.O."],
    "TILDE": [".OO.O", "O..O."], "DIAERESIS": [".O.O.", "....."], "RING": [".OOO.", ".O.O."],
    "MACRON": [".OOO.", "....."], "CARON": [".O.O.", "..O.."], "BREVE": ["O...O", ".OOO."],
    "DOT": ["..O..", "....."], "DOUBLE": ["..O.O", ".O.O."],
  ].mapValues { (rows: [String]) in rows.map { row in row.map { $0 == "O" } } }

  private static let lowAccents: [String: [Bool]] = [
    "CEDILLA": ".OO..", "OGONEK": "...OO",
  ].mapValues { (row: String) in row.map { $0 == "O" } }
}
