/// The possible next words on a command line, for completion scripts.
package struct WordCompletions {
  package struct Candidate: Equatable {
    package var word: String
    /// The meaning of the word; empty if it has no description.
    package var meaning = ""
  }

  /// The kind of file names to complete besides the candidates.
  package enum Files: String {
    case none, file, directory
  }

  package private(set) var candidates: [Candidate] = []
  package private(set) var files = Files.none
  private let manual: Manual
  /// The part of the word to complete, for example `h` in `--engine=h`.
  private var typed: String
  /// The text before that part in the same word, for example `--engine=`.
  private var start = ""

  /// - Parameter words: the words after the program's name; the last is completed.
  package init(of words: [String], in manual: Manual) {
    self.manual = manual
    // bash splits `--option=value` into three words.
    var words = words.last == "=" ? words + [""] : words
    words.removeAll { $0 == "=" }
    typed = words.popLast() ?? ""
    find(after: words)
    candidates.removeAll { !$0.word.hasPrefix(typed) }
  }

  private mutating func find(after words: [String]) {
    if words.isEmpty {
      add(.command)
      if typed.hasPrefix("-") { add(Manual.options) }
    }
    let named = manual.commands.filter { words.starts(with: $0.nameWords) }
    guard let command = named.max(by: { $0.nameWords.count < $1.nameWords.count }) else { return }
    let takingValues = command.options.filter { $0.metavar != nil }
    if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
      start = String(typed[...equals])
      typed = String(typed.dropFirst(start.count))
      let option = takingValues.first { $0.names.contains(String(start.dropLast())) }
      return add(option?.completion ?? .none)
    }
    if let option = takingValues.first(where: { $0.names.contains(words[words.count - 1]) }) {
      return add(option.completion)
    }
    if typed.hasPrefix("-") { return add(command.options) }
    if words.count == command.nameWords.count {
      candidates += manual.parts(of: command).map {
        Candidate(word: $0.nameWords[1], meaning: $0.summary)
      }
    }
    // Two operands of one kind would list the same words twice.
    let kinds = command.operands.map(\.completion)
    for (index, kind) in kinds.enumerated() where !kinds[..<index].contains(kind) { add(kind) }
  }

  private mutating func add(_ options: [OptionDeclaration]) {
    for option in options {
      candidates += option.names.map { Candidate(word: $0, meaning: option.help) }
    }
  }

  private mutating func add(_ completion: Completion) {
    switch completion {
    case .none: break
    case .file: files = .file
    case .directory: files = .directory
    case .pattern:
      files = .file
      candidates += manual.patternNames().map { Candidate(word: $0) }
    case .choices(let words): candidates += words.map { Candidate(word: $0) }
    case .command:
      candidates += manual.wholeCommands.map { Candidate(word: $0.name, meaning: $0.summary) }
    case .topic: candidates += manual.helpWords.map { Candidate(word: $0) }
    }
  }

  /// The kind of files, followed by a line per candidate in the form for the shell's script.
  package func text(for shell: CompletionShell) -> String {
    let lines = candidates.map { candidate in
      let meaning = candidate.meaning
      return switch shell {
      case .bash: start + candidate.word
      case .fish, .powershell:
        start + candidate.word + (meaning.isEmpty ? "" : "\t\(meaning)")
      case .zsh:
        candidate.word.split(separator: ":", omittingEmptySubsequences: false)
          .joined(separator: "\\:") + (meaning.isEmpty ? "" : ":\(meaning)")
      }
    }
    return ([files.rawValue] + lines).map { "\($0)\n" }.joined()
  }
}

/// The shells with completion scripts.
package enum CompletionShell: String, Choice {
  case bash, zsh, fish, powershell

  /// The script. It asks the program for the possible next words.
  package var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    case .powershell: Self.powershellScript
    }
  }

  /// For bash 3.2 (the version of macOS) or newer.
  private static let bashScript = """
    # Completions of life for bash: source this file, or save it as life in the
    # folder of bash completions.

    _life() {
      local word kind prefix= current=${COMP_WORDS[COMP_CWORD]}
      COMPREPLY=()
      [[ $current == = ]] && current=
      [[ $current == --*=* ]] && prefix=${current%%=*}= current=${current#*=}
      {
        read -r kind
        while IFS= read -r word; do COMPREPLY+=("$word"); done
      } < <(life completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      [[ $kind == file || $kind == directory ]] || return 0
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done < <(compgen -P "$prefix" -A "$kind" -- "$current")
    }

    complete -F _life life

    """

  /// - SeeAlso: <https://zsh.sourceforge.io/Doc/Release/Completion-System.html>
  private static let zshScript = """
    #compdef life
    # Completions of life for zsh: put this file in a directory of $fpath, as _life.

    _life() {
      local -a lines
      lines=("${(@f)$(life completions zsh -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
      local kind=$lines[1]
      shift lines
      [[ $PREFIX == --*=* ]] && compset -P '*='
      (( $#lines )) && _describe -t words word lines
      case $kind in
        file) _files ;;
        directory) _files -/ ;;
      esac
    }

    # When it is sourced rather than loaded from $fpath, there is nothing to complete yet.
    if [[ $funcstack[1] == _life ]]; then
      _life "$@"
    else
      compdef _life life
    fi

    """

  /// - SeeAlso: <https://fishshell.com/docs/current/cmds/complete.html>
  private static let fishScript = """
    # Completions of life for fish: put this file in ~/.config/fish/completions,
    # as life.fish.

    function __life_words
        set -l words (commandline -opc) (commandline -ct)
        set -l lines (life completions fish -- $words[2..] 2>/dev/null)
        set -l prefix (string match -r -- '^--[^=]*=' $words[-1]; or echo)
        set -l path (string replace -- "$prefix" '' $words[-1])
        printf '%s\\n' $lines[2..]
        switch $lines[1]
            case file
                printf "$prefix%s\\n" (__fish_complete_path $path)
            case directory
                printf "$prefix%s\\n" (__fish_complete_directories $path)
        end
    end

    complete -c life -f -a '(__life_words)'

    """

  /// For PowerShell 7.3 or newer: earlier ones pass no empty word to a program.
  private static let powershellScript = """
    # Completions of life for PowerShell: add this line to $PROFILE:
    # life completions powershell | Out-String | Invoke-Expression

    Register-ArgumentCompleter -Native -CommandName life -ScriptBlock {
        param($word, $ast, $position)
        $words = @($ast.CommandElements | Select-Object -Skip 1 |
            Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
        $kind, $lines = life completions powershell -- @words "$word" 2>$null
        foreach ($line in $lines) {
            $text, $meaning = $line -split "`t", 2
            $tip = if ($meaning) { $meaning } else { $text }
            [Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $tip)
        }
        if ($kind -notin 'file', 'directory') { return }
        $prefix = if ($word -match '^--[^=]*=') { $Matches[0] } else { '' }
        $path = $word.Substring($prefix.Length)
        [Management.Automation.CompletionCompleters]::CompleteFilename($path) |
            Where-Object { $kind -eq 'file' -or $_.ResultType -eq 'ProviderContainer' } |
            ForEach-Object {
                [Management.Automation.CompletionResult]::new(
                    $prefix + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
            }
    }

    """
}
