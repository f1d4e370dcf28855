// Format: https://golly.sourceforge.io/Help/formats.html#rule
internal import LifeCore
internal import LifeIO

/// Reads the lines of a transition table:
///
///      n_states:4
///      neighborhood:Moore
///      symmetries:rotate8
///      var a={1,2,3}
///      0,a,1,1,0,0,0,0,0,a        cell, neighbors, next state
///
/// In a table without variables and with at most ten states, a transition may be digits without
/// commas.
struct TableSection {
  private let lines: LineReader
  private var states: Int?
  private var neighborhood: RuleTable.Neighborhood?
  private var symmetry: TableSymmetry?
  /// `nil` until the first variable or transition.
  private var transitions: Transitions?
  private var variables: [[UInt8]: Int] = [:]

  init(_ lines: LineReader) { self.lines = lines }

  /// The maximum number of variables. Each takes memory, and no known rule has nearly as many.
  private static let maxVariables = 1 << 16

  /// Reads the current line.
  mutating func readLine() throws {
    let words = RuleFileWords(lines.line)
    if words.isEmpty { return }
    if let value = words.value(after: "n_states", mark: colon) {
      try setStates(from: words, at: value)
    } else if let value = words.value(after: "neighborhood", mark: colon) {
      try setNeighborhood(from: words, at: value)
    } else if let value = words.value(after: "symmetries", mark: colon) {
      try setSymmetry(from: words, at: value)
    } else if words[0].map({ $0 | 0x20 }).elementsEqual("var".utf8) {
      try addVariable(words)
    } else {
      try addTransition(words)
    }
  }

  private var colon: UInt8 { UInt8(ascii: ":") }

  /// The table at the end of the section.
  func finish() throws -> Transitions { try transitions ?? emptyTable(at: 0) }
}

// MARK: - The headers

extension TableSection {
  private mutating func setStates(from words: RuleFileWords, at value: Range<Int>) throws {
    try checkIsNew("n_states", known: states != nil)
    guard let count = RuleFileWords.number(words.bytes[value]), (2...256).contains(count) else {
      throw lines.error("expected a number of states from 2 to 256", ahead: value.lowerBound)
    }
    states = count
  }

  private mutating func setNeighborhood(from words: RuleFileWords, at value: Range<Int>) throws {
    try checkIsNew("neighborhood", known: neighborhood != nil)
    let word = String(decoding: words.bytes[value], as: UTF8.self)
    guard let known = RuleTable.Neighborhood(rawValue: word) else {
      let all = RuleTable.Neighborhood.allCases.map { "'\($0.rawValue)'" }
      throw lines.error("expected \(all.listed(with: "or"))", ahead: value.lowerBound)
    }
    neighborhood = known
  }

  private mutating func setSymmetry(from words: RuleFileWords, at value: Range<Int>) throws {
    try checkIsNew("symmetries", known: symmetry != nil)
    guard let neighborhood else {
      throw lines.error("'neighborhood:' must come before 'symmetries:'")
    }
    let word = String(decoding: words.bytes[value], as: UTF8.self)
    guard let group = TableSymmetry.Group(rawValue: word),
      let known = TableSymmetry(group, of: neighborhood)
    else {
      let all = TableSymmetry.groups(of: neighborhood).map { "'\($0.rawValue)'" }
      throw lines.error(
        "expected \(all.listed(with: "or")) for the neighborhood \(neighborhood.rawValue)",
        ahead: value.lowerBound)
    }
    symmetry = known
  }

  private func checkIsNew(_ keyword: String, known: Bool) throws {
    if known { throw lines.error("'\(keyword):' is given twice") }
  }

