@testable import LifeArguments
@testable import LifeCommand

extension Program {
  var flaws: [String] { manual.flaws }
}

extension Manual {
  /// Errors in the declarations.
  var flaws: [String] {
    repeated(commands.map(\.name)).map { "two commands are named '\($0)'" }
      + tooWide(overview()).map { "the overview is too wide: \($0)" }
      + commands.flatMap { command in command.flaws(in: name).map { "\(command.name): \($0)" } }
  }
}

extension CommandDeclaration {
  fileprivate func flaws(in program: String) -> [String] {
    let page = HelpPage(self, program: program)
    let names = options.flatMap(\.names)
    let choices = options.flatMap(\.completion.choices) + operands.flatMap(\.completion.choices)
    return repeated(names).map { "'\($0)' is declared twice" }
      + names.filter { !isOptionName($0) }.map { "'\($0)' is not a valid option name" }
      + choices.filter { !isPlainWord($0) }.map { "'\($0)' cannot be completed in every shell" }
      + tooWide(page.text(.short)).map { "-h is too wide: \($0)" }
      + tooWide(page.text(.long)).map { "--help is too wide: \($0)" }
      + ([summary] + options.map(\.help) + operands.map(\.help)).filter { !$0.hasSuffix(".") }
      .map { "no full stop: \($0)" }
  }
}

private func repeated(_ words: [String]) -> [String] {
  words.indices.filter { words[..<$0].contains(words[$0]) }.map { words[$0] }
}

private func tooWide(_ text: String) -> [String] {
  text.split(separator: "\n").map(String.init).filter { $0.count > helpWidth }
}

/// A letter or digit after one dash, or lowercase words and digits after two.
private func isOptionName(_ name: String) -> Bool {
  let letters = name.utf8.drop { $0 == UInt8(ascii: "-") }
  let isPlain = letters.allSatisfy {
    switch UnicodeScalar($0) {
    case "a"..."z", "0"..."9": true
    case "A"..."Z": letters.count == 1
    default: $0 == UInt8(ascii: "-")
    }
  }
  let dashes = name.utf8.count - letters.count
  return isPlain && (dashes == 1 && letters.count == 1 || dashes == 2 && letters.count > 1)
}

/// Whether no shell requires quotes for the word: completions list choices without quotes.
private func isPlainWord(_ word: String) -> Bool {
  !word.isEmpty
    && word.utf8.allSatisfy {
      switch UnicodeScalar($0) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "+", "/", ",": true
      default: false
      }
    }
}
