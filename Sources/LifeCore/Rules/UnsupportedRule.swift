/// Kinds of rules that other programs run and this one does not, so that errors can name them.
enum UnsupportedRule {
  /// The error for a rule of such a kind; nil for every other text.
  static func error(for word: ArraySlice<UInt8>) -> RuleError? {
    if let bar = word.firstIndex(of: UInt8(ascii: "|")) {
      return error("alternating rules", at: bar..<bar + 1)
    }
    if isMargolus(word) { return error("rules of the Margolus neighborhood", at: word.indices) }
    if let suffix = triangularSuffix(of: word) { return error("triangular rules", at: suffix) }
    return nil
  }

  private static func error(_ kind: String, at range: Range<Int>) -> RuleError {
    var error = RuleError(
      "\(kind) are not supported; \(advice: .supportedRules)", at: range)
    error.isUnsupported = true
    return error
  }

  /// Names of rules and of the neighborhood.
  private static let margolusNames = ["margolus", "bbm", "critters", "tron"]

  /// Whether the text is a table of 16 blocks, such as `MS,D0;8;4;3;…` or `M0,8,4,3,…`, or a name.
  private static func isMargolus(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if margolusNames.contains(text) || text.hasPrefix("ms,d") { return true }
    guard word.first == UInt8(ascii: "M") else { return false }
    let numbers = word.dropFirst().split(omittingEmptySubsequences: false) {
      ",;".utf8.contains($0)
    }
    return numbers.count == 16
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// Where a suffix asks for triangular cells: the `L` of `B45/S34L`, or the name of the grid.
  private static func triangularSuffix(of word: ArraySlice<UInt8>) -> Range<Int>? {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if text == "triangular" { return word.indices }
    guard let slash = word.firstIndex(of: UInt8(ascii: "/")), text.hasPrefix("b"),
      text.hasSuffix("l")
    else { return nil }
    let birth = word[..<slash].dropFirst()
    let survival = word[slash...].dropFirst().dropLast()
    guard survival.first.map({ $0 | 0x20 }) == UInt8(ascii: "s"),
      (birth + survival.dropFirst()).allSatisfy(\.isDigit)
    else { return nil }
    return word.endIndex - 1..<word.endIndex
  }
}
