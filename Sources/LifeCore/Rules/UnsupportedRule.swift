/// Kinds of rules that other programs run and this one does not, so that errors can name them.
enum UnsupportedRule {
  /// The error for a rule of such a kind; nil for every other text.
  static func error(for word: ArraySlice<UInt8>) -> RuleError? {
    if let bar = word.firstIndex(of: UInt8(ascii: "|")) {
      return error("alternating rules", at: bar..<bar + 1)
    }
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if isMargolus(text) { return error("rules of the Margolus neighborhood", at: word.indices) }
    return nil
  }

  private static func error(_ kind: String, at range: Range<Int>) -> RuleError {
    var error = RuleError(
      "\(kind) are not supported; \(advice: .supportedRules)", at: range)
    error.isUnsupported = true
    return error
  }

  /// Names of rules and of the neighborhood.
  private static let margolusNames = [
    "margolus", "bbm", "bouncegas", "bouncegasii", "critters", "hpp_gas", "margsingrot",
    "rotations", "rotationsii", "rotationsiii", "rotationsiv", "sand", "stringthing",
    "stringthingii", "swapondiag", "tron",
  ]

  /// Whether the text is a table of blocks, such as `MS,D0;8;4;3;…` or `M0,8,4,3,…`, or a name.
  private static func isMargolus(_ text: String) -> Bool {
    if margolusNames.contains(text) { return true }
    guard let prefix = ["ms,d", "msd", "m"].first(where: text.hasPrefix) else { return false }
    let numbers = text.utf8.dropFirst(prefix.utf8.count)
    return numbers.contains { ",;".utf8.contains($0) }
      && numbers.allSatisfy { $0.isDigit || ",;/".utf8.contains($0) }
  }
}
