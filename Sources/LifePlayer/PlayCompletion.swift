import LifeRender

/// The completions of a line after `:`.
struct PlayCompletion {
  /// The whole lines that begin with what was typed.
  let candidates: [String]
  private let typed: String

  init(_ model: PlayModel, line: String) {
    typed = line
    let words: [String]
    func lines(_ name: PlayCommandName, arguments: [String]) -> [String] {
      arguments.map { "\(name.rawValue) \($0)" }
    }
    if line.hasPrefix("theme ") {
      words = lines(.theme, arguments: Theme.allCases.map(\.rawValue))
    } else if line.hasPrefix("glyphs ") {
      words = lines(.glyphs, arguments: PlayGlyphs.allCases.map(\.rawValue))
    } else if line.hasPrefix("e ") {
      words = lines(.edit, arguments: model.library().map(\.name).sorted())
    } else if line.hasPrefix("e! ") {
      words = lines(.discardAndEdit, arguments: model.library().map(\.name).sorted())
    } else if line.hasPrefix("paste ") {
      words = lines(.paste, arguments: model.library().map(\.name).sorted())
    } else if line.hasPrefix("until ") {
      words = lines(
        .until, arguments: ["stable", "period", "empty", "pop>", "pop<", "pop==", "pop!=", "box>"])
    } else if line.contains(" ") {
      words = []
    } else {
      words = PlayCommandName.allCases.map { $0.argument.isEmpty ? $0.rawValue : $0.rawValue + " " }
    }
    candidates = words.filter { $0.hasPrefix(line) }
  }

  /// The longest beginning of all candidates; nil if it is what was typed.
  var completed: String? {
    guard var common = candidates.first else { return nil }
    for candidate in candidates {
      while !candidate.hasPrefix(common) { common.removeLast() }
    }
    return common == typed ? nil : common
  }
}
