// Grammar, in capitals or small letters; MCell writes "MS,D" and semicolons:
//
//     rule = "2PCA4" 16 * ( "," n ) | ( "M" | "MS,D" ) n 15 * ( ( "," | ";" ) n ) [ "," | ";" ]
extension PartitionedRule {
  /// The first letters of rules of this family, in lower case.
  private static let prefixes: [(text: String, kind: Kind)] = [
    ("2pca4,", .pca), ("ms,d", .margolus), ("m", .margolus),
  ]

  /// Whether a rulestring without its universe has the form of this family.
  package static func isRulestring(_ text: ArraySlice<UInt8>) -> Bool {
    guard let (prefix, kind) = prefix(of: text) else { return false }
    let numbers = text.dropFirst(prefix.utf8.count)
    return kind == .pca || numbers.first?.isDigit == true && numbers.contains(where: isSeparator)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { ",;".utf8.contains(byte) }

  private static func prefix(of text: ArraySlice<UInt8>) -> (text: String, kind: Kind)? {
    prefixes.first { prefix in
      text.prefix(prefix.text.utf8.count).elementsEqual(prefix.text.utf8) { $0 | 0x20 == $1 }
    }
  }

  /// Parses a rulestring. Returns `nil` if it has the form of another family.
  static func parse(_ text: ArraySlice<UInt8>) throws(RuleError) -> PartitionedRule? {
    guard isRulestring(text), let (prefix, kind) = prefix(of: text) else { return nil }
    var numbers = text.dropFirst(prefix.utf8.count)
    if kind == .margolus, let last = numbers.last, isSeparator(last) { numbers.removeLast() }
    var table: [State] = []
    let isSeparator = kind == .pca ? { $0 == UInt8(ascii: ",") } : isSeparator
    for field in numbers.split(omittingEmptySubsequences: false, whereSeparator: isSeparator) {
      let place = field.startIndex..<max(field.endIndex, field.startIndex + 1)
      guard table.count < 16 else {
        throw RuleError(
          "a rule of this family has 16 numbers, found number 17: "
            + "'\(String(decoding: field, as: UTF8.self))'", at: place)
      }
      table.append(try number(field, at: place, index: table.count + 1))
    }
    guard table.count == 16 else {
      throw RuleError(
        "a rule of this family has 16 numbers from 0 to 15, number \(table.count + 1) is missing",
        at: text.endIndex..<text.endIndex + 1)
    }
    guard table[0] == 0 || kind != .pca else {
      throw RuleError(
        "the first number of a PCA rule is 0, not \(table[0]): empty space stays empty",
        at: numbers.startIndex..<numbers.startIndex + 1)
    }
    return PartitionedRule(kind, table: table)
  }

  private static func number(
    _ field: ArraySlice<UInt8>, at place: Range<Int>, index: Int
  ) throws(RuleError) -> State {
    let rest = field.drop(while: \.isDigit)
    guard !field.isEmpty, rest.isEmpty else {
      throw RuleError(
        "expected number \(index) of 16, from 0 to 15, found \(RuleError.describe(rest))", at: place
      )
    }
    let value = field.reduce(0) { min($0 * 10 + $1.digitValue, 1000) }
    guard value < 16 else {
      throw RuleError("number \(index) of 16 is 0 to 15, not \(value)", at: place)
    }
    return State(value)
  }
}

extension Rule {
  /// Returns the universe if a PCA or Margolus rule can run in it.
  ///
  /// - Throws: ``RuleError`` at `place` for universes other than planes and tori; with blocks, for
  ///   odd sizes and shifts, and for an infinite width or height if the rule fills empty space.
  func fitted(
    partitioned: PartitionedRule, in universe: Universe, at place: Range<Int>
  ) throws(RuleError) -> Universe {
    let kind = partitioned.kind
    switch universe.topology {
    case .plane where kind == .pca, .torus where kind == .pca: return universe
    case .plane: break
    case .torus(let x, let y):
      for shift in [x, y] where !shift.isMultiple(of: 2) {
        throw RuleError("with blocks of 2 × 2, a torus has even shifts, not \(shift)", at: place)
      }
    default: throw RuleError("this rule needs a plane (P) or a torus (T)", at: place)
    }
    for size in [universe.width, universe.height] where !size.isMultiple(of: 2) {
      throw RuleError(
        "with blocks of 2 × 2, a universe has an even width and height, not \(size)", at: place)
    }
    guard !fillsSpace || universe.isBounded else {
      throw RuleError(
        "this rule fills empty space, so it needs a bounded universe, as in "
          + "\(canonical):T40,40", at: place)
    }
    return universe
  }
}
