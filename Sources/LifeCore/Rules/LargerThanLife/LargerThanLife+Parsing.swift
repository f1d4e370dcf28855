// Grammar, in capitals or small letters:
//
//     rule   = "R" n ",C" n [ ",M" ("0" | "1") ] ",S" counts ",B" counts [ ",N" neighborhood ]
//            | n "," n "," n "," n "," n        range, birth from and to, survival from and to
//            | "R" n "B" n "T" n "S" n "T" n    the same, in Catagolue
//     counts = [ item *( "," item ) ]        item = n [ ( ".." | "-" ) n ]
//     neighborhood = letter | "@" hex [ "H" | "L" ] | "W" hex [ "," hex ] [ "H" | "L" ]
extension LargerThanLife {
  /// Whether a rulestring without its universe has the form of this family: `R5,…`, `r5b…` or five
  /// numbers.
  package static func isRulestring(_ text: ArraySlice<UInt8>) -> Bool {
    if text.first.map({ $0 | 0x20 }) == UInt8(ascii: "r") {
      let digits = text.dropFirst().prefix(while: \.isDigit)
      let mark = text[digits.endIndex...].first
      return !digits.isEmpty && mark.map { ",bB".utf8.contains($0) } == true
    }
    let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return fields.count == 5 && fields.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// Parses a rulestring without its universe.
  ///
  /// - Throws: ``RuleError`` with byte offsets in `text`.
  package init(parsing text: [UInt8]) throws(RuleError) {
    var parser = LargerThanLifeParser(text: text)
    self = try parser.parse()
  }
}

/// Parses one Larger than Life rulestring.
struct LargerThanLifeParser {
  typealias Neighborhood = LargerThanLife.Neighborhood

  /// A number and its bytes in the text.
  struct Number {
    var value: Int
    var location: Range<Int>
  }

  /// The counts of one part as typed, each range with its bytes in the text.
  struct Counts {
    var isRange = false
    var items: [(range: ClosedRange<Int>, location: Range<Int>)] = []

    var set: CountSet { CountSet(items.map(\.range)) }
  }

  let text: [UInt8]
  var position = 0
  private static let example = "a rule such as R5,C0,M1,S34..58,B34..45,NM"

  mutating func parse() throws(RuleError) -> LargerThanLife {
    if let first = text.first, first.isDigit {
      let marks: [StaticString] = [",", ",", ",", ","]
      return try fiveNumbers(number("a number"), marks: marks, example: "5,34,45,34,58")
    }
    try expect("R", as: "R and the range, as in \(Self.example)")
    let range = try number("the range")
    if position < text.count, upper(position) == UInt8(ascii: "B") {
      return try fiveNumbers(range, marks: ["B", "T", "S", "T"], example: "r5b34t45s34t58")
    }
    try expect(",C", as: "',C' and the number of states, as in \(Self.example)")
    let states = try number("the number of states")
    var countsCenter: Bool?
    if accept(",M") { countsCenter = try zeroOrOne() }
    try expect(",S", as: "',S' and the survival counts, as in \(Self.example)")
    let survival = try counts()
    try expect(",B", as: "',B' and the birth counts, as in \(Self.example)")
    let birth = try counts()
    let cells =
      accept(",N")
      ? try neighborhood(range, states: max(2, states.value))
      : Neighborhood(.moore, range: try checked(range, for: .moore))
    guard position == text.count else {
      throw RuleError("unexpected \(found) after the rule", at: location)
    }
    return try rule(
      cells, states: states, countsCenter: countsCenter, survival: survival, birth: birth)
  }

  /// `5,34,45,34,58` or `r5b34t45s34t58`: range, birth from and to, survival from and to.
  ///
  /// - Parameter marks: the text before each number after the range.
  private mutating func fiveNumbers(
    _ range: Number, marks: [StaticString], example: String
  ) throws(RuleError) -> LargerThanLife {
    var numbers = [range]
    for mark in marks {
      try expect(mark, as: "five numbers, as in \(example)")
      numbers.append(try number("a number"))
    }
    guard position == text.count else {
      throw RuleError("unexpected \(found) after five numbers", at: location)
    }
    let cells = Neighborhood(.moore, range: try checked(numbers[0], for: .moore))
    var birth = Counts(isRange: true)
    var survival = Counts(isRange: true)
    birth.items = [try countRange(from: numbers[1], to: numbers[2])]
    survival.items = [try countRange(from: numbers[3], to: numbers[4])]
    return try rule(
      cells, states: Number(value: 0, location: 0..<0), countsCenter: true, survival: survival,
      birth: birth)
  }

