/// Kinds of rules that other programs run and this one does not, so that errors can name them.
enum UnsupportedRule {
  /// The error for a rule of such a kind; nil for every other text.
  static func error(for word: ArraySlice<UInt8>) -> RuleError? {
    guard let bar = word.firstIndex(of: UInt8(ascii: "|")) else { return nil }
    var error = RuleError(
      "alternating rules are not supported; \(advice: .supportedRules)", at: bar..<bar + 1)
    error.isUnsupported = true
    return error
  }
}
