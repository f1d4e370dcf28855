// Grammar, letters in any case:
//
//     rule   = "R" n ",C" n [ ",M" ("0" | "1") ] ",S" counts ",B" counts [ ",N" neighbourhood ]
//            | n "," n "," n "," n "," n        range, birth from and to, survival from and to
//     counts = n ".." n | [ item *( "," item ) ]        item = n [ "-" n ]
//     neighbourhood = letter | "@" hex [ "H" | "L" ] | "W" hex [ "," hex ] [ "H" | "L" ]
extension LargerThanLife {
  /// Whether a rulestring, its suffix left out, looks like one of this family: `R5,…` or five
  /// numbers.
  package static func isSpelled(_ text: ArraySlice<UInt8>) -> Bool {
    let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count > 1 else { return false }
    let isRange = fields[0].first.map { $0 | 0x20 } == UInt8(ascii: "r")
    if isRange { return fields[0].count > 1 && fields[0].dropFirst().allSatisfy(\.isDigit) }
    return fields.count == 5 && fields.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// Reads a rulestring without its suffix.
  package init(parsing text: [UInt8]) throws(RuleError) {
    var parser = LargerThanLifeParser(text: text)
    self = try parser.parse()
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

struct LargerThanLifeParser {
  typealias Neighbourhood = LargerThanLife.Neighbourhood

  /// A number and where it stands.
  struct Number {
    var value: Int
    var place: Range<Int>
  }

  /// The counts of one part as typed, and where each range of them stands.
  struct Counts {
    var isRange = false
    var items: [(range: ClosedRange<Int>, place: Range<Int>)] = []

    var set: CountSet { CountSet(items.map(\.range)) }
  }

  let text: [UInt8]
  var position = 0
  private static let example = "a rule such as R5,C0,M1,S34..58,B34..45,NM"

  init(text: [UInt8]) { self.text = text }

  mutating func parse() throws(RuleError) -> LargerThanLife {
    if let first = text.first, first.isDigit { return try fiveNumbers() }
    try expect("R", "R and the range, as in \(Self.example)")
    let range = try number("the range")
    try expect(",C", "',C' and the number of states, as in \(Self.example)")
    let states = try number("the number of states")
    var countsCentre: Bool?
    if accept(",M") { countsCentre = try middle() }
    try expect(",S", "',S' and the counts that let live, as in \(Self.example)")
    let survival = try counts()
    try expect(",B", "',B' and the counts that give birth, as in \(Self.example)")
    let birth = try counts()
    let cells =
      accept(",N")
      ? try neighbourhood(range, states: max(2, states.value))
      : Neighbourhood(.moore, range: try checked(range, for: .moore))
    guard position == text.count else {
      throw RuleError("unexpected '\(found)' after the rule", at: place)
    }
    return try rule(cells, states, countsCentre, survival: survival, birth: birth)
  }

  /// `5,34,45,34,58`: range, birth from and to, survival from and to.
  private mutating func fiveNumbers() throws(RuleError) -> LargerThanLife {
    var numbers: [Number] = []
    while true {
      numbers.append(try number("a number"))
      if numbers.count == 5 { break }
      try expect(",", "five numbers, as in 5,34,45,34,58")
    }
    guard position == text.count else {
      throw RuleError("unexpected '\(found)' after five numbers", at: place)
    }
    let cells = Neighbourhood(.moore, range: try checked(numbers[0], for: .moore))
    var (birth, survival) = (Counts(isRange: true), Counts(isRange: true))
    birth.items = [try span(from: numbers[1], to: numbers[2])]
    survival.items = [try span(from: numbers[3], to: numbers[4])]
    return try rule(
      cells, Number(value: 0, place: 0..<0), true, survival: survival, birth: birth)
  }

  private mutating func middle() throws(RuleError) -> Bool {
    let number = try number("0 or 1")
    guard number.value <= 1 else {
      throw RuleError(
        "expected M1 if a cell counts itself, or M0; found M\(typed(number))", at: number.place)
    }
    return number.value == 1
  }

  /// Puts the parts together, once it is known how much there is to count.
  private func rule(
    _ cells: Neighbourhood, _ states: Number, _ countsCentre: Bool?, survival: Counts,
    birth: Counts
  ) throws(RuleError) -> LargerThanLife {
    guard states.value <= 256 else {
      throw RuleError("a rule has at most 256 states, not \(typed(states))", at: states.place)
    }
    let isRange = countsCentre != nil && survival.isRange && birth.isRange
    // A list has no way to say that a cell counts itself.
    let isAlone = countsCentre == true && !cells.includesCentre
    let shift = isAlone && !isRange ? -1 : 0
    if isAlone, let none = survival.items.first(where: { $0.range.lowerBound == 0 }) {
      throw RuleError(
        "a cell that counts itself (M1) never survives with 0; say S from 1 on",
        at: none.place)
    }
    let rule = LargerThanLife(
      cells, states: max(2, states.value), birth: birth.set,
      survival: survival.set.shifted(by: shift),
      spelling: isRange ? .ranges(countsCentre: countsCentre == true) : .lists)
    let most = rule.fullSum + (countsCentre == true ? 1 : 0)
    for item in survival.items + birth.items where item.range.upperBound > most {
      throw RuleError(
        "with range \(cells.range) and N\(cells.shape.rawValue) a count is at most \(most),"
          + " not \(typed(item.place))", at: item.place)
    }
    try refuseLifeFromNothing(rule, birth)
    return rule
  }

  private func refuseLifeFromNothing(
    _ rule: LargerThanLife, _ birth: Counts
  ) throws(RuleError) {
    let nothing = birth.items.first { $0.range.contains(0) }
    if let nothing, rule.states > 2 {
      throw RuleError("birth of 0 is for rules of two states, C0", at: nothing.place)
    }
    guard !rule.phases.contains(where: { $0.birth.contains(0) }) else {
      let place = birth.items.first { $0.range.contains(rule.emptySum) }?.place
      throw RuleError(
        "state 0 has a weight that gives birth where all cells are dead",
        at: place ?? nothing?.place ?? 0..<text.count)
    }
  }
}

// MARK: - Counts

extension LargerThanLifeParser {
  /// `34..58`, or a list such as `3,5-7`, which may be empty.
  private mutating func counts() throws(RuleError) -> Counts {
    var counts = Counts()
    guard position < text.count, text[position].isDigit else { return counts }
    repeat {
      let first = try number("a count")
      if accept("..") {
        counts.isRange = counts.items.isEmpty
        counts.items.append(try span(from: first, to: try number("a count")))
      } else if accept("-") {
        counts.items.append(try span(from: first, to: try number("a count")))
      } else {
        counts.items.append((first.value...first.value, first.place))
      }
    } while acceptCommaBeforeDigit()
    if counts.items.count > 1 { counts.isRange = false }
    return counts
  }

  private func span(
    from first: Number, to last: Number
  ) throws(RuleError) -> (ClosedRange<Int>, Range<Int>) {
    let place = first.place.lowerBound..<last.place.upperBound
    guard first.value <= last.value else {
      throw RuleError("counts from \(first.value) to \(last.value) run backwards", at: place)
    }
    return (first.value...last.value, place)
  }

  private mutating func acceptCommaBeforeDigit() -> Bool {
    guard position + 1 < text.count, text[position] == UInt8(ascii: ","),
      text[position + 1].isDigit
    else { return false }
    position += 1
    return true
  }
}

// MARK: - Neighbourhoods

extension LargerThanLifeParser {
  private static let shapes =
    "M, N, C, 2, +, X, *, #, B, D, H, A, 3, L, G, @ and digits, or W and digits"

  private mutating func neighbourhood(
    _ range: Number, states: Int
  ) throws(RuleError) -> Neighbourhood {
    guard position < text.count,
      let shape = Neighbourhood.Shape(rawValue: String(Unicode.Scalar(upper(position))))
    else {
      let what = position < text.count ? "found '\(found)'" : "found nothing"
      throw RuleError("expected a neighbourhood (\(Self.shapes)), \(what)", at: place)
    }
    position += 1
    var cells = Neighbourhood(shape, range: try checked(range, for: shape))
    let (start, side) = (position, 2 * cells.range + 1)
    switch shape {
    case .custom:
      let count = (side * side - 1) / 4
      cells.digits = hexDigits()
      guard cells.digits.count == count else {
        throw RuleError(
          "a custom neighbourhood of range \(cells.range) has \(count) hexadecimal digits,"
            + " not \(cells.digits.count)", at: blame(start))
      }
    case .weighted:
      cells.digits = hexDigits()
      guard [side * side, 2 * side * side].contains(cells.digits.count) else {
        throw RuleError(
          "range \(cells.range) wants \(side * side) weights of one or of two hexadecimal digits,"
            + " not \(cells.digits.count) digits", at: blame(start))
      }
      if accept(",") { cells.stateWeights = try stateWeights(states) }
    default: return cells
    }
    cells.tiling = accept("H") ? .hexagonal : accept("L") ? .triangular : nil
    return cells
  }

  private mutating func stateWeights(_ states: Int) throws(RuleError) -> [Int] {
    let start = position
    let digits = hexDigits()
    guard digits.count == states else {
      throw RuleError(
        "a rule of \(states) states wants \(states) weights of states,"
          + " one hexadecimal digit each, not \(digits.count)", at: blame(start))
    }
    return digits.map { Int($0 <= 0x39 ? $0 - 0x30 : $0 - 0x61 + 10) }
  }

  /// Hexadecimal digits in lower case.
  private mutating func hexDigits() -> [UInt8] {
    let start = position
    while position < text.count, text[position].isDigit || (0x41...0x46).contains(upper(position)) {
      position += 1
    }
    return text[start..<position].map { $0.isDigit ? $0 : $0 | 0x20 }
  }

  private func checked(_ range: Number, for shape: Neighbourhood.Shape) throws(RuleError) -> Int {
    let largest = Neighbourhood.largestRange(shape)
    guard (1...largest).contains(range.value) else {
      throw RuleError(
        "the range with N\(shape.rawValue) is 1 to \(largest), not \(typed(range))",
        at: range.place)
    }
    return range.value
  }
}

// MARK: - Bytes

extension LargerThanLifeParser {
  private mutating func number(_ name: String) throws(RuleError) -> Number {
    let start = position
    var value = 0
    while position < text.count, text[position].isDigit {
      value = min(value * 10 + Int(text[position] - 0x30), 1 << 48)
      position += 1
    }
    guard position > start else {
      let what = position < text.count ? "found '\(found)'" : "found nothing"
      throw RuleError("expected \(name), \(what)", at: place)
    }
    return Number(value: value, place: start..<position)
  }

  /// Steps over some text of capital letters, typed in any case; false if something else follows.
  private mutating func accept(_ expected: StaticString) -> Bool {
    let expected = Array(expected.description.utf8)
    let end = position + expected.count
    guard end <= text.count, (position..<end).map({ upper($0) }) == expected else { return false }
    position = end
    return true
  }

  private mutating func expect(_ expected: StaticString, _ what: String) throws(RuleError) {
    guard !accept(expected) else { return }
    // Of two characters, the one that is wrong.
    if text[position...].first == expected.description.utf8.first, expected.utf8CodeUnitCount > 1 {
      position += 1
    }
    let instead = position < text.count ? "found '\(found)'" : "found nothing"
    throw RuleError("expected \(what); \(instead)", at: place)
  }

  private func typed(_ number: Number) -> String { typed(number.place) }

  private func typed(_ place: Range<Int>) -> String { String(decoding: text[place], as: UTF8.self) }

  private func upper(_ index: Int) -> UInt8 {
    let byte = text[index]
    return (0x61...0x7a).contains(byte) ? byte & ~0x20 : byte
  }

  /// The character at the position, for messages.
  private var found: String {
    let rest = String(decoding: text[position...].prefix(4), as: UTF8.self)
    guard let first = rest.unicodeScalars.first, first.properties.generalCategory != .control
    else { return "a control character" }
    return String(first)
  }

  /// The byte at the position; the end of the text if there is none.
  private var place: Range<Int> { position..<position + 1 }

  /// What was read from `start` on, or the byte there if that is nothing.
  private func blame(_ start: Int) -> Range<Int> { start..<max(position, start + 1) }
}
