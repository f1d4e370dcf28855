internal import LifeCore

/// The help text of a command, short or long.
package struct HelpPage {
  let command: CommandDeclaration
  private let style: TextStyle

  package init(_ command: CommandDeclaration, style: TextStyle = .plain) {
    self.command = command
    self.style = style
  }

  package func text(_ length: HelpLength) -> String {
    (length == .short ? short : long).joined(separator: "\n") + "\n"
  }

  /// The maximum number of lines for the short help: one screen.
  package static let height = 40

  /// The usage line and the aligned list of options on one screen: all if they fit, otherwise the
  /// common ones.
  private var short: [String] {
    let all = list(command.options, help: \.helpWithChoices)
    let name = "'life help \(command.name)'"
    let complete = all + ["", "Run \(name) for details and examples."]
    if complete.count <= Self.height { return complete }
    return list(command.options.filter { !$0.isRare }, help: \.briefHelp)
      + ["", "\(name) has all options, with details and examples."]
  }

  /// The usage line, the operands, and options under their headings.
  private func list(
    _ options: [OptionDeclaration], help: (OptionDeclaration) -> String
  ) -> [String] {
    let labels = command.operands.map(\.metavar) + options.map(\.label)
    let column = LabelColumn(labels: labels)
    var lines = opening
    if !command.operands.isEmpty {
      lines += ["", style.heading("Operands:")]
      lines += command.operands.flatMap { column.lines($0.metavar, text: $0.helpWithChoices) }
    }
    for (title, options) in grouped(options, by: \.group) {
      lines += ["", style.heading("\(title):")]
      lines += options.flatMap { column.lines($0.label, text: help($0)) }
    }
    return lines
  }

  /// The complete documentation, with a paragraph for each option.
  private var long: [String] {
    var lines = opening
    if !command.discussion.isEmpty { lines += [""] + Prose(command.discussion).lines() }
    if !command.operands.isEmpty {
      lines += ["", style.heading("Operands:")]
      lines += paragraphs(command.operands.map { ($0.metavar, $0.helpWithChoices, "") })
    }
    for (title, options) in grouped(command.options, by: \.group) {
      lines += ["", style.heading("\(title):")]
      lines += paragraphs(options.map { ($0.signature, $0.helpWithChoices, $0.details) })
    }
    return lines + examples
  }

  private var opening: [String] {
    let usage = wrapped("life \(command.usage)", width: helpWidth - 7)
    let continued = usage.dropFirst().map { "       \($0)" }
    return Prose(command.summary).lines()
      + ["", "\(style.heading("Usage:")) \(usage[0])"] + continued
  }

  private func paragraphs(
    _ items: [(label: String, help: String, details: String)]
  ) -> [String] {
    let rendered = items.map { item in
      ["  \(item.label)"] + Prose("\(item.help)\n\n\(item.details)").lines(indent: 6)
    }
    return Array(rendered.joined(separator: [""]))
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    let rendered = command.examples.map { example in
      Prose(example.effect).lines(indent: 2)
        + example.line.split(separator: "\n").map { "      \($0)" }
    }
    return ["", style.heading("Examples:")] + rendered.joined(separator: [""])
  }
}

/// The amount of help: one screen, or everything.
package enum HelpLength { case short, long }

/// The style of headings: bold on a terminal, plain in a pipe.
package enum TextStyle {
  case plain
  case bold

  package func heading(_ text: String) -> String {
    self == .bold ? "\u{1b}[1m\(text)\u{1b}[0m" : text
  }
}

/// Lays out labels in one column, with wrapped texts in a second one.
package struct LabelColumn {
  /// The column at which the texts begin.
  private let start: Int

  /// A column as wide as the widest label of up to `maxWidth` characters.
  package init(labels: [String], maxWidth: Int = 26) {
    start = 4 + (labels.map(\.count).filter { $0 <= maxWidth }.max() ?? 0)
  }

  /// The lines of a label and its text. A wider label gets a line of its own.
  package func lines(_ label: String, text: String) -> [String] {
    let gap = start - 4 - label.count
    let first = "  " + label.padded(to: start - 2)
    let indent = String(repeating: " ", count: start)
    let texts = wrapped(text, width: helpWidth - start)
    guard gap >= 0, let beside = texts.first else {
      return ["  " + label] + texts.map { indent + $0 }
    }
    return [first + beside] + texts.dropFirst().map { indent + $0 }
  }
}
