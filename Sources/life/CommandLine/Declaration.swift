/// What is said about an option: the help, the manual and the completions are made from it.
struct OptionDeclaration: Equatable, Sendable {
  /// As they are typed, the short ones first: `["-n", "--generations"]`.
  var names: [String]
  /// The word that stands for the value; a flag has none.
  var metavar: String?
  var group: String
  /// One or two short sentences, for the one-screen help.
  var help: String
  /// Paragraphs for the long help and the manual, in the form that ``Prose`` reads.
  var details: String = ""
  var completion: Completion = .none
  var repeats = false
}

/// What is said about an operand.
struct OperandDeclaration: Equatable, Sendable {
  var metavar: String
  var help: String
  var completion: Completion
  var minimum: Int
  /// Nil for any number.
  var maximum: Int?
}

/// What is said about a command: everything but what it does.
struct CommandDeclaration: Equatable, Sendable {
  var name: String
  /// The heading under which the overview lists it.
  var group: String
  var summary: String
  var discussion: String
  var examples: [Example]
  var operands: [OperandDeclaration]
  /// With `-h` as the last of them.
  var options: [OptionDeclaration]
}

/// A command line and what it does.
struct Example: Equatable, Sendable {
  var line: String
  var effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

extension OptionDeclaration {
  /// The help, with the words that the value can be.
  var helpWithChoices: String { listing(completion, in: help) }

  var shortNames: [String] { names.filter { !$0.starts(with: "--") } }
  var longNames: [String] { names.filter { $0.starts(with: "--") } }

  /// `-n, --generations N`
  var signature: String { names.joined(separator: ", ") + (metavar.map { " \($0)" } ?? "") }

  /// The signature with the long names in a column of their own.
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
