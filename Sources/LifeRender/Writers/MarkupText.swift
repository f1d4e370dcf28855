internal import LifeIO

/// Text for an element or a quoted attribute of XML or HTML, without control characters.
///
/// It escapes scalars instead of characters: `<` with a combining accent is another character than
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
    // XML does not allow these characters.
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
