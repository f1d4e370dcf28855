/// A value that is one of a few words: an enum of strings conforms by saying so.
protocol Choice: ValueParsable, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  init(argument: Argument) throws(ValueError) {
    guard let value = Self(rawValue: argument.text) else {
      throw ValueError(
        "expected \(Self.words.listed(with: "or")), found '\(argument)'",
        hint: didYouMean(nearest(to: argument.text, among: Self.words)))
    }
    self = value
  }

  static var completion: Completion { .choices(words) }

  private static var words: [String] { allCases.map(\.rawValue) }
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension [String] {
  /// Each word once, where it first stands.
  var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
