package import LifeCore
internal import LifeIO

/// Parses the words after a command's name, and passes each value to the command.
///
/// The syntax follows getopt_long without abbreviated long names: `-n 5`, `-n5`, `--generations 5`,
/// `--generations=5`, `-qn5`. Options may follow operands; `--` ends the options, and `-` is an
/// operand.
///
/// The parser reads declarations, and the caller sets options. A generic parser, or one with
/// closures to set options, would be compiled once per command.
package struct CommandParser {
  /// The options of the command; the first prints the help.
  private let options: [OptionDeclaration]
  /// The words not yet read.
  private var words: ArraySlice<Argument>
  /// The next letter in a word of several short options, such as `-qn5`; `nil` between words.
  private var nextLetter: WordPosition?
  private var operandWords: [Argument] = []
  /// The first name used for each option of `options`.
  private var given: [String?]

  /// The request of one option on the command line.
  package enum Step {
    case set(Setting)
    case help(HelpLength)
  }

  /// An option as given, by its index in `options`.
  package struct Setting {
    package let index: Int
    package let name: String
    /// The start of its value; `nil` for a flag.
    fileprivate var position: WordPosition?

    package var value: Argument? { position.map { $0.word.dropFirst($0.offset) } }

    package func error(_ error: ValueError) -> UsageError {
      UsageError(
        error, of: name, in: position?.word ?? Argument(name), from: position?.offset ?? 0)
    }
  }

  /// A word, and the start of an option or value in it, in bytes.
  fileprivate typealias WordPosition = (word: Argument, offset: Int)

  /// - Parameter options: the options; the first prints the help.
  package init(options: [OptionDeclaration], words: [Argument]) {
    self.options = options
    self.words = words[...]
    given = Array(repeating: nil, count: options.count)
  }
}

extension Command {
  /// Parses the words after the command's name.
  ///
  /// - Parameter hasInput: whether standard input is a file or a pipe. A command reads it if no
  ///   pattern is named.
  package static func parse(
    _ words: [Argument], into initial: Self = Self(),
    hasInput: () -> Bool = { Console.hasInput }
  ) throws(UsageError) -> ParsedCommand<Self> {
    var command = initial
    command.words = words
    let options = [.help] + Self.options + [.ignoredQuiet]
    var parser = CommandParser(options: options.map(\.declaration), words: words)
    while let step = try parser.next() {
      switch step {
      case .help(let length): return .help(length)
      case .set(let setting): try options[setting.index].apply(setting, to: &command)
      }
    }
    var words = try parser.readOperands()
    if words.isEmpty, operands.canReadInput(command), hasInput() { words = ["-"] }
    try operands.store(words, in: &command)
    try command.validate()
    return .command(command)
  }
}

extension Option {
  fileprivate func apply(
    _ setting: CommandParser.Setting, to command: inout C
  ) throws(UsageError) {
    do {
      try store(&command, setting.value ?? "")
    } catch {
      throw setting.error(error)
    }
  }
}

extension CommandParser {
  /// Reads words up to the next option. Returns `nil` after the last one.
  package mutating func next() throws(UsageError) -> Step? {
    if let nextLetter { return try readLetter(of: nextLetter.word, at: nextLetter.offset) }
    while let word = words.popFirst() {
      if word == "--" {
        operandWords += words
        words = []
      } else if word.starts(with: "--") {
        return try readLong(word)
      } else if word.starts(with: "-"), word != "-" {
        return try readLetter(of: word, at: 1)
      } else {
        operandWords.append(word)
      }
    }
    return nil
  }

  /// The operands, available once all options are read.
  package func readOperands() throws(UsageError) -> [Argument] {
    if let address = operandWords.first(where: \.isWebAddress) {
      throw UsageError(
        "'\(address)' is a web address, and patterns are read from files",
        hint: "try 'curl -sLO \(Path(bytes: address.bytes).quotedForShell)'")
    }
    return operandWords
  }

  private mutating func readLong(_ word: Argument) throws(UsageError) -> Step {
    let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
    let name = Argument(bytes: Array(word.bytes[..<(equals ?? word.bytes.endIndex)]))
    guard let index = index(of: name) else { throw unknownOptionError(for: name, in: word) }
    let takesValue = options[index].metavar != nil
    if !takesValue, equals != nil { throw UsageError("option '\(name)' takes no value") }
    if index == 0 { return .help(.long) }
    guard takesValue else { return .set(Setting(index: index, name: name.text)) }
    let position =
      if let equals { (word, equals + 1) } else { try nextWord(for: index, named: name.text) }
    return try .set(setting(index, name: name.text, valueAt: position))
  }

