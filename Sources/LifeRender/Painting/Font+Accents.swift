extension Font {
  typealias Glyph = [[Bool]]

  /// The accented letters of Europe with the glyphs of the letters: an accent has no room.
  static func accented(_ glyphs: [Character: Glyph]) -> [Character: Glyph] {
    var accented: [Character: Glyph] = [:]
    for scalar in (0xc0...0x17f).lazy.compactMap(Unicode.Scalar.init) {
      accented[Character(scalar)] = letter(of: scalar).flatMap { glyphs[$0] }
    }
    return accented
  }

  /// The letter of a name such as LATIN SMALL LETTER E WITH ACUTE.
  private static func letter(of scalar: Unicode.Scalar) -> Character? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count >= 6, words[0] == "LATIN", words[3].count == 1, words[4] == "WITH"
    else { return nil }
    return Character(words[1] == "SMALL" ? words[3].lowercased() : String(words[3]))
  }
}
