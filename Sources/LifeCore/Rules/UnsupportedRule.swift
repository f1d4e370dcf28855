/// Kinds of rules that other programs run and this one does not, so that errors can name them.
enum UnsupportedRule {
  /// The error for a rule of such a kind; nil for every other text.
  static func error(for word: ArraySlice<UInt8>) -> RuleError? {
    if let bar = word.firstIndex(of: UInt8(ascii: "|")) {
      return error("alternating rules", at: bar..<bar + 1)
    }
    if isMargolus(word) { return error("rules of the Margolus neighborhood", at: word.indices) }
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
}
