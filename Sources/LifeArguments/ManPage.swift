/// The manual page of the program: life(1) lists the commands; each has a page of its own.
package struct ManPage {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }

  /// The page without a date, for reproducible output.
  package var text: String {
    let synopsis = "\(Roff.bold("life")) \(Roff.escaped("COMMAND [options] [FILE...]"))"
    var lines = Roff.opening("life", summary: manual.summary, synopsis: synopsis, of: manual)
    lines += Roff.section("DESCRIPTION", Roff.prose(manual.discussion))
    lines += [".SH COMMANDS"]
    lines += manual.commands.flatMap { command in
      Roff.item("\(Roff.bold("life")) \(Roff.bold(command.name))", help: command.summary)
    }
    lines += Roff.section("EXAMPLES", manual.examples.flatMap(Roff.example))
    lines += Roff.exitStatus + manual.makeSections().flatMap(section)
    let pages = manual.commands.map { "\(manual.pageName(of: $0))(1)" }
    let related = pages + manual.related + (manual.page.map { [$0] } ?? [])
    lines += [".SH \"SEE ALSO\""] + Roff.filled(related.joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ section: ManualSection) -> [String] {
    [".SH \"\(section.title)\""] + Roff.prose(section.text).dropFirst()
      + section.rows.flatMap { row in
        let middle = row.dropFirst().dropLast()
        let tag = ([Roff.bold(row[0])] + middle.map(Roff.escaped)).joined(separator: " ")
        return Roff.item(tag, help: row.last ?? "")
      }
  }
}

/// The manual page of one command, for example life-run(1).
package struct CommandManPage {
  private let manual: Manual
  private let command: CommandDeclaration

  package init(_ command: CommandDeclaration, in manual: Manual) {
    self.manual = manual
    self.command = command
  }

  /// The page without a date, for reproducible output.
  package var text: String {
    let arguments = Roff.escaped(String(command.usage.dropFirst(command.name.count)))
    var lines = Roff.opening(
      manual.pageName(of: command), summary: command.summary,
      synopsis: "\(Roff.bold("life \(command.name)"))\(arguments)", of: manual)
    lines += Roff.section("DESCRIPTION", Roff.prose(command.discussion))
    if !command.operands.isEmpty {
      lines += [".SH OPERANDS"] + command.operands.flatMap { Roff.item(for: $0) }
    }
    lines += [".SH OPTIONS"]
    for (title, options) in command.optionGroups {
      lines += [".SS \"\(Roff.escaped(title))\""] + options.flatMap { Roff.item(for: $0) }
    }
    lines += Roff.section("EXAMPLES", command.examples.flatMap(Roff.example))
    lines += Roff.exitStatus
    lines += [".SH \"SEE ALSO\"", related.map(Roff.escaped).joined(separator: ", ")]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The overview, and the commands of the same family: `census` and `census merge`.
  private var related: [String] {
    let family = manual.commands.filter {
      $0.nameWords.first == command.nameWords.first && $0.name != command.name
    }
    return ["life(1)"] + family.map { "\(manual.pageName(of: $0))(1)" }
  }
}
