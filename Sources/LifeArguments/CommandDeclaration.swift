/// The documentation of an option, for help, manual and completions.
package struct OptionDeclaration: Equatable, Sendable {
  /// The names with their dashes, short ones first: `["-n", "--generations"]`.
  package var names: [String]
  /// The placeholder of the value in help texts; `nil` for a flag.
  package var metavar: String?
  package var group: String
  /// One or two short sentences, for the one-screen help.
  package var help: String
  /// Paragraphs for the long help and the manual, in the form of ``Prose``.
  package var details: String
  package var completion: Completion = .none
  package var repeats = false
  /// Whether the one-screen help omits the option if not all options fit.
  package var isRare = false

  package init(
    names: [String], metavar: String? = nil, group: String, help: String,
    details: String = "",
    completion: Completion = .none, repeats: Bool = false
  ) {
    self.names = names
    self.metavar = metavar
    self.group = group
    self.help = help
    self.details = details
    self.completion = completion
    self.repeats = repeats
  }
}

/// The documentation of an operand.
package struct OperandDeclaration: Equatable, Sendable {
  package var metavar: String
  package var help: String
  package var completion: Completion
  package var minimum: Int
  /// The maximum number of words; `nil` without a limit.
  package var maximum: Int?
}

/// The documentation of a command with its operands and options.
package struct CommandDeclaration: Equatable, Sendable {
  package var name: String
  /// The heading of the command in the overview.
  package var group: String
  package var summary: String
  package var discussion: String
  package var examples: [Example]
  package var operands: [OperandDeclaration]
  /// The options; `-h` is last.
  package var options: [OptionDeclaration]
}

/// A command line and its effect.
package struct Example: Equatable, Sendable {
  package var line: String
  package var effect: String

  package init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

extension OptionDeclaration {
  /// The help text with the list of possible values.
  package var helpWithChoices: String { listing(completion, in: help) }

  /// The help text, with the list of possible values if the list is short.
  package var briefHelp: String { completion.choices.count > 8 ? help : helpWithChoices }

  package var longNames: [String] { names.filter { $0.starts(with: "--") } }

  /// `-n, --generations N`
  package var signature: String { names.joined(separator: ", ") + (metavar.map { " \($0)" } ?? "") }

  /// The signature with long names aligned below each other.
  package var label: String { (longNames == names ? "    " : "") + signature }
}

extension OperandDeclaration {
  package var helpWithChoices: String { listing(completion, in: help) }

  /// `FILE`, `[FILE]`, `FILE...` or `[FILE...]`.
  package var usage: String {
    let word = maximum == 1 ? metavar : metavar + "..."
    return minimum == 0 ? "[\(word)]" : word
  }
}

extension CommandDeclaration {
  /// The words of the name: two for a part of another command, for example `census merge`.
  package var nameWords: [String] { name.split(separator: " ").map(String.init) }

  package var isPart: Bool { nameWords.count > 1 }

  /// The name as one word, for completion scripts.
  package var key: String { nameWords.joined(separator: "-") }

  package init<C: Command>(of type: C.Type, group: String) {
    self.init(
      name: C.name, group: group, summary: C.summary, discussion: C.discussion,
      examples: C.examples, operands: C.operands.declarations,
      options: C.options.map(\.declaration) + [Option<C>.help.declaration])
  }

  /// The words after the program's name: `run [options] FILE`.
  package var usage: String {
    let options = options.count > 1 ? ["[options]"] : []
    return ([name] + options + operands.map(\.usage)).joined(separator: " ")
  }
}

/// Elements under their headings, in order of first appearance.
package func grouped<Element>(
  _ elements: [Element], by heading: (Element) -> String
) -> [(title: String, [Element])] {
  var titles: [String] = []
  for element in elements where !titles.contains(heading(element)) {
    titles.append(heading(element))
  }
  return titles.map { title in (title, elements.filter { heading($0) == title }) }
}

/// `Write this format.` becomes `Write this format: rle, cells.`
private func listing(_ completion: Completion, in help: String) -> String {
  let choices = completion.choices
  guard !choices.isEmpty else { return help }
  let sentence = help.last == "." ? String(help.dropLast()) : help
  return "\(sentence): \(choices.joined(separator: ", "))."
}
