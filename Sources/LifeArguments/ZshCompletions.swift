internal import LifeIO

/// A completion script for zsh.
///
/// - SeeAlso: <https://zsh.sourceforge.io/Doc/Release/Completion-System.html> (`_arguments`).
package struct ZshCompletions {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }

  package var script: String {
    let name = manual.name
    return """
      #compdef \(name)
      # Completions of \(name) for zsh: put this file in a directory of $fpath, as _\(name).

      _\(name)_commands() {
        local -a commands
        commands=(
      \(lines(manual.wholeCommands.map(described), indent: 4))
        )
        _describe -t commands command commands
      }

      _\(name)_topics() {
        local -a topics
        topics=(\(manual.topics.map(\.topic).joined(separator: " ")))
        _alternative 'commands:command:_\(name)_commands' 'topics:topic:compadd -a topics'
      }

      _\(name)_patterns() {
        local -a names
        names=(${(f)"$(\(name) list --names 2>/dev/null)"})
        _alternative 'patterns:pattern:compadd -a names' 'files:file:_files'
      }

      _\(name)() {
        local curcontext="$curcontext" state
        local -a line
        _arguments -C \\
      \(continued(Manual.options.map(specification), indent: 4)) \\
          '1: :_\(name)_commands' \\
          '*:: :->arguments'
        [[ $state == arguments ]] || return
        local command=$line[1]
        case "$line[1] $words[2]" in
      \(lines(manual.commands.filter(\.isPart).map(joined), indent: 4))
        esac
        case $command in
      \(manual.commands.map(branch).joined(separator: "\n"))
        esac
      }

      # When it is sourced rather than loaded from $fpath, there is nothing to complete yet.
      if [[ $funcstack[1] == _\(name) ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  private func continued(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: " \\\n")
  }

  private func described(_ command: CommandDeclaration) -> String {
    quoted("\(command.name):\(command.summary)")
  }

  /// The branch that makes one word of the two words of a command.
  private func joined(_ command: CommandDeclaration) -> String {
    "'\(command.name)') (( CURRENT > 2 )) && "
      + "{ command=\(command.key); shift words; (( CURRENT-- )) } ;;"
  }

  private func branch(_ command: CommandDeclaration) -> String {
    let specifications = command.options.map(specification) + operands(of: command)
    return """
          \(command.key))
            _arguments -s -S : \\
      \(continued(specifications, indent: 8)) ;;
      """
  }

  /// `'(-n --generations)'{-n+,--generations=}'[Advance N generations.]:N: '`
  ///
  /// With `+` and `=`, zsh takes the value in the same word or in the next one.
  private func specification(_ option: OptionDeclaration) -> String {
    let takesValue = option.metavar != nil
    let names =
      option.shortNames.map { takesValue ? "\($0)+" : $0 }
      + option.longNames.map { takesValue ? "\($0)=" : $0 }
    let once = "'(\(option.names.joined(separator: " ")))'"
    let value =
      option.metavar.map { ":\(escaped($0, special: ":")):\(action(option.completion))" } ?? ""
    return (option.repeats ? "'*'" : once)
      + (names.count == 1 ? names[0] : "{\(names.joined(separator: ","))}")
      + quoted("[\(escaped(option.help, special: "[]"))]\(value)")
  }

  /// The operands by position, up to the first that repeats: later ones have no fixed position.
  private func operands(of command: CommandDeclaration) -> [String] {
    let parts = manual.parts(of: command).map { $0.nameWords[1] }
    if !parts.isEmpty { return [quoted("1::COMMAND:\(action(.choices(parts)))")] }
    var specifications: [String] = []
    for (index, operand) in command.operands.enumerated() {
      let value = "\(escaped(operand.metavar, special: ":")):\(action(operand.completion))"
      if operand.maximum == nil { return specifications + [quoted("*:\(value)")] }
      specifications.append(quoted("\(index + 1)\(operand.minimum == 0 ? "::" : ":")\(value)"))
    }
    return specifications
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .pattern: "_\(manual.name)_patterns"
    case .directory: "_files -/"
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .command: "_\(manual.name)_commands"
    case .topic: "_\(manual.name)_topics"
    }
  }

  private func escaped(_ text: String, special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.substituting("'\\''", for: "'") + "'"
  }
}
