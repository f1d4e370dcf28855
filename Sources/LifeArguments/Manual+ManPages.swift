// Makes the manual pages: life(1) lists the commands; each has a page of its own, for example
// life-run(1). The pages have no date, for reproducible output.

extension Manual {
  /// The manual page of the program.
  package var manPage: String {
    let synopsis = "\(Roff.bold("life")) \(Roff.escaped("COMMAND [options] [FILE...]"))"
    var lines = Roff.opening("life", summary: summary, synopsis: synopsis, of: self)
    lines += Roff.section("DESCRIPTION", Roff.prose(discussion))
    lines += [".SH COMMANDS"]
    lines += commands.flatMap { command in
      Roff.item("\(Roff.bold("life")) \(Roff.bold(command.name))", help: command.summary)
    }
    lines += Roff.section("EXAMPLES", examples.flatMap(Roff.example))
    lines += Roff.exitStatus + makeSections().flatMap(section)
    let pages = commands.map { "\(pageName(of: $0))(1)" }
    let others = pages + related + (page.map { [$0] } ?? [])
    lines += [".SH \"SEE ALSO\""] + Roff.filled(others.joined(separator: ", "))
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

  /// The manual page of one command.
  package func manPage(of command: CommandDeclaration) -> String {
    let arguments = Roff.escaped(String(command.usage.dropFirst(command.name.count)))
    var lines = Roff.opening(
      pageName(of: command), summary: command.summary,
      synopsis: "\(Roff.bold("life \(command.name)"))\(arguments)", of: self)
    lines += Roff.section("DESCRIPTION", Roff.prose(command.discussion))
    if !command.operands.isEmpty {
      lines += [".SH OPERANDS"] + command.operands.flatMap { Roff.item(for: $0) }
    }
    lines += [".SH OPTIONS"]
    for (title, options) in grouped(command.options, by: \.group) {
      lines += [".SS \"\(Roff.escaped(title))\""] + options.flatMap { Roff.item(for: $0) }
    }
    lines += Roff.section("EXAMPLES", command.examples.flatMap(Roff.example))
    lines += Roff.exitStatus
    let others = pages(relatedTo: command).map(Roff.escaped)
    lines += [".SH \"SEE ALSO\"", others.joined(separator: ", ")]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The overview, and the commands of the same family: `census` and `census merge`.
  private func pages(relatedTo command: CommandDeclaration) -> [String] {
    let family = commands.filter {
      $0.nameWords.first == command.nameWords.first && $0.name != command.name
    }
    return ["life(1)"] + family.map { "\(pageName(of: $0))(1)" }
  }
}