  /// Reads one letter of `-q`, `-n5` or `-qn5`. Only the last option of a word can have a value.
  private mutating func readLetter(
    of word: Argument, at offset: Int
  ) throws(UsageError) -> Step {
    let isLast = offset + 1 == word.bytes.count
    nextLetter = isLast ? nil : (word, offset + 1)
    let name = Argument(bytes: [UInt8(ascii: "-"), word.bytes[offset]])
    guard let index = index(of: name) else {
      throw unknownLetterError(in: word, at: offset)
    }
    if index == 0 { return .help(.short) }
    guard options[index].metavar != nil else {
      return .set(Setting(index: index, name: name.text))
    }
    nextLetter = nil
    let position =
      isLast
      ? try nextWord(for: index, named: name.text)
      : try restOfWord(word, from: offset + 1, name: name)
    return try .set(setting(index, name: name.text, valueAt: position))
  }

  private func restOfWord(
    _ word: Argument, from offset: Int, name: Argument
  ) throws(UsageError) -> WordPosition {
    guard word.bytes[offset] != UInt8(ascii: "=") else {
      let value = word.dropFirst(offset + 1)
      throw UsageError(
        "option '\(name)' takes its value without '='",
        hint: "write '\(name) \(value)' or '\(name)\(value)'")
    }
    return (word, offset)
  }

  /// The next word, unless it is the name of an option. Give a file named `--json` as
  /// `--output=--json`.
  private mutating func nextWord(
    for index: Int, named name: String
  ) throws(UsageError) -> WordPosition {
    let missing = "option '\(name)' requires a value"
    guard let word = words.popFirst() else {
      throw UsageError(missing, hint: "write '\(name) \(options[index].metavar ?? "VALUE")'")
    }
    if word == "--" || word.starts(with: "-") && self.index(of: word) != nil {
      let long = options[index].longNames.first
      throw UsageError(
        "\(missing), found '\(word)'",
        hint: "if that is the value, write '\(long.map { $0 + "=" } ?? name)\(word)'")
    }
    return (word, 0)
  }

  private mutating func setting(
    _ index: Int, name: String, valueAt position: WordPosition
  ) throws(UsageError) -> Setting {
    if let first = given[index], !options[index].repeats {
      throw UsageError(
        "option '\(name)' given twice",
        hint: first == name
          ? "one value serves the whole command" : "'\(first)' is the same option")
    }
    given[index] = name
    return Setting(index: index, name: name, position: position)
  }

  private var names: [String] { options.flatMap(\.names) }

  /// The index of an option in ``options``; `nil` for other words.
  private func index(of name: Argument) -> Int? {
    options.firstIndex { $0.names.contains(name.text) }
  }

  private func unknownOptionError(for name: Argument, in word: Argument) -> UsageError {
    if let error = errorForFileLikeOption(word) { return error }
    let long = names.filter { $0.starts(with: "--") }
    let near = synonym(for: name) ?? nearest(to: name.text, among: long)
    let encoder = Synonyms.encoder(for: name.text, among: names)
    return UsageError("unknown option '\(name)'", hint: encoder ?? didYouMean([near]))
  }

  /// The option for a name from other programs, by its first name.
  private func synonym(for name: Argument) -> String? {
    guard let long = Synonyms.option(for: name.text, among: names) else { return nil }
    return options.first { $0.names.contains(long) }?.names[0]
  }

  /// The error for a file with a name that begins with a hyphen; `nil` for other words.
  private func errorForFileLikeOption(_ word: Argument) -> UsageError? {
    guard isRegularFile(Path(bytes: word.bytes)) else { return nil }
    let name = Path(bytes: Array("./".utf8) + word.bytes)
    return UsageError(
      "the file '\(word)' looks like an option", hint: "write \(name.quotedForShell)")
  }

  /// The error for an unknown letter in `word`; suggests `--quiet` for `-quiet`.
  private func unknownLetterError(in word: Argument, at offset: Int) -> UsageError {
    if let error = errorForFileLikeOption(word) { return error }
    let long = Argument(bytes: [UInt8(ascii: "-")] + word.bytes)
    if index(of: long) != nil {
      return UsageError("unknown option '\(word)'", hint: didYouMean([long.text]))
    }
    if offset > 1, word.bytes[offset] == UInt8(ascii: "=") {
      let flag = Argument(bytes: [UInt8(ascii: "-"), word.bytes[offset - 1]])
      return UsageError("option '\(flag)' takes no value")
    }
    let letter = String(word.dropFirst(offset).text.prefix(1))
    let end = min(offset + letter.utf8.count, word.bytes.count)
    let caret = UsageError.Caret(word: word, range: offset..<end)
    let name = Argument("-\(letter)")
    if offset == 1, let option = synonym(for: name) {
      return UsageError("unknown option '\(name)'", hint: didYouMean([option]))
    }
    // A command that does not know `-o` prints its output.
    let hint = letter == "o" ? "the output is printed; write '> FILE'" : nil
    return UsageError(
      "unknown option '\(name)'", hint: hint, caret: word == name || hint != nil ? nil : caret)
  }
}

extension Argument {
  fileprivate var isWebAddress: Bool {
    ["http://", "https://", "ftp://"].contains { text.lowercased().hasPrefix($0) }
  }
}
