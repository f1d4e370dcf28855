// Format: man(7) macros, https://man7.org/linux/man-pages/man7/groff_man.7.html

/// The manual page of the program, all commands in one.
package struct ManPage {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }
}

extension ManPage {
  /// The page without a date, so that the output is reproducible.
  package var text: String {
    let name = manual.name
    var lines = [".TH \(name.uppercased()) 1 \"\" \"\(name) \(manual.version)\""]
    lines += [".SH NAME", "\(roff(name)) \\- \(roff(uncapitalised(manual.summary)))"]
    lines += [".SH SYNOPSIS"] + synopsis
    if !manual.discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + prose(manual.discussion).dropFirst()
    }
    lines += [".SH COMMANDS"] + manual.commands.flatMap(section)
    if !common.isEmpty {
      lines += [".SH \"COMMON OPTIONS\""]
      lines += common.flatMap { item(signature($0), $0.helpWithChoices, $0.details) }
    }
    let examples = manual.examples.flatMap(example)
    if !examples.isEmpty { lines += [".SH EXAMPLES"] + examples.dropFirst() }
    lines += [".SH \"EXIT STATUS\""]
    lines += ExitCode.meanings.flatMap { item(bold($0.code), $0.meaning, "") }
    lines += manual.sections.flatMap(section)
    if !manual.related.isEmpty {
      lines += [".SH \"SEE ALSO\"", manual.related.map(roff).joined(separator: ", ")]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ManPage {
  private var synopsis: [String] {
    [".nf"] + manual.commands.map { "\(bold(manual.name)) \(synopsis(of: $0))" } + [".fi"]
  }

  private func synopsis(of command: CommandDeclaration) -> String {
    bold(command.name) + roff(String(command.usage.dropFirst(command.name.count)))
  }

  /// The options that several commands declare in the same way.
  private var common: [OptionDeclaration] {
    let commands = manual.commands.map { $0.options.map(\.ungrouped) }
    let shared = commands.flatMap { $0 }.filter { option in
      commands.filter { $0.contains(option) }.count > 1
    }
    return shared.enumerated().filter { !shared[..<$0].contains($1) }.map(\.element)
  }

  private func section(_ section: ManualSection) -> [String] {
    [".SH \"\(section.title)\""] + prose(section.text).dropFirst()
      + section.rows.flatMap { row in
        let (middle, last) = (row.dropFirst().dropLast(), row.last ?? "")
        let tag = ([bold(row[0])] + middle.map(roff)).joined(separator: " ")
        return item(tag, last, "")
      }
  }

  private func section(_ command: CommandDeclaration) -> [String] {
    var lines = [".SS \"\(roff("\(manual.name) \(command.usage)"))\""]
    lines += prose("\(command.summary)\n\n\(command.discussion)").dropFirst()
    lines += command.operands.flatMap { item(italic($0.metavar), $0.helpWithChoices, "") }
    let common = common
    let (shared, own) = (
      command.options.filter { common.contains($0.ungrouped) },
      command.options.filter { !common.contains($0.ungrouped) }
    )
    lines += own.flatMap { item(signature($0), $0.helpWithChoices, $0.details) }
    if !shared.isEmpty {
      let names = shared.map { bold($0.names.last ?? "") }.joined(separator: ", ")
      lines += [".PP", "Common options: \(names)."]
    }
    guard !command.examples.isEmpty else { return lines }
    return lines + [".PP", command.examples.count == 1 ? "Example:" : "Examples:"]
      + command.examples.flatMap(example)
  }

  private func signature(_ option: OptionDeclaration) -> String {
    let names = option.names.map(bold).joined(separator: ", ")
    return names + (option.metavar.map { " \(italic($0))" } ?? "")
  }

  private func item(_ tag: String, _ help: String, _ details: String) -> [String] {
    let more = details.isEmpty ? [] : [".RS"] + prose(details) + [".RE"]
    return [".TP", tag] + filled(help) + more
  }

  private func example(_ example: Example) -> [String] {
    [".PP"] + filled(example.effect) + [".PP", ".RS 4", ".nf"]
      + example.line.split(separator: "\n").map { roff(String($0)) } + [".fi", ".RE"]
  }

  /// Paragraphs that each begin with `.PP`, which is removed after a heading.
  private func prose(_ text: String) -> [String] {
    Prose(text).blocks.flatMap { block in
      switch block {
      case .paragraph(let text): [".PP"] + filled(text)
      case .verbatim(let lines): [".PP", ".nf"] + lines.map { roff($0) } + [".fi"]
      }
    }
  }
}

/// A paragraph in lines of at most 72 columns.
private func filled(_ text: String) -> [String] { wrapped(text, width: 72).map(roff) }

private func bold(_ text: String) -> String { "\\fB\(roff(text))\\fR" }
private func italic(_ text: String) -> String { "\\fI\(roff(text))\\fR" }

/// Text escaped for roff: a line must not begin with a control character, and an unescaped minus or
/// quote would become a typographic one, which cannot be pasted into a shell.
private func roff(_ text: String) -> String {
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

private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// A sentence in the form of `whatis` and `apropos`: without initial capital and full stop.
private func uncapitalised(_ sentence: String) -> String {
  let body = sentence.last == "." ? sentence.dropLast() : sentence[...]
  return body.prefix(1).lowercased() + body.dropFirst()
}

extension OptionDeclaration {
  /// The declaration without its heading in the help, which differs between commands.
  fileprivate var ungrouped: OptionDeclaration {
    var option = self
    option.group = ""
    return option
  }
}
