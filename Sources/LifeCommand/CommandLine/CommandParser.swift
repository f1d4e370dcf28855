import LifeRun

/// Parses the words after a command's name, and hands each value over to the command.
///
/// The syntax is that of getopt_long without abbreviated long names: `-n 5`, `-n5`,
/// `--generations 5`, `--generations=5`, `-qn5`; options may follow operands; `--` ends the
/// options;
/// `-` is an operand.
///
/// It reads declarations, not commands: as a generic type it would be compiled for each of them,
/// which took more than half of the time in which the program is compiled.
struct CommandParser {
  private let command: String
  /// The options of the command; the last one prints the help.
  private let options: [OptionDeclaration]
  private let operands: [OperandDeclaration]
  /// All words, and those that are not yet read.
  private var line: [Argument] = []
  private var words: ArraySlice<Argument> = []
  private var operandWords: [Argument] = []
  /// The name with which each option of `options` was first given.
  private var given: [String?]

  /// Sets an option, given by its index in `options`, to a value; a flag has none.
  typealias Setter = (_ index: Int, _ value: Argument?) throws(ValueError) -> Void

  enum Outcome {
    case operands([Argument])
    case help(HelpLength)
  }

  init(command: String, options: [OptionDeclaration], operands: [OperandDeclaration]) {
    self.command = command
    self.options = options
    self.operands = operands
    given = Array(repeating: nil, count: options.count)
  }
}

extension CommandParser {
  /// Sets the options in the order in which they are given, and returns the operands, or a request
  /// for help.
  mutating func parse(_ words: [Argument], set: Setter) throws(UsageError) -> Outcome {
    line = words
    self.words = words[...]
    while let word = self.words.popFirst() {
      if word == "--" {
        operandWords += self.words
        break
      }
      if let length = try read(word, set: set) { return .help(length) }
    }
    if let address = operandWords.first(where: \.isWebAddress) { throw webAddress(address) }
    return .operands(operandWords)
  }
}

/// A command as it was typed, or the help that was asked for in its place.
enum ParsedCommand<C: Command> {
  case command(C)
  case help(HelpLength)
}

extension Command {
  /// Parses the words after the command's name.
  ///
  /// - Parameter hasInput: whether standard input is a file or a pipe, which a command reads if no
  ///   pattern is named.
  static func parse(
    _ words: [Argument], into initial: Self = Self(),
    hasInput: () -> Bool = { Console.hasInput }
  ) throws(UsageError) -> ParsedCommand<Self> {
    var command = initial
    let options = Self.options + [.help]
    var parser = CommandParser(
      command: name, options: options.map(\.declaration), operands: operands.declarations)
    let outcome = try parser.parse(words) { (index, value) throws(ValueError) in
      switch options[index].action {
      case .flag(let set): set(&command)
      case .value(let store): if let value { try store(&command, value) }
      case .help: break
      }
    }
    switch outcome {
    case .help(let length): return .help(length)
    case .operands(var words):
      if words.isEmpty, operands.canReadInput(command), hasInput() { words = ["-"] }
      try operands.store(words, in: &command)
      try command.validate()
      return .command(command)
    }
  }
}

extension CommandParser {
  private enum Role { case flag, value, help }

  private func role(of index: Int) -> Role {
    if index == options.count - 1 { return .help }
    return options[index].metavar == nil ? .flag : .value
  }

  private mutating func read(_ word: Argument, set: Setter) throws(UsageError) -> HelpLength? {
    if word.starts(with: "--") { return try readLong(word, set: set) }
    if word.starts(with: "-"), word != "-" { return try readShort(word, set: set) }
    operandWords.append(word)
    return nil
  }

  private mutating func readLong(_ word: Argument, set: Setter) throws(UsageError) -> HelpLength? {
    let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
    let name = Argument(bytes: Array(word.bytes[..<(equals ?? word.bytes.endIndex)]))
    guard let index = place(of: name) else { throw unknown(name) }
    switch role(of: index) {
    case .help where equals == nil: return .long
    case .flag where equals == nil: try setFlag(index, name.text, set: set)
    case .help, .flag: throw UsageError("option '\(name)' takes no value")
    case .value:
      let value = if let equals { (word, equals + 1) } else { try nextWord(for: index, name.text) }
      try store(value, of: index, name.text, set: set)
    }
    return nil
  }

  /// Parses `-q`, `-n5`, or several short options in one word, of which only the last has a value.
  private mutating func readShort(_ word: Argument, set: Setter) throws(UsageError) -> HelpLength? {
    for offset in word.bytes.indices.dropFirst() {
      let name = Argument(bytes: [UInt8(ascii: "-"), word.bytes[offset]])
      guard let index = place(of: name) else { throw unknown(in: word, at: offset) }
      switch role(of: index) {
      case .help: return .short
      case .flag: try setFlag(index, name.text, set: set)
      case .value:
        let value =
          offset + 1 < word.bytes.count
          ? try restOfWord(word, from: offset + 1, name) : try nextWord(for: index, name.text)
        try store(value, of: index, name.text, set: set)
        return nil
      }
    }
    return nil
  }

  private func setFlag(_ index: Int, _ name: String, set: Setter) throws(UsageError) {
    do {
      try set(index, nil)
    } catch {
      throw UsageError(error, of: name, in: Argument(name))
    }
  }
}

extension CommandParser {
  /// The word that contains a value, and the offset of the value in it.
  private typealias Value = (word: Argument, offset: Int)

