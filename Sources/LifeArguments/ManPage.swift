/// The manual page of the program, all commands in one: life(1).
package struct ManPage {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }

  /// The page without a date, so that the output is reproducible.
  package var text: String {
    let name = manual.name
    let summary = Roff.uncapitalised(manual.summary)
    var lines = [".TH \(name.uppercased()) 1 \"\" \"\(name) \(manual.version)\""]
    lines += [".SH NAME", "\(Roff.escaped(name)) \\- \(Roff.escaped(summary))"]
    lines += [".SH SYNOPSIS"] + synopsis
    if !manual.discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + Roff.prose(manual.discussion).dropFirst()
    }
    lines += [".SH COMMANDS"] + manual.commands.flatMap(section)
    if !common.isEmpty {
      lines += [".SH \"COMMON OPTIONS\""]
      lines += common.flatMap { Roff.item(for: $0) }
    }
    let examples = manual.examples.flatMap(Roff.example)
    if !examples.isEmpty { lines += [".SH EXAMPLES"] + examples.dropFirst() }
    lines += Roff.exitStatus + manual.makeSections().flatMap(section)
    let pages = manual.commands.map { "\(manual.pageName(of: $0))(1)" }
    let related = pages + manual.related + (manual.page.map { [$0] } ?? [])
    lines += [".SH \"SEE ALSO\""] + Roff.filled(related.joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }

  private var synopsis: [String] {
    [".nf"] + manual.commands.map { "\(Roff.bold(manual.name)) \(synopsis(of: $0))" } + [".fi"]
  }

  private func synopsis(of command: CommandDeclaration) -> String {
    Roff.bold(command.name) + Roff.escaped(String(command.usage.dropFirst(command.name.count)))
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
    [".SH \"\(section.title)\""] + Roff.prose(section.text).dropFirst()
      + section.rows.flatMap { row in
        let middle = row.dropFirst().dropLast()
        let tag = ([Roff.bold(row[0])] + middle.map(Roff.escaped)).joined(separator: " ")
        return Roff.item(tag, help: row.last ?? "")
      }
  }

  private func section(_ command: CommandDeclaration) -> [String] {
    var lines = [".SS \"\(Roff.escaped("\(manual.name) \(command.usage)"))\""]
    lines += Roff.prose("\(command.summary)\n\n\(command.discussion)").dropFirst()
    lines += command.operands.flatMap { Roff.item(for: $0) }
    let common = common
    let shared = command.options.filter { common.contains($0.ungrouped) }
    let own = command.options.filter { !common.contains($0.ungrouped) }
    lines += own.flatMap { Roff.item(for: $0) }
    if !shared.isEmpty {
      let names = shared.map { Roff.bold($0.names.last ?? "") }.joined(separator: ", ")
      lines += [".PP", "Common options: \(names)."]
    }
    guard !command.examples.isEmpty else { return lines }
    return lines + [".PP", command.examples.count == 1 ? "Example:" : "Examples:"]
      + command.examples.flatMap(Roff.example)
  }
}

extension OptionDeclaration {
  /// The declaration without its heading in the help, which differs between commands.
  fileprivate var ungrouped: OptionDeclaration {
    var option = self
    option.group = ""
    return option
  }
}

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
