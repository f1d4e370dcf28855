/// The documentation of an option, from which help, manual and completions are made.
struct OptionDeclaration: Equatable, Sendable {
  /// The names with their dashes, the short ones first: `["-n", "--generations"]`.
  var names: [String]
  /// The placeholder of the value in help texts; nil for a flag.
  var metavar: String?
  var group: String
  /// One or two short sentences, for the one-screen help.
  var help: String
  /// Paragraphs for the long help and the manual, in the form that ``Prose`` reads.
  var details: String = ""
  var completion: Completion = .none
  var repeats = false
}

/// The documentation of an operand.
struct OperandDeclaration: Equatable, Sendable {
  var metavar: String
  var help: String
  var completion: Completion
  var minimum: Int
  /// Nil for any number.
  var maximum: Int?
}

/// The documentation of a command with its operands and options.
struct CommandDeclaration: Equatable, Sendable {
  var name: String
  /// The heading of the command in the overview.
  var group: String
  var summary: String
  var discussion: String
  var examples: [Example]
  var operands: [OperandDeclaration]
  /// The options; `-h` is the last one.
  var options: [OptionDeclaration]
}

/// A command line and its effect.
struct Example: Equatable, Sendable {
  var line: String
  var effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

extension OptionDeclaration {
  /// The help text with the list of possible values.
  var helpWithChoices: String { listing(completion, in: help) }

  var shortNames: [String] { names.filter { !$0.starts(with: "--") } }
  var longNames: [String] { names.filter { $0.starts(with: "--") } }

  /// `-n, --generations N`
  var signature: String { names.joined(separator: ", ") + (metavar.map { " \($0)" } ?? "") }

  /// The signature with long names aligned below each other.
  var label: String { (shortNames.isEmpty ? "    " : "") + signature }
}

extension OperandDeclaration {
  var helpWithChoices: String { listing(completion, in: help) }

  /// `FILE`, `[FILE]`, `FILE...` or `[FILE...]`.
  var usage: String {
    let word = maximum == 1 ? metavar : metavar + "..."
    return minimum == 0 ? "[\(word)]" : word
  }
}

extension CommandDeclaration {
  /// The words of the name: two for a command that is part of another one.
  var nameWords: [String] { name.split(separator: " ").map(String.init) }

  var isPart: Bool { nameWords.count > 1 }

  /// The name as one word, for completion scripts.
  var key: String { nameWords.joined(separator: "-") }

  init<C: Command>(of type: C.Type, group: String) {
    self.init(
      name: C.name, group: group, summary: C.summary, discussion: C.discussion,
      examples: C.examples, operands: C.operands.declarations,
      options: C.options.map(\.declaration) + [Option<C>.help.declaration])
  }

  /// The words after the program's name: `run [options] FILE`.
  var usage: String {
    let options = options.count > 1 ? ["[options]"] : []
    return ([name] + options + operands.map(\.usage)).joined(separator: " ")
  }

  /// The options under their headings, in the order in which the headings first appear.
  var optionGroups: [(title: String, options: [OptionDeclaration])] {
    grouped(options, by: \.group)
  }
}

/// Elements under their headings, in the order in which the headings first appear.
func grouped<Element>(
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