  private func restOfWord(
    _ word: Argument, from offset: Int, _ name: Argument
  ) throws(UsageError) -> Value {
    guard word.bytes[offset] != UInt8(ascii: "=") else {
      let value = word.dropFirst(offset + 1)
      throw UsageError(
        "option '\(name)' takes its value without '='",
        hint: "write '\(name) \(value)' or '\(name)\(value)'")
    }
    return (word, offset)
  }

  /// The next word, unless it is the name of an option. A file named `--json` can be given as
  /// `--output=--json`.
  private mutating func nextWord(for index: Int, _ name: String) throws(UsageError) -> Value {
    let missing = "option '\(name)' requires a value"
    guard let word = words.popFirst() else {
      throw UsageError(missing, hint: "write '\(name) \(options[index].metavar ?? "VALUE")'")
    }
    if word == "--" || place(of: word) != nil {
      let long = options[index].longNames.first
      throw UsageError(
        "\(missing), found '\(word)'",
        hint: "if that is the value, write '\(long.map { $0 + "=" } ?? name)\(word)'")
    }
    return (word, 0)
  }

  private mutating func store(
    _ value: Value, of index: Int, _ name: String, set: Setter
  ) throws(UsageError) {
    if let first = given[index], !options[index].repeats {
      throw UsageError(
        "option '\(name)' given twice", hint: first == name ? nil : "'\(first)' is the same option")
    }
    given[index] = name
    do {
      try set(index, value.word.dropFirst(value.offset))
    } catch {
      throw UsageError(error, of: name, in: value.word, from: value.offset)
    }
  }
}

extension CommandParser {
  private var names: [String] { options.flatMap(\.names) }

  private func place(of name: Argument) -> Int? {
    options.firstIndex { $0.names.contains(name.text) }
  }

  private func unknown(_ name: Argument) -> UsageError {
    if let hint = synonymHint(name, joined: line[current].dropFirst(name.bytes.count + 1)) {
      return UsageError("unknown option '\(name)'", hint: hint)
    }
    let long = names.filter { $0.starts(with: "--") }
    return UsageError(
      "unknown option '\(name)'", hint: didYouMean(nearest(to: name.text, among: long)))
  }

  /// The error for a letter of `word` that is not an option; suggests `--quiet` for `-quiet`.
  private func unknown(in word: Argument, at offset: Int) -> UsageError {
    let long = Argument(bytes: [UInt8(ascii: "-")] + word.bytes)
    if place(of: long) != nil {
      return UsageError("unknown option '\(word)'", hint: didYouMean(long.text))
    }
    if offset > 1, word.bytes[offset] == UInt8(ascii: "=") {
      let flag = Argument(bytes: [UInt8(ascii: "-"), word.bytes[offset - 1]])
      return UsageError("option '\(flag)' takes no value")
    }
    let letter = String(word.dropFirst(offset).text.prefix(1))
    let end = min(offset + letter.utf8.count, word.bytes.count)
    let caret = UsageError.Caret(word: word, range: offset..<end)
    let name = Argument("-\(letter)")
    if offset == 1, let hint = synonymHint(name, joined: word.dropFirst(end)) {
      return UsageError("unknown option '\(name)'", hint: hint)
    }
    return UsageError("unknown option '\(name)'", caret: word == name ? nil : caret)
  }
}

// MARK: - What other programs accept

/// Options of other programs, and the options of this one for the same purpose.
private let synonyms: [String: String] = {
  let groups: [(option: String, names: [String])] = [
    (
      "--generations",
      ["-g", "-m", "--gen", "--gens", "--generation", "--step", "--steps", "--iterations"]
    ),
    ("--to", ["-f", "-F", "--format", "--output-format"]),
    ("--output", ["--out", "--outfile", "--output-file"]),
    ("--jobs", ["-j", "--parallel"]),
  ]
  return Dictionary(
    uniqueKeysWithValues: groups.flatMap { group in group.names.map { ($0, group.option) } })
}()

extension CommandParser {
  /// The index in `line` of the word that was read last.
  private var current: Int { line.count - words.count - 1 }

  /// The command line with the option of this program in place of a synonym.
  ///
  /// - Parameter value: the value in the same word; empty if it is in the next one.
  private func synonymHint(_ name: Argument, joined value: Argument) -> String? {
    guard let long = synonyms[name.text],
      let option = options.first(where: { $0.names.contains(long) })
    else { return nil }
    var corrected = line
    let name = Argument(option.names[0])
    corrected.replaceSubrange(
      current...current, with: value.bytes.isEmpty ? [name] : [name, value])
    return "try '\(commandLine(corrected))'"
  }

  /// The error for a web address in place of a file: the program does not open connections.
  private func webAddress(_ address: Argument) -> UsageError {
    let piped = line.map { $0 == address ? "-" : $0 }
    let readsInput = operands.contains { $0.completion == .pattern }
    let download = "curl -sL\(readsInput ? "" : "O") \(address.quotedForShell)"
    return UsageError(
      "'\(address)' is a web address, and patterns are read from files",
      hint: "try '\(download)\(readsInput ? " | \(commandLine(piped))" : "")'")
  }

  private func commandLine(_ words: [Argument]) -> String {
    (["life", command] + words.map(\.quotedForShell)).joined(separator: " ")
  }
}

extension Argument {
  fileprivate var isWebAddress: Bool {
    ["http://", "https://", "ftp://"].contains { text.lowercased().hasPrefix($0) }
  }
}
