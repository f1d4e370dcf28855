/// Help text: paragraphs separated by blank lines, and verbatim lines, indented by two spaces.
package struct Prose {
  package let blocks: [Block]

  package enum Block: Equatable {
    case paragraph(String)
    case verbatim([String])
  }
}

extension Prose {
  package init(_ text: String) {
    var blocks: [Block] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch (blocks.last, line.starts(with: "  ")) {
      case (.verbatim(let lines), true) where isOpen:
        blocks[blocks.count - 1] = .verbatim(lines + [line])
      case (.paragraph(let text), false) where isOpen && !line.isEmpty:
        blocks[blocks.count - 1] = .paragraph(text + " " + line)
      case (_, true): blocks.append(.verbatim([line]))
      case (_, false): if !line.isEmpty { blocks.append(.paragraph(line)) }
      }
      isOpen = !line.isEmpty
    }
    self.blocks = blocks
  }

  /// The text in lines of at most `width` columns after `indent` spaces, with a blank line between
  /// blocks.
  package func lines(indent: Int = 0, width: Int = helpWidth) -> [String] {
    let spaces = String(repeating: " ", count: indent)
    let rendered = blocks.map { block in
      switch block {
      case .paragraph(let text): wrapped(text, width: width - indent).map { spaces + $0 }
      case .verbatim(let lines): lines.map { spaces + $0 }
      }
    }
    return Array(rendered.joined(separator: [""]))
  }
}

/// The maximum width of a help line in columns.
package let helpWidth = 80

/// The words of `text` in lines of at most `width` columns. A longer word has a line of its own.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
