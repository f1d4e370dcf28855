/// The beginning of a file seen as lines, for deciding what it is.
struct TextLines {
  /// The lines that are not blank, without their ends.
  let lines: [[UInt8]]

  init(_ prefix: Span<UInt8>) {
    let bytes = Array(prefix, upTo: prefix.count)
    let isMarked = bytes.starts(with: [0xef, 0xbb, 0xbf])
    lines = bytes.dropFirst(isMarked ? 3 : 0)
      .split { $0 == 0x0a || $0 == 0x0d }
      .map { Array($0) }
      .filter { !$0.trimmed.isEmpty }
  }

  var firstLine: [UInt8]? { lines.first }

  /// Whether some line is the header of RLE.
  var hasRLEHeader: Bool { lines.contains { RLEHeader.isHeader($0) } }
}
