/// The title, broken at spaces and line breaks into lines that fit.
struct Title {
  private(set) var lines: [String]
  /// Whether the end of the title is missing. The last line ends in three dots then.
  private(set) var isCut = false

  private static let maxLines = 3

  /// - Parameter letters: the maximum length of a line.
  init(_ text: String?, letters: Int) {
    lines = []
    for line in (text ?? "").split(whereSeparator: \.isNewline) {
      let first = lines.count
      for word in line.split(separator: " ") {
        if lines.count > first, lines[lines.count - 1].count + 1 + word.count <= letters {
          lines[lines.count - 1] += " \(word)"
        } else {
          lines.append("\(word)")
        }
      }
    }
    if lines.count > Self.maxLines {
      lines.removeSubrange(Self.maxLines...)
      lines[lines.count - 1] += " ..."
      isCut = true
    }
    for (index, line) in lines.enumerated() where line.count > letters {
      lines[index] = line.prefix(max(0, letters - 3)) + "..."
      isCut = true
    }
  }
}
