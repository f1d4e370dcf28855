/// A rule of MCell's game "Weighted Life": births and survivals by the sum of the weights of the
/// live cells in the 3 × 3 square.
///
///     NW5,NN2,NE5,WW2,ME0,EE2,SW5,SS2,SE5,HI3,RS10,RS12,RB7
///
///     weights  5 2 5   a cell survives with a sum of 10 or 12 (RS),
///              2 0 2   and is born with 7 (RB); with HI3 the rule
///              5 2 5   is a Generations rule of 3 states
///
/// A sum below 0 counts as 0. No cell is born with 0, even if `RB0` is given.
///
/// - SeeAlso: <http://www.mirekw.com/ca/rullex_wlif.html>
package struct WeightedLife: Hashable, Sendable {
  /// Row by row from the north-west. Missing ones are 1, and 0 for the cell itself.
  package private(set) var weights = [1, 1, 1, 1, 0, 1, 1, 1, 1]
  private var birth = CountSet()
  private var survival = CountSet()

  private static let cells = ["NW", "NN", "NE", "WW", "ME", "EE", "SW", "SS", "SE"]
  private static let maxWeight = 99
  private static let maxSum = 9 * maxWeight

  /// The next states of cells, with state 1 alive and all others dead.
  package var map: MooreMap {
    MooreMap { index in
      let sum = weights.enumerated().reduce(0) { sum, entry in
        index & 256 >> entry.offset == 0 ? sum : sum + entry.element
      }
      return (index & MooreMap.center == 0 ? birth : survival).contains(max(0, sum))
    }
  }

  /// The canonical rulestring with a number of states.
  func text(states: Int) -> String {
    let sums = { (name: String, sums: CountSet) in
      sums.ranges.joined().map { "\(name)\($0)" }
    }
    let cells = zip(Self.cells, weights).map { "\($0)\($1)" }
    let parts =
      cells + ["HI\(states > 2 ? states : 0)"] + sums("RS", survival) + sums("RB", birth)
    return parts.joined(separator: ",")
  }
}

// MARK: - Parsing

extension WeightedLife {
  /// Whether a rulestring has the form of this family: named fields.
  package static func isRulestring(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: ",")), text.count > 2 else { return false }
    let after = text[text.startIndex + 2]
    return (after.isDigit || ",-".utf8.contains(after))
      && (cells + ["HI", "RS", "RB"]).contains(name(of: text))
  }

  private static func name(of field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix(2), as: UTF8.self).uppercased()
  }

  /// Parses the fields of a rulestring; the number of states is 2 or, for Generations, more.
  static func parse(
    _ text: ArraySlice<UInt8>
  ) throws(RuleError) -> (rule: WeightedLife, states: Int) {
    var rule = WeightedLife()
    var given: Set<String> = []
    var states = 2
    for field in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      // The lines of MCell's files may end in a comma.
      if field.isEmpty, field.endIndex == text.endIndex { break }
      let name = name(of: field)
      let place = field.startIndex..<max(field.endIndex, field.startIndex + 1)
      if name != "RS", name != "RB", !given.insert(name).inserted {
        throw RuleError("\(name) is given twice", at: place)
      }
      if let cell = cells.firstIndex(of: name) {
        let range = -maxWeight...maxWeight
        rule.weights[cell] = try number(field, of: "a weight", in: range)
      } else if name == "HI" {
        states = max(2, try number(field, of: "the number of states", in: 0...256))
      } else if name == "RS" || name == "RB" {
        let sum = try number(field, of: "a sum", in: 0...maxSum)
        if name == "RS" { rule.survival.insert(contentsOf: sum..<sum + 1) }
        if name == "RB", sum > 0 { rule.birth.insert(contentsOf: sum..<sum + 1) }
      } else {
        throw RuleError(
          "expected the weight of a cell (\(cells.joined(separator: ", "))), the number of states "
            + "(HI), a sum of survival (RS) or of birth (RB), found \(RuleError.describe(field))",
          at: place)
      }
    }
    return (rule, states)
  }

  /// Parses the number after the name of a field.
  private static func number(
    _ field: ArraySlice<UInt8>, of what: String, in range: ClosedRange<Int>
  ) throws(RuleError) -> Int {
    let name = name(of: field)
    let digits = field.dropFirst(2)
    let place = digits.startIndex..<max(digits.endIndex, digits.startIndex + 1)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.last?.isDigit == true, let number = Int(text) else {
      throw RuleError("expected a number after \(name), as in \(name)2", at: place)
    }
    guard range.contains(number) else {
      throw RuleError(
        "\(what) is \(range.lowerBound) to \(range.upperBound), not \(number)", at: place)
    }
    return number
  }
}
