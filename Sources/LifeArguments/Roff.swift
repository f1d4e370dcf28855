// Format: man(7) macros, https://man7.org/linux/man-pages/man7/groff_man.7.html

/// The parts of manual pages as lines of roff.
enum Roff {
  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// A paragraph in lines of at most 72 columns.
  static func filled(_ text: String) -> [String] { wrapped(text, width: 72).map(escaped) }

  /// Paragraphs, each after a `.PP`; callers remove it after a heading.
  static func prose(_ text: String) -> [String] {
    Prose(text).blocks.flatMap { block in
      switch block {
      case .paragraph(let text): [".PP"] + filled(text)
      case .verbatim(let lines): [".PP", ".nf"] + lines.map(escaped) + [".fi"]
      }
    }
  }

  /// An indented paragraph under a tag.
  static func item(_ tag: String, help: String, details: String = "") -> [String] {
    let more = details.isEmpty ? [] : [".RS"] + prose(details) + [".RE"]
    return [".TP", tag] + filled(help) + more
  }

  static func item(for option: OptionDeclaration) -> [String] {
    let names = option.names.map(bold).joined(separator: ", ")
    let value = option.metavar.map { " \(italic($0))" } ?? ""
    return item(names + value, help: option.helpWithChoices, details: option.details)
  }

  static func item(for operand: OperandDeclaration) -> [String] {
    item(italic(operand.metavar), help: operand.helpWithChoices)
  }

  static func example(_ example: Example) -> [String] {
    [".PP"] + filled(example.effect) + [".PP", ".RS 4", ".nf"]
      + example.line.split(separator: "\n").map { escaped(String($0)) } + [".fi", ".RE"]
  }

  /// The title, the name and the synopsis of a page.
  static func opening(
    _ name: String, summary: String, synopsis: String, of manual: Manual
  ) -> [String] {
    [
      ".TH \(name.uppercased()) 1 \"\" \"life \(manual.version)\"",
      ".SH NAME", "\(escaped(name)) \\- \(escaped(uncapitalised(summary)))",
      ".SH SYNOPSIS", synopsis,
    ]
  }

  /// A section of paragraphs; the first one needs no `.PP`. Empty if there are none.
  static func section(_ title: String, _ paragraphs: [String]) -> [String] {
    paragraphs.isEmpty ? [] : [".SH \(title)"] + paragraphs.dropFirst()
  }

  /// The section of exit codes, for every page.
  static var exitStatus: [String] {
    [".SH \"EXIT STATUS\""] + ExitCode.meanings.flatMap { item(bold($0.code), help: $0.meaning) }
  }

  /// Text escaped for roff. A line must not begin with a control character. An unescaped minus or
  /// quote would become a typographic one, which can't be pasted into a shell.
  static func escaped(_ text: String) -> String {
    var result = text.starts(with: ".") || text.starts(with: "'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
    }
    return result
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A sentence in the form of `whatis` and `apropos`: without initial capital and full stop.
  static func uncapitalised(_ sentence: String) -> String {
    let body = sentence.last == "." ? sentence.dropLast() : sentence[...]
    return body.prefix(1).lowercased() + body.dropFirst()
  }
}