  /// Parses the digit after `M`: whether a cell counts itself.
  private mutating func zeroOrOne() throws(RuleError) -> Bool {
    let number = try number("0 or 1")
    guard number.value <= 1 else {
      throw RuleError(
        "expected M1 if a cell counts itself, or M0; found M\(typed(number))", at: number.location)
    }
    return number.value == 1
  }

  /// Combines the parts, and checks the counts against the largest sum of the neighborhood.
  private func rule(
    _ cells: Neighborhood, states: Number, countsCenter: Bool?, survival: Counts,
    birth: Counts
  ) throws(RuleError) -> LargerThanLife {
    guard states.value <= 256 else {
      throw RuleError("a rule has at most 256 states, not \(typed(states))", at: states.location)
    }
    let isRange = countsCenter != nil && survival.isRange && birth.isRange
    // M1 adds the cell itself to a neighborhood without it.
    let addsCenter = countsCenter == true && !cells.includesCenter
    // The list form has no M1, so its survival counts leave out the cell itself: they are one less.
    let shift = addsCenter && !isRange ? -1 : 0
    if addsCenter, let none = survival.items.first(where: { $0.range.lowerBound == 0 }) {
      throw RuleError(
        "with M1 a cell counts itself, so S starts at 1",
        at: none.location)
    }
    let rule = LargerThanLife(
      cells, states: max(2, states.value), birth: birth.set,
      survival: survival.set.shifted(by: shift),
      spelling: isRange ? .ranges(countsCenter: countsCenter == true) : .lists)
    let most = rule.fullSum + (countsCenter == true ? 1 : 0)
    for item in survival.items + birth.items where item.range.upperBound > most {
      throw RuleError(
        "with range \(cells.range) and N\(cells.shape.rawValue) a count is at most \(most),"
          + " not \(typed(item.location))", at: item.location)
    }
    try rejectBirthFromNothing(in: rule, birth: birth)
    return rule
  }

  /// Rejects rules under which stored cells come from nothing.
  private func rejectBirthFromNothing(
    in rule: LargerThanLife, birth: Counts
  ) throws(RuleError) {
    let zeroItem = birth.items.first { $0.range.contains(0) }
    if let zeroItem, rule.states > 2 {
      throw RuleError("birth with 0 neighbors (B0) requires two states, C0", at: zeroItem.location)
    }
    let phases = Rule(.largerThanLife(rule)).phases
    guard !phases.contains(where: { $0.largerThanLife?.birth.contains(0) == true }) else {
      let location = birth.items.first { $0.range.contains(rule.emptySum) }?.location
      throw RuleError(
        "the weight of state 0 gives birth where all cells are dead",
        at: location ?? zeroItem?.location ?? 0..<text.count)
    }
  }
}

// MARK: - Counts

extension LargerThanLifeParser {
  /// Parses `34..58`, or a list such as `3,5-7`, which may be empty.
  private mutating func counts() throws(RuleError) -> Counts {
    var counts = Counts()
    guard position < text.count, text[position].isDigit else { return counts }
    repeat {
      let first = try number("a count")
      if accept("..") {
        counts.isRange = counts.items.isEmpty
        counts.items.append(try countRange(from: first, to: try number("a count")))
      } else if accept("-") {
        counts.items.append(try countRange(from: first, to: try number("a count")))
      } else {
        counts.items.append((first.value...first.value, first.location))
      }
    } while acceptCommaBeforeDigit()
    if counts.items.count > 1 { counts.isRange = false }
    return counts
  }

  /// The counts from one number to another, and the bytes of both in the text.
  private func countRange(
    from first: Number, to last: Number
  ) throws(RuleError) -> (ClosedRange<Int>, Range<Int>) {
    let location = first.location.lowerBound..<last.location.upperBound
    guard first.value <= last.value else {
      throw RuleError("counts from \(first.value) to \(last.value) run backwards", at: location)
    }
    return (first.value...last.value, location)
  }

  private mutating func acceptCommaBeforeDigit() -> Bool {
    guard position + 1 < text.count, text[position] == UInt8(ascii: ","),
      text[position + 1].isDigit
    else { return false }
    position += 1
    return true
  }
}

// MARK: - Neighborhoods

extension LargerThanLifeParser {
  private static let shapes =
    "M, N, C, 2, +, X, *, #, B, D, H, A, 3, L, G, @ and digits, or W and digits"

