internal import LifeCore
internal import LifeIO

/// Reads the lines of a table:
///
///      n_states:4
///      neighborhood:Moore
///      symmetries:rotate8
///      var a={1,2,3}
///      0,a,1,1,0,0,0,0,0,a        cell, neighbours, next state
///
/// Without commas and variables, and for at most ten states, a transition is a row of digits.
struct TableSection {
  private let lines: LineReader
  private var states: Int?
  private var neighbourhood: RuleTable.Neighbourhood?
  private var symmetry: TableSymmetry?
  /// From the first variable or transition on.
  private var transitions: Transitions?
  private var variables: [[UInt8]: Int] = [:]

  init(_ lines: LineReader) { self.lines = lines }

  /// So many variables are enough for any rule, and each takes memory.
  private static let mostVariables = 1 << 16

  /// Reads the current line.
  mutating func readLine() throws {
    let words = RuleFileWords(lines.line)
    if words.isEmpty { return }
    if let value = words.value(after: "n_states", mark: colon) {
      try setStates(words, value)
    } else if let value = words.value(after: "neighborhood", mark: colon) {
      try setNeighbourhood(words, value)
    } else if let value = words.value(after: "symmetries", mark: colon) {
      try setSymmetry(words, value)
    } else if words[0].map({ $0 | 0x20 }).elementsEqual("var".utf8) {
      try addVariable(words)
    } else {
      try addTransition(words)
    }
  }

  private var colon: UInt8 { UInt8(ascii: ":") }

  /// The whole table, once the section is over.
  func finish() throws -> Transitions { try transitions ?? begun(at: 0) }
}

// MARK: - The headers

extension TableSection {
  private mutating func setStates(_ words: RuleFileWords, _ value: Range<Int>) throws {
    try checkOrder(isNew: states == nil, "n_states")
    guard let count = RuleFileWords.number(words.bytes[value]), (2...256).contains(count) else {
      throw lines.error("expected a number of states from 2 to 256", ahead: value.lowerBound)
    }
    states = count
  }

  private mutating func setNeighbourhood(_ words: RuleFileWords, _ value: Range<Int>) throws {
    try checkOrder(isNew: neighbourhood == nil, "neighborhood")
    let word = String(decoding: words.bytes[value], as: UTF8.self)
    guard let known = RuleTable.Neighbourhood(rawValue: word) else {
      let all = RuleTable.Neighbourhood.allCases.map(\.rawValue)
      throw lines.error("expected \(all.listed)", ahead: value.lowerBound)
    }
    neighbourhood = known
  }

  private mutating func setSymmetry(_ words: RuleFileWords, _ value: Range<Int>) throws {
    try checkOrder(isNew: symmetry == nil, "symmetries")
    guard let neighbourhood else {
      throw lines.error("'neighborhood:' must come before 'symmetries:'")
    }
    let word = String(decoding: words.bytes[value], as: UTF8.self)
    guard let kind = TableSymmetry.Kind(rawValue: word),
      let known = TableSymmetry(kind, of: neighbourhood)
    else {
      let all = TableSymmetry.kinds(of: neighbourhood).map(\.rawValue)
      throw lines.error(
        "expected \(all.listed) for the neighborhood \(neighbourhood.rawValue)",
        ahead: value.lowerBound)
    }
    symmetry = known
  }

  private func checkOrder(isNew: Bool, _ keyword: String) throws {
    guard isNew else { throw lines.error("'\(keyword):' is given twice") }
  }

  /// A table without transitions, for which all headers are needed.
  private func begun(at offset: Int) throws -> Transitions {
    guard let states, let symmetry else {
      let missing =
        (states == nil ? ["'n_states:'"] : [])
        + (neighbourhood == nil ? ["'neighborhood:'"] : [])
        + (symmetry == nil ? ["'symmetries:'"] : [])
      throw lines.error(
        "a table begins with \(missing.joined(separator: " and "))", ahead: offset)
    }
    return Transitions(states: states, symmetry: symmetry)
  }
}

// MARK: - Variables and transitions

extension TableSection {
  /// `var a={0,1,b}`, with the braces and the equals sign or without.
  private mutating func addVariable(_ words: RuleFileWords) throws {
    if transitions == nil { transitions = try begun(at: words.ranges[0].lowerBound) }
    let bytes = words.bytes
    let parts = words.ranges.dropFirst().flatMap { range in
      bytes[range].split { "={}".utf8.contains($0) }
    }
    guard let name = parts.first else {
      throw lines.error(
        "expected a variable such as 'var a={0,1,2}'", ahead: words.ranges[0].upperBound)
    }
    guard RuleFileWords.number(name) == nil else {
      throw lines.error(
        "expected the name of a variable, which is no number", ahead: name.startIndex)
    }
    var values: [State] = []
    for part in parts.dropFirst() {
      let term = try term(bytes, part.indices)
      values += term.variable.map { transitions?.variables[$0].values ?? [] } ?? [State(term.code)]
    }
    guard !values.isEmpty else {
      throw lines.error("expected at least one state in the variable", ahead: name.endIndex)
    }
    guard let number = transitions?.addVariable(Array(name), values),
      number < Self.mostVariables
    else {
      throw lines.error("more than \(Self.mostVariables) variables, the limit")
    }
    variables[Array(name)] = number
  }

  private mutating func addTransition(_ words: RuleFileWords) throws {
    if transitions == nil { transitions = try begun(at: words.ranges[0].lowerBound) }
    let width = transitions?.width ?? 0
    var terms: [Transitions.Term] = []
    for range in (isCompact(words) ? digits(words) : words.ranges).prefix(width) {
      terms.append(try term(words.bytes, range))
    }
    guard terms.count == width else {
      throw lines.error(
        "expected \(width) states or variables (cell, \(width - 2) neighbours, next state), found "
          + "\(terms.count)", ahead: words.bytes.count)
    }
    guard transitions?.isDefinite(terms) == true else {
      throw lines.error(
        "the next state must be a state, or a variable of one state or that an earlier term binds",
        ahead: words.ranges[width - 1].lowerBound)
    }
    transitions?.append(terms)
  }

  /// Whether a transition is a row of digits.
  private func isCompact(_ words: RuleFileWords) -> Bool {
    variables.isEmpty && (states ?? 0) <= 10 && !words.bytes.contains(UInt8(ascii: ","))
  }

  private func digits(_ words: RuleFileWords) -> [Range<Int>] {
    words.ranges[0].map { $0..<$0 + 1 }
  }

  /// A state or a variable.
  private func term(_ bytes: [UInt8], _ range: Range<Int>) throws -> Transitions.Term {
    if let number = RuleFileWords.number(bytes[range]) {
      guard let states, number < states else {
        throw lines.error(
          "a state is 0 to \((states ?? 256) - 1), as 'n_states:' says", ahead: range.lowerBound)
      }
      return .state(State(number))
    }
    if let variable = variables[Array(bytes[range])] { return .variable(variable) }
    let word = String(decoding: bytes[range].prefix(20), as: UTF8.self)
    throw lines.error("'\(word)' is neither a state nor a variable", ahead: range.lowerBound)
  }
}

extension [String] {
  /// `'a', 'b' or 'c'`
  fileprivate var listed: String {
    let quoted = map { "'\($0)'" }
    return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }
}
