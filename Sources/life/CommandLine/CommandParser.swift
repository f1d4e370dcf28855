import LifeRun

/// Parses the words after a command's name into the command.
///
/// The syntax is that of getopt_long without abbreviated long names: `-n 5`, `-n5`,
/// `--generations 5`, `--generations=5`, `-qn5`; options may follow operands; `--` ends the
/// options;
/// `-` is an operand.
struct CommandParser<C: Command> {
  private let options = C.options + [.help]
  private var command: C
  private var words: ArraySlice<Argument> = []
  private var operands: [Argument] = []
  /// The name with which each option of `options` was first given.
  private var given: [String?]

  enum Outcome {
    case command(C)
    case help(HelpLength)
  }

  init(_ command: C = C()) {
    self.command = command
    given = Array(repeating: nil, count: options.count)
  }
}

extension CommandParser {
  /// Parses `words` into the command, or into a request for help.
  consuming func parse(_ words: [Argument]) throws(UsageError) -> Outcome {
    self.words = words[...]
    while let word = self.words.popFirst() {
      if word == "--" {
        operands += self.words
        break
      }
      if let length = try read(word) { return .help(length) }
    }
    try C.operands.store(operands, in: &command)
    try command.validate()
    return .command(command)
  }
}

extension CommandParser {
  private mutating func read(_ word: Argument) throws(UsageError) -> HelpLength? {
    if word.starts(with: "--") { return try readLong(word) }
    if word.starts(with: "-"), word != "-" { return try readShort(word) }
    operands.append(word)
    return nil
  }

  private mutating func readLong(_ word: Argument) throws(UsageError) -> HelpLength? {
    let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
    let name = Argument(bytes: Array(word.bytes[..<(equals ?? word.bytes.endIndex)]))
    guard let index = place(of: name) else { throw unknown(name) }
    switch options[index].action {
    case .help where equals == nil: return .long
    case .flag(let set) where equals == nil: set(&command)
    case .help, .flag: throw UsageError("option '\(name)' takes no value")
    case .value(let store):
      let value = if let equals { (word, equals + 1) } else { try nextWord(for: index, name.text) }
      try self.store(value, of: index, name.text, with: store)
    }
    return nil
  }

  /// Parses `-q`, `-n5`, or several short options in one word, of which only the last has a value.
  private mutating func readShort(_ word: Argument) throws(UsageError) -> HelpLength? {
    for offset in word.bytes.indices.dropFirst() {
      let name = Argument(bytes: [UInt8(ascii: "-"), word.bytes[offset]])
      guard let index = place(of: name) else { throw unknown(in: word, at: offset) }
      switch options[index].action {
      case .help: return .short
      case .flag(let set): set(&command)
      case .value(let store):
        let value =
          offset + 1 < word.bytes.count
          ? try restOfWord(word, from: offset + 1, name) : try nextWord(for: index, name.text)
        try self.store(value, of: index, name.text, with: store)
        return nil
      }
    }
    return nil
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
    let declaration = options[index].declaration
    let missing = "option '\(name)' requires a value"
    guard let word = words.popFirst() else {
      throw UsageError(missing, hint: "write '\(name) \(declaration.metavar ?? "VALUE")'")
    }
    if word == "--" || place(of: word) != nil {
      let long = declaration.longNames.first
      throw UsageError(
        "\(missing), found '\(word)'",
        hint: "if that is the value, write '\(long.map { $0 + "=" } ?? name)\(word)'")
    }
    return (word, 0)
  }

  private mutating func store(
    _ value: Value, of index: Int, _ name: String,
    with store: Store<C>
  ) throws(UsageError) {
    if let first = given[index], !options[index].declaration.repeats {
      throw UsageError(
        "option '\(name)' given twice", hint: first == name ? nil : "'\(first)' is the same option")
    }
    given[index] = name
    do {
      try store(&command, value.word.dropFirst(value.offset))
    } catch {
      throw UsageError(error, of: name, in: value.word, from: value.offset)
    }
  }
}

extension CommandParser {
  private var names: [String] { options.flatMap(\.declaration.names) }

  private func place(of name: Argument) -> Int? {
    options.firstIndex { $0.declaration.names.contains(name.text) }
  }

  private func unknown(_ name: Argument) -> UsageError {
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
    return UsageError("unknown option '\(name)'", caret: word == name ? nil : caret)
  }
}
