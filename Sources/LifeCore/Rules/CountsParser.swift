// Grammar: [ states separator ] part [ separator part ] [ slash states ] [ cells ]
//   part      = [ "B" | "S" ] *( digit [ "-" ] *letter )
//   slash     = "/", or "_" in a rule with letters, "-" or cells
//   separator = slash; none is needed before a B or S
//   states    = [ "C" | "G" ] number; at the start of a rule only with the letter; at its end,
//               after a capital C or G, the slash may be missing
//   cells     = "H" | "HT" | "V" | "L" | "LE" | …; they may also stand before the states
// Blanks are allowed around a separator. Without B and S the order is survival / birth.
//
// The letters of a count are its configurations, after "-" the excluded ones. Without letters, "-"
// means nothing, as in Golly: `3-` is `3`. A count without letters stands for every configuration,
// unless it had letters before: `22a` is `2`, but `2a2` is `2a`.

/// Parses rules written as counts of neighbors, of two or of many states.
struct CountsParser {
  private let text: ArraySlice<UInt8>
  private var position: Int
  private var parts: [TypedPart] = []
  private var states: (count: Int, range: Range<Int>)?
  /// The counted cells, and the place of their name in the text.
  private let cells: CountedCells
  private let suffix: Range<Int>
  /// The index of the first letter or `-` after a count, and of the first `_`.
  private var firstLetter: Int?
  private var firstUnderscore: Int?

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    (cells, suffix) = CountedCells.named(in: text)
  }

  /// One part of the rule as typed: its letter, if it has one, and its counts.
  private struct TypedPart {
    var letter: UInt8?
    var start: Int
    var end: Int
    /// By number of neighbors, 0 to 12.
    var counts = [Count?](repeating: nil, count: 13)

    var range: Range<Int> { start..<end }

    var numbers: CountSet {
      CountSet(counts.indices.filter { counts[$0] != nil }.map { $0...$0 })
    }

    func configurations(in neighborhood: Neighborhood) -> Configurations {
      var configurations = Configurations(neighborhood)
      for (number, count) in counts.enumerated() {
        if let count { configurations.masks[number] = count.mask }
      }
      return configurations
    }
  }

  /// One count of neighbors in a part.
  private struct Count {
    /// The configurations taken so far, as in ``Configurations/masks``.
    var mask: UInt16
    /// Whether the letters are the excluded ones; `nil` before the first letter.
    var isNegated: Bool?
    /// The index of the first digit.
    var position: Int
  }

  mutating func parse() throws(RuleError) -> Rule.Family {
    skipBlanks()
    if try takeStates(), try !takeSeparator(), !isAtPart {
      throw RuleError(
        "expected '/' after the number of states", at: position..<position + 1)
    }
    parts.append(try takePart())
    var hasSlash = try takeSeparator()
    if hasSlash || isAtPart {
      parts.append(try takePart())
      takeSuffix()
    }
    let place = position
    skipBlanks()
    if endsInStates {
      _ = try takeStates()
    } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") && allowsUnderscores {
      hasSlash = true
      try takeStatesAfterSlash()
    } else {
      position = place
    }
    takeSuffix()
    skipBlanks()
    if position < text.endIndex { throw unexpected() }
    return try combine(hasSlash: hasSlash)
  }

  private var byte: UInt8? { position < text.endIndex ? text[position] : nil }
  /// Whether `_` stands for `/`, as in `B2a_S12` and `B2_S34H`.
  private var allowsUnderscores: Bool { firstLetter != nil || !suffix.isEmpty }
  private var lowerByte: UInt8? { byte.map { $0 | 0x20 } }
  /// Whether a part with a letter begins here.
  private var isAtPart: Bool { byte.flatMap(Self.partLetter) != nil }

  private mutating func skipBlanks() {
    while let byte, byte.isBlank { position += 1 }
  }

  private static func partLetter(_ byte: UInt8) -> UInt8? {
    let letter = byte & ~0x20
    return "BS".utf8.contains(letter) ? letter : nil
  }
}

// MARK: - Parts

extension CountsParser {
  private mutating func takePart() throws(RuleError) -> TypedPart {
    var part = TypedPart(start: position, end: position)
    if let byte, let letter = Self.partLetter(byte) {
      part.letter = letter
      position += 1
    }
    while let digit { try takeCount(digit, into: &part) }
    part.end = position
    return part
  }

  /// The count at the position: 0 to 8; for triangles also 9, and `x`, `y` or `z` for 10 to 12.
  private var digit: Int? {
    guard let byte else { return nil }
    if case .triangles = cells { return LargerThanLife.count(of: byte) }
    return (UInt8(ascii: "0")...UInt8(ascii: "8")).contains(byte) ? byte.digitValue : nil
  }

