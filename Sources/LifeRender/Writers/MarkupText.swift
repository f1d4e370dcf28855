internal import LifeIO

/// Text for an element or a quoted attribute of XML or HTML, without control characters.
///
/// Scalars are escaped, not characters: `<` with a combining accent is one character, which is not
/// `<`.
package func escapedForMarkup(_ text: String) -> String {
  var result = ""
  for scalar in TerminalText.printable(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    // XML forbids `]]>` in text.
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    // XML has no such characters.
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
