/// The width of characters in columns, and text that is safe to show.
package enum ScreenText {
  /// The columns of a character: 0 for combining and invisible ones, 2 for wide ones, else 1.
  ///
  /// - SeeAlso: Unicode Standard Annex #11, "East Asian Width".
  package static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xad ? 0 : 1 }
    // The characters of boards and borders, without a look into the tables of Unicode.
    if (0x2500...0x28ff).contains(value), !(0x25fd...0x27bf).contains(value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f,
      0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }

  /// The columns of a text.
  package static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(shown($1)) }
  }

  /// The character, or `?` in place of one that a terminal would obey.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 32 || (0x7f...0x9f).contains(scalar.value) ? "?" : scalar
  }

  /// The text in at most `columns` columns; an ellipsis marks what is cut off.
  package static func fitted(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    var (result, used) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      used += width(shown(scalar))
      if used > columns - 1 { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