  /// Takes a digit, its `-` and its letters.
  private mutating func takeCount(_ count: Int, into part: inout TypedPart) throws(RuleError) {
    let start = position
    position += 1
    let isNegated = byte == UInt8(ascii: "-")
    if isNegated {
      if firstLetter == nil { firstLetter = position }
      position += 1
    }
    let letters = try takeLetters(of: count)
    let all = cells.allConfigurations(count)
    guard letters != 0 else {
      part.counts[count] = part.counts[count] ?? Count(mask: all, position: start)
      return
    }
    var taken = part.counts[count] ?? Count(mask: isNegated ? all : 0, position: start)
    if let before = taken.isNegated, before != isNegated {
      throw RuleError(
        "\(count) has letters with and without '-'; write all of them with '-', or all without",
        at: start..<position)
    }
    taken.isNegated = isNegated
    if isNegated { taken.mask &= ~letters } else { taken.mask |= letters }
    part.counts[count] = taken
  }

  /// Takes the letters after a count, as a mask of its configurations.
  private mutating func takeLetters(of count: Int) throws(RuleError) -> UInt16 {
    var mask: UInt16 = 0
    while let letter = lowerByte, Self.letters.contains(letter), !endsInStates, digit == nil {
      if firstLetter == nil { firstLetter = position }
      // `check(_:)` reports counts that are too large for the neighborhood.
      if let letters = cells.letters, count < letters.count {
        guard let configuration = letters[count].firstIndex(of: letter) else {
          throw noSuchLetter(among: letters[count], of: count)
        }
        mask |= 1 << UInt16(configuration)
      }
      position += 1
    }
    return mask
  }

  /// The letters of all neighborhoods.
  private static let letters = Set("aceijkmnopqrtwyz".utf8)

  /// Steps over a separator and the blanks around it. Returns false if there is none.
  private mutating func takeSeparator() throws(RuleError) -> Bool {
    let place = position
    skipBlanks()
    guard let byte else { return false }
    if byte == UInt8(ascii: "_"), firstUnderscore == nil { firstUnderscore = position }
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") {
      position += 1
      skipBlanks()
      return true
    }
    if isAtPart || endsInStates { return false }
    if position == suffix.lowerBound {
      position = place
      return false
    }
    throw unexpected()
  }

  /// Steps over the name of the counted cells.
  private mutating func takeSuffix() {
    if position == suffix.lowerBound { position = suffix.upperBound }
  }
}

// MARK: - States

