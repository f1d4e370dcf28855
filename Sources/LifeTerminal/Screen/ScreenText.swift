/// The widths of characters, and text without control characters.
package enum ScreenText {
  /// The columns of a character: 0 for combining and invisible ones, 2 for wide ones, else 1.
  ///
  /// - SeeAlso: Unicode Standard Annex #11, "East Asian Width".
  package static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xad ? 0 : 1 }
    // Skip the lookup in Unicode's tables for the characters of boards and borders.
    if (0x2500...0x28ff).contains(value), !(0x25fd...0x27bf).contains(value) { return 1 }
    if (0x1fb00...0x1fbff).contains(value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    return wide.contains { $0.contains(value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0...0x23f0,
    0x23f3...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653, 0x267f...0x267f,
    0x2693...0x2693, 0x26a1...0x26a1, 0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5,
    0x26ce...0x26ce, 0x26d4...0x26d4, 0x26ea...0x26ea, 0x26f2...0x26f3, 0x26f5...0x26f5,
    0x26fa...0x26fa, 0x26fd...0x26fd, 0x2705...0x2705, 0x270a...0x270b, 0x2728...0x2728,
    0x274c...0x274c, 0x274e...0x274e, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27b0...0x27b0, 0x27bf...0x27bf, 0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2b55...0x2b55,
    0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
    0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f004...0x1f004, 0x1f0cf...0x1f0cf,
    0x1f18e...0x1f18e, 0x1f191...0x1f19a, 0x1f200...0x1f2ff, 0x1f300...0x1f64f,
    0x1f680...0x1f6ff, 0x1f7e0...0x1f7eb, 0x1f900...0x1f9ff, 0x1fa70...0x1faff,
    0x20000...0x3fffd,
  ]

  /// The width of a text in columns.
  package static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(shown($1)) }
  }

  /// The character, or `?` instead of a control character.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 32 || (0x7f...0x9f).contains(scalar.value) ? "?" : scalar
  }

  /// The text in at most `columns` columns, cut off with an ellipsis if necessary.
  package static func fitted(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      used += width(shown(scalar))
      if used > columns - 1 { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
