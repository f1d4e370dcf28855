internal import LifeCore

/// Lays out labels in one column, with wrapped texts in a second one.
package struct LabelColumn {
  /// The column at which the texts begin.
  private let start: Int

  /// A column as wide as the widest label of at most `widest` characters.
  package init(labels: [String], widest: Int = 26) {
    start = 4 + (labels.map(\.count).filter { $0 <= widest }.max() ?? 0)
  }

  /// The lines of a label and its text. A label that is too wide gets a line of its own.
  package func lines(_ label: String, text: String) -> [String] {
    let gap = start - 4 - label.count
    let first = "  " + label.padded(to: start - 2)
    let indent = String(repeating: " ", count: start)
    let texts = wrapped(text, width: helpWidth - start)
    guard gap >= 0, let beside = texts.first else {
      return ["  " + label] + texts.map { indent + $0 }
    }
    return [first + beside] + texts.dropFirst().map { indent + $0 }
  }
}
