import LifeRun

/// Parses the words after a command's name into the command.
///
/// The syntax is that of getopt_long without abbreviated long names: `-n 5`, `-n5`,
/// `--generations 5`, `--generations=5`, `-qn5`; options may follow operands; `--` ends the
/// options;
/// `-` is an operand.
struct CommandParser<C: Command> {
  private let options = C.options + [.help]
  private let hasInput: () -> Bool
  private var command: C
  /// All words, and those that are not yet read.
  private var line: [Argument] = []
  private var words: ArraySlice<Argument> = []
  private var operands: [Argument] = []
  /// The name with which each option of `options` was first given.
  private var given: [String?]

  enum Outcome {
    case command(C)
    case help(HelpLength)
  }

  /// - Parameter hasInput: whether standard input is a file or a pipe, which a command reads if no
  ///   pattern is named.
  init(_ command: C = C(), hasInput: @escaping () -> Bool = { Console.hasInput }) {
    self.command = command
    self.hasInput = hasInput
    given = Array(repeating: nil, count: options.count)
  }
}

extension CommandParser {
  /// Parses `words` into the command, or into a request for help.
  consuming func parse(_ words: [Argument]) throws(UsageError) -> Outcome {
    line = words
    self.words = words[...]
    while let word = self.words.popFirst() {
      if word == "--" {
        operands += self.words
        break
      }
      if let length = try read(word) { return .help(length) }
    }
    if let address = operands.first(where: \.isWebAddress) { throw webAddress(address) }
    if operands.isEmpty, C.operands.canReadInput(command), hasInput() { operands = ["-"] }
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
      let option = options.first(where: { $0.declaration.names.contains(long) })
    else { return nil }
    var corrected = line
    let name = Argument(option.declaration.names[0])
    corrected.replaceSubrange(
      current...current, with: value.bytes.isEmpty ? [name] : [name, value])
    return "try '\(Self.commandLine(corrected))'"
  }

  /// The error for a web address in place of a file: the program does not open connections.
  private func webAddress(_ address: Argument) -> UsageError {
    let piped = line.map { $0 == address ? "-" : $0 }
    let readsInput = C.operands.declarations.contains { $0.completion == .pattern }
    let download = "curl -sL\(readsInput ? "" : "O") \(address.quotedForShell)"
    return UsageError(
      "'\(address)' is a web address, and patterns are read from files",
      hint: "try '\(download)\(readsInput ? " | \(Self.commandLine(piped))" : "")'")
  }

  private static func commandLine(_ words: [Argument]) -> String {
    (["life", C.name] + words.map(\.quotedForShell)).joined(separator: " ")
  }
}

extension Argument {
  fileprivate var isWebAddress: Bool {
    ["http://", "https://", "ftp://"].contains { text.lowercased().hasPrefix($0) }
  }
}
