// Accented letters, drawn from a letter and an accent.
extension Font {
  typealias Glyph = [[Bool]]

  /// The glyphs of the accented letters of Europe, made of those of the letters.
  ///
  /// A small letter without an ascender has room for the accent in its two highest rows. The other
  /// letters are drawn without their accents, as are all with accents that have no drawing here.
  static func accented(_ glyphs: [Character: Glyph]) -> [Character: Glyph] {
    var accented: [Character: Glyph] = [:]
    for scalar in (0xc0...0x17f).lazy.compactMap(Unicode.Scalar.init) {
      guard let (letter, accent) = parts(of: scalar), var glyph = glyphs[letter] else { continue }
      let hasRoom = letter.isLowercase && !"bdfhklt".contains(letter)
      if hasRoom, let drawing = accents[accent] { glyph.replaceSubrange(0..<2, with: drawing) }
      accented[Character(scalar)] = glyph
    }
    return accented
  }

  /// The letter and the accent of a name such as LATIN SMALL LETTER E WITH ACUTE.
  private static func parts(of scalar: Unicode.Scalar) -> (letter: Character, accent: String)? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count >= 6, words[0] == "LATIN", words[3].count == 1, words[4] == "WITH"
    else { return nil }
    let letter = words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
    return (Character(letter), String(words[5]))
  }

  private static let accents: [String: Glyph] = [
    "GRAVE": [".O...", "..O.."], "ACUTE": ["...O.", "..O.."], "CIRCUMFLEX": ["..O..", ".O.O."],
    "TILDE": [".O.O.", "O.O.."], "DIAERESIS": [".O.O.", "....."], "RING": ["..O..", "..O.."],
    "MACRON": [".OOO.", "....."], "CARON": [".O.O.", "..O.."], "BREVE": ["O...O", ".OOO."],
    "DOT": ["..O..", "....."],
  ].mapValues { (rows: [String]) in rows.map { row in row.map { $0 == "O" } } }
}
