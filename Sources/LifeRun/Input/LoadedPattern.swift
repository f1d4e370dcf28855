package import LifeCore
package import LifeFormats
package import LifeIO

/// A pattern with the name and format of its source.
package final class LoadedPattern {
  /// The source as the user named it.
  package let name: Path
  /// The index of the pattern in its file, from 1; `nil` if only the first is read.
  package let index: Int?
  package let format: Format
  /// The checkpoint of the pattern, if it comes from one.
  package let checkpoint: Checkpoint?
  package internal(set) var pattern: Pattern
  /// Whether the file has more patterns, or frames, which were not read.
  package let hasMore: Bool

  package init(
    name: Path, index: Int? = nil, format: Format, pattern: Pattern,
    checkpoint: Checkpoint? = nil, hasMore: Bool = false
  ) {
    self.name = name
    self.index = index
    self.format = format
    self.pattern = pattern
    self.checkpoint = checkpoint
    self.hasMore = hasMore
  }

  /// Moves the pattern out. Afterwards its cells are empty; its notes, rule and universe remain.
  package func takePattern() -> Pattern {
    defer { pattern.cells = .none }
    return pattern
  }

  package var formatName: String { checkpoint == nil ? format.rawValue : "checkpoint" }

  /// The name for messages: `file.rle`, or `file.rle#2` for one of several.
  package var title: Path {
    index.map { Path(bytes: name.bytes + Array("#\($0)".utf8)) } ?? name
  }

  /// The file name of the result, without an extension.
  package var stem: Path { name.resultStem(index: index) }
}

extension Path {
  /// The file and the index of a pattern `pile.rle#2`; `nil` for any other name, and for a file.
  var fileAndIndex: (file: Path, index: Int)? {
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "#")), mark > 0, !exists(self),
      let index = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)), index > 0
    else { return nil }
    return (Path(bytes: Array(bytes[..<mark])), index)
  }

  /// The file name of the result of this input, without an extension. Control characters become
  /// `_`, because the names in an archive come from strangers.
  package func resultStem(index: Int? = nil) -> Path {
    if let (file, number) = fileAndIndex { return file.resultStem(index: number) }
    var stem = self == .standardStream ? "stdin" : withoutGzip.stem
    while let control = TerminalText.firstControl(in: stem.bytes[...]) {
      stem.bytes.replaceSubrange(control, with: [UInt8(ascii: "_")])
    }
    return index.map { Path(bytes: stem.bytes + Array("-\($0)".utf8)) } ?? stem
  }
}
