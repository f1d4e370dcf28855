import LifeCore
internal import LifeIO

/// The documentation of the program. Overview, help, manual page and completions are made from it.
package struct Manual: Sendable {
  package var version = ""
  /// The address of the project's page; `nil` if there is none.
  package var page: String?
  /// One sentence about the program.
  package var summary = ""
  /// Paragraphs for the manual page, in the form of ``Prose``.
  package var discussion = ""
  /// The examples at the end of the overview.
  package var examples: [Example] = []
  /// A suggested command line for a word other than a command, for example a synonym or the name of
  /// a pattern.
  package var wordHint: @Sendable (String) -> String? = { _ in nil }
  /// The suggested command line for a file given without a command; the file's name replaces
  /// `FILE`.
  package var fileHint: String?
  package var commands: [CommandDeclaration] = []
  /// The names of the patterns in the collection, for completions.
  package var patternNames: @Sendable () -> [String] = { [] }
  /// The sections of the manual page after the commands. A closure, because describing every field
  /// takes longer than the rest of a start.
  package var makeSections: @Sendable () -> [ManualSection] = { [] }
  /// Other pages for the section "SEE ALSO".
  package var related: [String] = []
  /// More about the program and the machine, for `--version --verbose`.
  package var installation: @Sendable () -> String = { "" }

  package init() {}

  /// The options allowed instead of a command.
  package static let options = [
    OptionDeclaration(names: ["-h", "--help"], group: "Help", help: "Show the overview."),
    OptionDeclaration(
      names: ["-V", "--version"], group: "Help",
      help: "Show the version; with --verbose also the machine."),
  ]

  /// The commands without those that are parts, such as `census merge`.
  package var wholeCommands: [CommandDeclaration] { commands.filter { !$0.isPart } }

  /// The parts of a command.
  package func parts(of command: CommandDeclaration) -> [CommandDeclaration] {
    commands.filter { $0.isPart && $0.nameWords.first == command.name }
  }

  package func command(named name: String) -> CommandDeclaration? {
    commands.first { $0.name == name }
  }

  /// The name of the manual page of a command: `life-census-merge`.
  package func pageName(of command: CommandDeclaration) -> String { "life-\(command.key)" }

  /// The names of all manual pages, with the program's first.
  package var pageNames: [String] { ["life"] + commands.map(pageName) }

  /// The topics of `life help` besides commands.
  package var topics: [ManualSection] { makeSections() + [ExitCode.section] }

  /// The words with a help page, for completions.
  package var helpWords: [String] {
    (wholeCommands.map(\.name) + topics.map(\.topic)).withoutRepeats
  }

  /// A topic, or for `topics` the list of topics.
  package func topic(named name: String) -> ManualSection? {
    let list = ManualSection(
      "TOPICS", text: "'life help TOPIC' explains one of these:", header: ["topic"],
      rows: topics.map { [$0.topic] })
    return ([list] + topics).first { $0.topic == name }
  }

  /// The error for an unknown first word, with a suggestion.
  ///
  /// - Parameter isFile: whether a file of this name exists.
  package func unknownCommandError(for word: Argument, isFile: Bool) -> UsageError {
    if word.starts(with: "-"), word != "-" { return unknownOptionError(for: word) }
    if isFile || word == "-", let fileHint {
      let line = fileHint.substituting(Path(bytes: word.bytes).quotedForShell, for: "FILE")
      let kind = word == "-" ? "standard input" : "a file"
      return UsageError("'\(word)' is \(kind), not a command", hint: "try '\(line)'")
    }
    let isFileName = !Path(bytes: word.bytes).fileExtension.isEmpty
    let message =
      isFileName ? "'\(word)' is neither a command nor a file" : "unknown command '\(word)'"
    if !isFileName, let near = nearest(to: word.text, among: commands.map(\.name)) {
      return UsageError(message, hint: didYouMean([near]))
    }
    return UsageError(message, hint: wordHint(word.text).map { "try '\($0)'" })
  }

  private func unknownOptionError(for word: Argument) -> UsageError {
    let message = "unknown option '\(word)'"
    let owner = commands.first { $0.options.contains { $0.names.contains(word.text) } }
    if let owner {
      return UsageError(message, hint: "options follow a command: 'life \(owner.name) \(word)'")
    }
    return UsageError(
      message, hint: didYouMean(word.text, among: Self.options.flatMap(\.names)))
  }
}

extension Manual {
  /// The overview printed by `life` without arguments: commands, examples and how to get help.
  package func overview(_ style: TextStyle = .plain) -> String {
    let column = LabelColumn(labels: commands.map(\.name))
    var lines = Prose(summary).lines()
    lines += ["", "\(style.heading("Usage:")) life COMMAND [options] [FILE...]"]
    for (title, commands) in grouped(commands, by: \.group) {
      lines += ["", style.heading("\(title):")]
      lines += commands.flatMap { column.lines($0.name, text: $0.summary) }
    }
    if !examples.isEmpty {
      let column = LabelColumn(labels: examples.map(\.line), maxWidth: 44)
      lines += ["", style.heading("Examples:")]
      lines += examples.flatMap { column.lines($0.line, text: $0.effect) }
    }
    lines += ["", "'life COMMAND -h' lists the options of a command that are used most,"]
    lines += ["'life help COMMAND' explains all of them, with examples."]
    lines += wrapped(
      "Help topics: \(topics.map(\.topic).joined(separator: ", ")).", width: helpWidth)
    if let page { lines += ["Project page: \(page)"] }
    return lines.joined(separator: "\n") + "\n"
  }
}
