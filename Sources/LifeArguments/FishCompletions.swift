internal import LifeIO

/// A completion script for fish.
///
/// - SeeAlso: <https://fishshell.com/docs/current/cmds/complete.html>
package struct FishCompletions {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }

  package var script: String {
    let name = manual.name
    var lines = [
      "# Completions of \(name) for fish: put this file in ~/.config/fish/completions,",
      "# as \(name).fish.",
      "complete -c \(name) -f",
    ]
    let first = "__fish_use_subcommand"
    for option in Manual.options { lines.append(complete(when: first, words: words(for: option))) }
    for command in manual.wholeCommands {
      let words = ["-a", command.name, "-d", quoted(command.summary)]
      lines.append(complete(when: first, words: words))
    }
    for command in manual.commands where command.isPart {
      let words = ["-a", command.nameWords[1], "-d", quoted(command.summary)]
      let second = "__fish_seen_subcommand_from \(command.nameWords[0])"
      lines.append(complete(when: second, words: words))
    }
    for command in manual.commands { lines += completions(of: command) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func complete(when condition: String, words: [String]) -> String {
    (["complete", "-c", manual.name, "-n", quoted(condition)] + words).joined(separator: " ")
  }

  private func completions(of command: CommandDeclaration) -> [String] {
    let condition = command.nameWords.map { "__fish_seen_subcommand_from \($0)" }
      .joined(separator: "; and ")
    let actions = command.operands.map { action($0.completion) }.filter { !$0.isEmpty }
    // Two operands of one kind would list the same words twice.
    let unique = actions.enumerated().filter { actions.firstIndex(of: $1) == $0 }.map(\.element)
    return unique.map { complete(when: condition, words: $0) }
      + command.options.map { complete(when: condition, words: words(for: $0)) }
  }

  private func words(for option: OptionDeclaration) -> [String] {
    let names =
      option.shortNames.flatMap { ["-s", String($0.dropFirst())] }
      + option.longNames.flatMap { ["-l", String($0.dropFirst(2))] }
    let description = ["-d", quoted(option.help)]
    guard option.metavar != nil else { return names + description }
    let value = [option.completion == .file ? "-r" : "-x"] + action(option.completion)
    return names + value + description
  }

  private func action(_ completion: Completion) -> [String] {
    switch completion {
    case .none: []
    case .file: ["-F"]
    case .pattern: ["-F", "-a", quoted("(\(manual.name) list --names 2>/dev/null)")]
    case .directory: ["-a", quoted("(__fish_complete_directories)")]
    case .choices(let words): ["-a", quoted(words.joined(separator: " "))]
    case .command: action(.choices(manual.wholeCommands.map(\.name)))
    case .topic: action(.choices(manual.helpWords))
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.substituting("\\\\", for: "\\").substituting("\\'", for: "'") + "'"
  }
}
