import LifeArguments
import LifeCore
import LifeIO

/// Prints the overview, or the long help of one command or topic.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Print the overview, or explain a command or a topic."
  static var operands: Operands<Self> {
    .many(
      "COMMAND", isOptional: true, help: "The command or topic to explain.", completes: .topic,
      appends: \.words)
  }

  var words: [String] = []
  var manual = Manual()
  var console = Console.ofProcess

  private var name: String { words.joined(separator: " ") }
  private var command: CommandDeclaration? { manual.command(named: name) }
  private var topic: ManualSection? {
    manual.topic(named: words.joined(separator: "-").lowercased())
  }

  mutating func validate() throws(UsageError) {
    if words.isEmpty || command != nil || topic != nil { return }
    throw UsageError(
      "unknown command or topic '\(Argument(name))'",
      hint: didYouMean(name, among: manual.commands.map(\.name))
        ?? didYouMean(name, among: manual.topics.map(\.topic))
        ?? Synonyms.line(for: name).map { "try '\($0)'" })
  }

  func run() -> ExitCode {
    if words.isEmpty { return console.show(manual.overview) }
    return console.show(isLong: true) { style in
      let command = command.map { HelpPage($0, style: style).text(.long) }
      let topic = topic.map { $0.page(style) }
      return [command, topic].compactMap(\.self).joined(separator: "\n")
    }
  }
}
