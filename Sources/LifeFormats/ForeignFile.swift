import LifeCore

/// Recognizes files that are not patterns, for errors.
enum ForeignFile {
  /// The apparent kind of a file and, if possible, a remedy, for example "this looks like a PDF
  /// document". `nil` if its first bytes belong to no known kind.
  static func message(for prefix: Span<UInt8>) -> Message? {
    let bytes = prefix.copied()
    if bytes.isEmpty { return "the file is empty" }
    if let known = marks.first(where: { bytes.starts(with: $0.mark) }) {
      return "this looks like \(known.name)"
    }
    if bytes.contains(0) { return "this looks like binary data" }
    return bytes.allSatisfy(Byte.isWhitespace) ? "the file is blank" : nil
  }

  private static let marks: [(mark: [UInt8], name: Message)] = [
    ([0xff, 0xfe], "text in UTF-16; save it as UTF-8"),
    ([0xfe, 0xff], "text in UTF-16; save it as UTF-8"),
    (Array("@RULE".utf8), "a file that defines a rule; \(advice: .folderOfRule)"),
    (Array("#!".utf8), "a script"), (Array("-- ".utf8), "a script in Lua"),
    (Array("--[".utf8), "a script in Lua"),
    ([0x1f, 0x8b], "gzip inside gzip; unpack it once"),
    (Array("<".utf8), "a web page; save the pattern's own file"),
    (Array("PK".utf8), "a zip archive; unpack it first"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }), "a damaged PNG image"),
    ([0xff, 0xd8, 0xff], "a JPEG image; save it as PNG"),
    (Array("GIF8".utf8), "a GIF image; save it as PNG"),
    (Array("BM".utf8), "a BMP image; save it as PNG"),
  ]

  /// The kind of file for an extension, if the content isn't recognized.
  static func named(by ending: String) -> String? {
    ["lua": "a script in Lua", "py": "a script in Python", "pl": "a script in Perl"][ending]
  }

  /// The apparent kind of an unrecognized text, and how to read it; `nil` if unknown.
  static func remedy(for prefix: Span<UInt8>) -> Message? {
    let lines = prefix.nonblankLines
    let counts = lines.map { line in
      let isNumeric = line.allSatisfy { Byte.isBlank($0) || Byte.isDigit($0) || $0 == 0x2d }
      return isNumeric ? line.split(whereSeparator: Byte.isBlank).count : 0
    }
    guard let first = counts.first, (1...2).contains(first), counts.count > 1 else { return nil }
    // The last line of a prefix may be cut off.
    if counts.dropLast().allSatisfy({ $0 == 2 }) {
      return "this looks like a list of coordinates; \(advice: .coordinates)"
    }
    let rest = Array(lines.dropFirst().joined(separator: [Byte.lineFeed]))
    guard let format = Format.allCases.first(where: { $0.type.recognizes(rest.span) }) else {
      return nil
    }
    return "the first line looks like a size; remove it to read the rest as \(format.rawValue)"
  }
}
