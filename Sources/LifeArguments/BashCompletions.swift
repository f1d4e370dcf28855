/// A completion script for bash 3.2 (the version of macOS) or newer.
package struct BashCompletions {
  private let manual: Manual

  package init(_ manual: Manual) { self.manual = manual }

  /// In `_life`, `$current` is the word to complete and `$previous` the option whose value it may
  /// be; bash splits `--option=value` into three words.
  package var script: String {
    let name = manual.name
    return """
      # Completions of \(name) for bash: source this file, or save it as \(name) in the
      # folder of bash completions.

      _\(name)_words() {
        local word
        while IFS= read -r word; do
          COMPREPLY+=("$word")
        done < <(compgen -P "$prefix" -W "$1" -- "$current")
      }

      _\(name)_files() {
        local name
        compopt -o filenames 2>/dev/null
        while IFS= read -r name; do
          COMPREPLY+=("$name")
        done < <(compgen -P "$prefix" "$1" -- "$current")
      }

      # Also the names of the pattern collection.
      _\(name)_patterns() {
        _\(name)_files -f
        [[ $current == */* ]] || _\(name)_words "$(\(name) list --names 2>/dev/null)"
      }

      _\(name)() {
        local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} prefix=
        local previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          _\(name)_words '\(firstWords)'
          return
        fi
        case "$command ${COMP_WORDS[2]}" in
      \(lines(manual.commands.filter(\.isPart).map(joined), indent: 4))
        esac
        if [[ $current == --*=* ]]; then
          previous=${current%%=*} prefix=${current%%=*}= current=${current#*=}
        elif [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $command:$previous in
      \(lines(manual.commands.flatMap(values), indent: 4))
        esac
        if [[ $current == -* ]]; then
          case $command in
      \(lines(manual.commands.map(optionNames), indent: 6))
          esac
        else
          case $command in
      \(lines(manual.commands.compactMap(operands), indent: 6))
          esac
        fi
      }

      complete -F _\(name) \(name)

      """
  }

  /// The branch that makes one word of the two words of a command.
  private func joined(_ command: CommandDeclaration) -> String {
    "'\(command.name)') [[ $COMP_CWORD -gt 2 ]] && command=\(command.key) ;;"
  }

  private var firstWords: String {
    (manual.wholeCommands.map(\.name) + Manual.options.flatMap(\.names)).joined(separator: " ")
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  private func values(of command: CommandDeclaration) -> [String] {
    command.options.filter { $0.metavar != nil }.map { option in
      let patterns = option.names.map { "\(command.key):\($0)" }.joined(separator: "|")
      return "\(patterns)) \(action(option.completion) ?? ":"); return ;;"
    }
  }

  private func optionNames(of command: CommandDeclaration) -> String {
    let names = command.options.flatMap(\.names).joined(separator: " ")
    return "\(command.key)) _\(manual.name)_words '\(names)' ;;"
  }

  private func operands(of command: CommandDeclaration) -> String? {
    let parts = manual.parts(of: command).map { $0.nameWords[1] }
    let completions = parts.isEmpty ? [] : [Completion.choices(parts)]
    let actions = (completions + command.operands.map(\.completion)).compactMap(action)
    // Two operands of one kind would list the same words twice.
    let unique = actions.enumerated().filter { actions.firstIndex(of: $1) == $0 }.map(\.element)
      .filter { $0 != action(.file) || !actions.contains { $0 == action(.pattern) } }
    guard !unique.isEmpty else { return nil }
    return "\(command.key)) \(unique.joined(separator: "; ")) ;;"
  }

  private func action(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .file: "_\(manual.name)_files -f"
    case .pattern: "_\(manual.name)_patterns"
    case .directory: "_\(manual.name)_files -d"
    case .choices(let words): "_\(manual.name)_words '\(words.joined(separator: " "))'"
    case .command: action(.choices(manual.wholeCommands.map(\.name)))
    case .topic: action(.choices(manual.helpWords))
    }
  }
}
