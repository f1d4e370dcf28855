/// The manual page of one command, such as life-run(1).
package struct CommandManPage {
  private let manual: Manual
  private let command: CommandDeclaration

  package init(_ command: CommandDeclaration, in manual: Manual) {
    self.manual = manual
    self.command = command
  }

  /// The page without a date, so that the output is reproducible.
  package var text: String {
    let page = manual.pageName(of: command)
    let summary = Roff.uncapitalised(command.summary)
    var lines = [".TH \(page.uppercased()) 1 \"\" \"\(manual.name) \(manual.version)\""]
    lines += [".SH NAME", "\(Roff.escaped(page)) \\- \(Roff.escaped(summary))"]
    lines += [".SH SYNOPSIS", "\(Roff.bold("\(manual.name) \(command.name)"))\(arguments)"]
    if !command.discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + Roff.prose(command.discussion).dropFirst()
    }
    if !command.operands.isEmpty {
      lines += [".SH OPERANDS"] + command.operands.flatMap { Roff.item(for: $0) }
    }
    lines += [".SH OPTIONS"]
    for (title, options) in command.optionGroups {
      lines += [".SS \"\(Roff.escaped(title))\""] + options.flatMap { Roff.item(for: $0) }
    }
    if !command.examples.isEmpty {
      lines += [".SH EXAMPLES"] + command.examples.flatMap(Roff.example).dropFirst()
    }
    lines += Roff.exitStatus
    lines += [".SH \"SEE ALSO\"", related.map(Roff.escaped).joined(separator: ", ")]
    return lines.joined(separator: "\n") + "\n"
  }

  private var arguments: String {
    Roff.escaped(String(command.usage.dropFirst(command.name.count)))
  }

  /// The overview, and the commands of the same family: `census` and `census merge`.
  private var related: [String] {
    let family = manual.commands.filter {
      $0.nameWords.first == command.nameWords.first && $0.name != command.name
    }
    return ["\(manual.name)(1)"] + family.map { "\(manual.pageName(of: $0))(1)" }
  }
}
