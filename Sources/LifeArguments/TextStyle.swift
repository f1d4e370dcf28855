/// The style of headings: bold on a terminal, plain in a pipe.
package enum TextStyle {
  case plain
  case bold

  package func heading(_ text: String) -> String {
    self == .bold ? "\u{1b}[1m\(text)\u{1b}[0m" : text
  }
}