extension CountsParser {
  /// Whether the rest of the text is `C3` or `G3`, in capitals: a small `c` is a letter of a count.
  private var endsInStates: Bool {
    guard position > text.startIndex, let byte, "CG".utf8.contains(byte) else { return false }
    let digits = text[(position + 1)...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  /// Takes `C3` or `G3`. Returns false if there is none here.
  private mutating func takeStates() throws(RuleError) -> Bool {
    guard lowerByte == UInt8(ascii: "c") || lowerByte == UInt8(ascii: "g"),
      text[(position + 1)...].first?.isDigit == true
    else { return false }
    position += 1
    takeStateCount()
    return true
  }

  private mutating func takeStateCount() {
    let start = position
    var number = 0
    while let byte, byte.isDigit {
      // Larger numbers are errors, too.
      number = min(number * 10 + byte.digitValue, 1_000_000)
      position += 1
    }
    states = (number, start..<position)
  }

  /// Takes the second slash and the number of states after it.
  private mutating func takeStatesAfterSlash() throws(RuleError) {
    let slash = position
    position += 1
    skipBlanks()
    if states == nil {
      if try takeStates() { return }
      takeStateCount()
      if let states, !states.range.isEmpty { return }
    }
    if parts.contains(where: { $0.letter == nil }), position < text.endIndex {
      throw RuleError(
        "expected the number of states after the second '/', as in /2/3",
        at: position..<position + 1)
    }
    throw RuleError(
      "unexpected second '/'; a rule of two states is B…/S…, a rule of more states ends in their "
        + "number, as in /2/3", at: slash..<slash + 1)
  }
}

// MARK: - The whole

extension CountsParser {
  private func combine(hasSlash: Bool) throws(RuleError) -> Rule.Family {
    let born = UInt8(ascii: "B")
    let first = parts[0]
    let second = parts.count > 1 ? parts[1] : TypedPart(start: position, end: position)
    guard hasSlash || first.letter != nil || second.letter != nil else {
      throw RuleError(
        "expected a rule such as B3/S23 or 23/3, found only digits", at: first.range)
    }
    if let a = first.letter, a == second.letter {
      let name = a == born ? "birth (B)" : "survival (S)"
      throw RuleError("\(name) is given twice; a rule has one B and one S part", at: second.range)
    }
    if let firstUnderscore, !allowsUnderscores {
      throw RuleError(
        "expected '/'; only rules with letters or a suffix, such as B2_S34H, may have '_'",
        at: firstUnderscore..<firstUnderscore + 1)
    }
    for part in parts { try check(part) }
    // One letter settles both parts; without any, survival comes first.
    let birthFirst =
      first.letter == born
      || (first.letter == nil && second.letter != nil && second.letter != born)
    let (birth, survival) = birthFirst ? (first, second) : (second, first)
    if let states {
      try Rule.check(
        states: states.count, at: states.range, hasB0: birth.counts[0] != nil, birth: birth.range)
    }
    switch cells {
    case .neighbors(let neighborhood):
      let base = TwoStateRule(
        birth: birth.configurations(in: neighborhood),
        survival: survival.configurations(in: neighborhood))
      return states.map { .generations(GenerationsRule(base, states: $0.count)) } ?? .twoState(base)
    case .triangles(let triangles):
      return .largerThanLife(
        LargerThanLife(
          triangles.neighborhood, states: states?.count ?? 2, birth: birth.numbers,
          survival: survival.numbers, spelling: .triangles(triangles)))
    }
  }

  /// Checks the counts against the neighborhood.
  private func check(_ part: TypedPart) throws(RuleError) {
    if let firstLetter, cells.letters == nil {
      throw RuleError(
        "a \(cells.name) neighborhood has no letters and no '-' after its counts",
        at: firstLetter..<firstLetter + 1)
    }
    let most = cells.count
    let positionsBeyond = part.counts.dropFirst(most + 1).compactMap { $0?.position }
    if let first = positionsBeyond.min() {
      let digit = Character(Unicode.Scalar(text[first]))
      throw RuleError(
        "a \(cells.name) neighborhood has \(most) cells, so a count is 0 to \(most), not \(digit)",
        at: first..<first + 1)
    }
  }

  private func noSuchLetter(among letters: [UInt8], of count: Int) -> RuleError {
    let found = Character(Unicode.Scalar(text[position]))
    let range = position..<position + 1
    let neighbors = count == 1 ? "1 neighbor has" : "\(count) neighbors have"
    if letters == [0] {
      return RuleError(
        "\(neighbors) one configuration, so no letter can follow; found '\(found)'", at: range)
    }
    let list = letters.map { String(UnicodeScalar($0)) }.joined(separator: " ")
    return RuleError(
      "there is no \(count)\(found); the letters of \(count) neighbors are \(list)", at: range)
  }

  private func unexpected() -> RuleError {
    let byte = text[position]
    let range = position..<position + 1
    switch byte {
    case UInt8(ascii: "9"):
      return RuleError("a cell has 8 neighbors, so a count is 0 to 8, not 9", at: range)
    case UInt8(ascii: "/") where suffix.lowerBound < position:
      if case .triangles = cells {
        return RuleError("L stands at the end of a rule, as in B45/S34L", at: range)
      }
      return RuleError("H and V stand at the end of a rule, as in B2/S34H", at: range)
    case UInt8(ascii: "/"):
      return RuleError("unexpected third '/'; a rule has birth, survival and states", at: range)
    case UInt8(ascii: "-"):
      return RuleError(
        "'-' stands right after its count, before all letters, as in 2-ai", at: range)
    case UInt8(ascii: "L"), UInt8(ascii: "l"):
      let letters = text[position...].prefix { (0x61...0x7a).contains($0 | 0x20) }
      let name = String(decoding: letters, as: UTF8.self)
      let known = LargerThanLife.Triangles.allCases.map(\.rawValue).joined(separator: ", ")
      return RuleError(
        "a rule of triangular cells ends in one of \(known), not in \(name)", at: letters.indices)
    case UInt8(ascii: ","):
      return RuleError(
        "a rule with commas is written like R5,C0,M1,S34..58,B34..45,NM, or with five numbers like "
          + "5,34,45,34,58", at: range)
    case 0..<0x20, 0x7f:
      return RuleError("unexpected control character in the rule", at: range)
    default:
      let found = RuleError.describe(text[position...])
      return RuleError("expected a rule such as B3/S23 or 23/3, found \(found)", at: range)
    }
  }
}
