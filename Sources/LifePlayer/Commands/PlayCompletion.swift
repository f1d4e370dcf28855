import LifeAnalysis
import LifeRender

/// The completions of a line after `:`.
struct PlayCompletion {
  /// All complete lines with the typed beginning.
  let candidates: [String]
  private let typed: String

  init(_ model: PlayModel, line: String) {
    typed = line
    guard let space = line.firstIndex(of: " ") else {
      candidates = PlayCommandName.allCases
        .map { $0.argument.isEmpty ? $0.rawValue : $0.rawValue + " " }
        .filter { $0.hasPrefix(line) }
      return
    }
    let name = String(line[..<space])
    let arguments =
      switch PlayCommandName(rawValue: name) {
      case .theme: Theme.allCases.map(\.rawValue)
      case .glyphs: PlayGlyphs.allCases.map(\.rawValue)
      case .open, .discardAndOpen, .paste: model.library().map(\.name).sorted()
      case .until:
        StopCondition.plain.map(\.description) + ["pop>", "pop<", "pop==", "pop!=", "box>"]
      default: [String]()
      }
    candidates = arguments.map { "\(name) \($0)" }.filter { $0.hasPrefix(line) }
  }

  /// The longest common beginning of the candidates; `nil` if it is already typed.
  var completed: String? {
    guard var common = candidates.first else { return nil }
    for candidate in candidates {
      while !candidate.hasPrefix(common) { common.removeLast() }
    }
    return common == typed ? nil : common
  }
}