  private mutating func neighborhood(
    _ range: Number, states: Int
  ) throws(RuleError) -> Neighborhood {
    guard position < text.count,
      let shape = Neighborhood.Shape(rawValue: String(Unicode.Scalar(upper(position))))
    else {
      throw RuleError("expected a neighborhood (\(Self.shapes)), found \(found)", at: location)
    }
    position += 1
    var cells = Neighborhood(shape, range: try checked(range, for: shape))
    let start = position
    let side = 2 * cells.range + 1
    switch shape {
    case .custom:
      let count = (side * side - 1) / 4
      cells.digits = hexDigits()
      guard cells.digits.count == count else {
        throw RuleError(
          "a custom neighborhood of range \(cells.range) has \(count) hexadecimal digits,"
            + " not \(cells.digits.count)", at: location(from: start))
      }
    case .weighted:
      cells.digits = hexDigits()
      guard [side * side, 2 * side * side].contains(cells.digits.count) else {
        throw RuleError(
          "a weighted neighborhood of range \(cells.range) has \(side * side) weights of one or two"
            + " hexadecimal digits each, not \(cells.digits.count) digits",
          at: location(from: start))
      }
      if accept(",") { cells.stateWeights = try stateWeights(states) }
    default: return cells
    }
    if accept("H") {
      cells.tiling = .hexagonal
    } else if accept("L") {
      cells.tiling = .triangular
    }
    return cells
  }

  private mutating func stateWeights(_ states: Int) throws(RuleError) -> [Int] {
    let start = position
    let digits = hexDigits()
    guard digits.count == states else {
      throw RuleError(
        "a rule of \(states) states has \(states) state weights,"
          + " one hexadecimal digit each, not \(digits.count)", at: location(from: start))
    }
    return digits.map(\.hexadecimalValue)
  }

  /// Takes hexadecimal digits; returns them in lower case.
  private mutating func hexDigits() -> [UInt8] {
    let start = position
    while position < text.count, text[position].isDigit || (0x41...0x46).contains(upper(position)) {
      position += 1
    }
    return text[start..<position].map { $0.isDigit ? $0 : $0 | 0x20 }
  }

  private func checked(_ range: Number, for shape: Neighborhood.Shape) throws(RuleError) -> Int {
    let largest = Neighborhood.maxRange(shape)
    guard (1...largest).contains(range.value) else {
      throw RuleError(
        "the range with N\(shape.rawValue) is 1 to \(largest), not \(typed(range))",
        at: range.location)
    }
    return range.value
  }
}

// MARK: - Bytes

extension LargerThanLifeParser {
  /// Parses a number. Errors call it `name`.
  private mutating func number(_ name: String) throws(RuleError) -> Number {
    let start = position
    var value = 0
    while position < text.count, text[position].isDigit {
      value = min(value * 10 + text[position].digitValue, 1 << 48)
      position += 1
    }
    guard position > start else {
      throw RuleError("expected \(name), found \(found)", at: location)
    }
    return Number(value: value, location: start..<position)
  }

  /// Skips expected text, given in capitals and typed in capitals or small letters. Returns false
  /// if other text follows.
  private mutating func accept(_ expected: StaticString) -> Bool {
    let expected = Array(expected.description.utf8)
    let end = position + expected.count
    guard end <= text.count, (position..<end).map({ upper($0) }) == expected else { return false }
    position = end
    return true
  }

  private mutating func expect(_ expected: StaticString, as what: String) throws(RuleError) {
    guard !accept(expected) else { return }
    // Of two expected characters, point at the second if the first is there.
    if text[position...].first == expected.description.utf8.first, expected.utf8CodeUnitCount > 1 {
      position += 1
    }
    throw RuleError("expected \(what); found \(found)", at: location)
  }

  private func typed(_ number: Number) -> String { typed(number.location) }

  private func typed(_ location: Range<Int>) -> String {
    String(decoding: text[location], as: UTF8.self)
  }

  private func upper(_ index: Int) -> UInt8 {
    let byte = text[index]
    return (0x61...0x7a).contains(byte) ? byte & ~0x20 : byte
  }

  /// The character at the position, or `nothing`, for messages.
  private var found: String {
    RuleError.describe(text[position...])
  }

  /// The byte at the position, or one beyond the end of the text.
  private var location: Range<Int> { position..<position + 1 }

  /// The bytes from `start` to the position, or the byte at `start` if none was read.
  private func location(from start: Int) -> Range<Int> { start..<max(position, start + 1) }
}