  /// A table without transitions.
  ///
  /// - Parameter offset: the place in the current line, for the error.
  /// - Throws: ``ParseError`` unless all headers have been read.
  private func emptyTable(at offset: Int) throws -> Transitions {
    guard let states, let symmetry else {
      let missing =
        (states == nil ? ["'n_states:'"] : [])
        + (neighborhood == nil ? ["'neighborhood:'"] : [])
        + (symmetry == nil ? ["'symmetries:'"] : [])
      throw lines.error(
        "expected \(missing.joined(separator: " and ")) at the beginning of the table",
        ahead: offset)
    }
    return Transitions(states: states, symmetry: symmetry)
  }
}

// MARK: - Variables and transitions

extension TableSection {
  /// Reads `var a={0,1,b}`. The braces and the equals sign are optional; a square bracket instead
  /// of a brace gives a warning.
  private mutating func addVariable(_ words: RuleFileWords) throws {
    if transitions == nil { transitions = try emptyTable(at: words.ranges[0].lowerBound) }
    let bytes = words.bytes
    let parts = words.ranges.dropFirst().flatMap { range in
      bytes[range].split { "={}[]".utf8.contains($0) }
    }
    if let bracket = bytes.firstIndex(where: { "[]".utf8.contains($0) }) {
      lines.warn("a square bracket is read as a brace", ahead: bracket)
    }
    guard let name = parts.first else {
      throw lines.error(
        "expected a variable such as 'var a={0,1,2}'", ahead: words.ranges[0].upperBound)
    }
    guard RuleFileWords.number(name) == nil else {
      throw lines.error(
        "expected a variable name, found a number", ahead: name.startIndex)
    }
    var values: [State] = []
    for part in parts.dropFirst() {
      let term = try term(bytes, at: part.indices)
      if let state = term.state { values.append(state) }
      if let variable = term.variable { values += transitions?.variables[variable].values ?? [] }
    }
    guard !values.isEmpty else {
      throw lines.error("expected at least one state in the variable", ahead: name.endIndex)
    }
    guard let number = transitions?.addVariable(Array(name), values: values),
      number < Self.maxVariables
    else {
      throw lines.error("the table exceeds the limit of \(Self.maxVariables) variables")
    }
    variables[Array(name)] = number
  }

  private mutating func addTransition(_ words: RuleFileWords) throws {
    if transitions == nil { transitions = try emptyTable(at: words.ranges[0].lowerBound) }
    let width = transitions?.width ?? 0
    var terms: [Transitions.Symbol] = []
    for range in (isCompact(words) ? digits(words) : words.ranges).prefix(width) {
      terms.append(try term(words.bytes, at: range))
    }
    guard terms.count == width else {
      throw lines.error(
        "expected \(width) states or variables (cell, \(width - 2) neighbors, next state), found "
          + "\(terms.count)", ahead: words.bytes.count)
    }
    guard transitions?.isDefinite(terms) == true else {
      throw lines.error(
        "expected a state as the next state, or a variable that has one state or occurs earlier in "
          + "the transition",
        ahead: words.ranges[width - 1].lowerBound)
    }
    transitions?.append(terms)
  }

  /// Whether a transition is digits without commas.
  private func isCompact(_ words: RuleFileWords) -> Bool {
    variables.isEmpty && (states ?? 0) <= 10 && !words.bytes.contains(UInt8(ascii: ","))
  }

  private func digits(_ words: RuleFileWords) -> [Range<Int>] {
    words.ranges[0].map { $0..<$0 + 1 }
  }

  /// A state or a variable.
  private func term(_ bytes: [UInt8], at range: Range<Int>) throws -> Transitions.Symbol {
    if let number = RuleFileWords.number(bytes[range]) {
      guard let states, number < states else {
        throw lines.error(
          "expected a state from 0 to \((states ?? 256) - 1), as 'n_states:' declares",
          ahead: range.lowerBound)
      }
      return .state(State(number))
    }
    if let variable = variables[Array(bytes[range])] { return .variable(variable) }
    let word = TerminalText.printable(bytes[range].prefix(20))
    throw lines.error("'\(word)' is neither a state nor a variable", ahead: range.lowerBound)
  }
}
