/// The code of one Swift file, without comments and literals, and the bodies of its functions.
///
///      code                  blanked
///      let a = "}\(b { c })" let a =      b { c }      literals become spaces, interpolations stay
///      // }                                            comments become spaces, line breaks stay
struct SwiftSource {
  /// The text with a space in place of every byte of a comment, a literal or a raw identifier.
  private(set) var blanked: [UInt8] = []

  /// The code between the braces of a function, an initializer, a subscript, a computed property
  /// or a closure that initializes a stored property.
  struct Body: Equatable {
    /// The line of its opening brace, from 1.
    var line: Int
    /// The lines between the two braces; 1 if both stand on one line.
    var length: Int
  }

  /// Braces, parentheses or literals that do not end.
  struct Unbalanced: Error, Equatable {
    var line: Int
  }

  init(_ text: String) throws(Unbalanced) {
    var scanner = Scanner(Array(text.utf8))
    try scanner.scanCode(endsAtParenthesis: false)
    blanked = scanner.text
  }
}

// MARK: - Comments and literals

/// Blanks comments and literals from the start of a file to its end.
private struct Scanner {
  var text: [UInt8]
  private var place = 0
  private var line = 1
  /// The last byte of code that is not a blank: it tells a regular expression from a division.
  private var last: UInt8 = 0

  init(_ text: [UInt8]) { self.text = text }

  private func starts(_ word: StaticString, at offset: Int = 0) -> Bool {
    let start = place + offset
    guard start + word.utf8CodeUnitCount <= text.count else { return false }
    return word.withUTF8Buffer { text[start..<start + $0.count].elementsEqual($0) }
  }

  /// Replaces the next bytes by spaces; line breaks stay.
  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where place < text.count {
      if text[place] == UInt8(ascii: "\n") { line += 1 } else { text[place] = UInt8(ascii: " ") }
      place += 1
    }
  }

  /// Scans a file, or an interpolation from behind its opening parenthesis to its closing one.
  mutating func scanCode(endsAtParenthesis: Bool) throws(SwiftSource.Unbalanced) {
    let start = line
    var depth = 0
    while place < text.count {
      if try scanLiteral() { continue }
      switch text[place] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0 && endsAtParenthesis: return
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      if text[place] > UInt8(ascii: " ") { last = text[place] }
      place += 1
    }
    if endsAtParenthesis || depth != 0 { throw .init(line: start) }
  }

  /// Blanks the comment, literal or raw identifier that begins here, if one does.
  private mutating func scanLiteral() throws(SwiftSource.Unbalanced) -> Bool {
    switch text[place] {
    case UInt8(ascii: "/") where starts("//"):
      while place < text.count, text[place] != UInt8(ascii: "\n") { blank() }
    case UInt8(ascii: "/") where starts("/*"): try scanBlockComment()
    case UInt8(ascii: "/") where isRegex: try scanRegex(hashes: 0)
    case UInt8(ascii: "`"):
      // A name: what it is called does not matter, that there is one does.
      text[place] = UInt8(ascii: "_")
      place += 1
      while place < text.count, text[place] != UInt8(ascii: "`") { blank() }
      blank()
    case UInt8(ascii: "\""): try scanString(hashes: 0)
    case UInt8(ascii: "#"):
      let hashes = text[place...].prefix { $0 == UInt8(ascii: "#") }.count
      if starts("\"", at: hashes) {
        try scanString(hashes: hashes)
      } else if starts("/", at: hashes) {
        try scanRegex(hashes: hashes)
      } else {
        return false
      }
    default: return false
    }
    return true
  }

  /// Block comments nest.
  private mutating func scanBlockComment() throws(SwiftSource.Unbalanced) {
    let start = line
    var depth = 0
    repeat {
      guard place < text.count else { throw .init(line: start) }
      let isStart = starts("/*")
      let isEnd = starts("*/")
      depth += isStart ? 1 : isEnd ? -1 : 0
      blank(isStart || isEnd ? 2 : 1)
    } while depth > 0
  }

  /// A string of one or more lines, raw if `hashes` stand around it.
  private mutating func scanString(hashes: Int) throws(SwiftSource.Unbalanced) {
    let start = line
    blank(hashes)
    let isLong = starts("\"\"\"") && !endsOnLine(hashes: hashes)
    let quotes = isLong ? 3 : 1
    blank(quotes)
    while place < text.count {
      if isLong ? starts("\"\"\"") : starts("\""), isHashed(hashes, at: quotes) {
        blank(quotes + hashes)
        last = UInt8(ascii: "_")
        return
      }
      if !isLong, text[place] == UInt8(ascii: "\n") { break }
      if starts("\\"), isHashed(hashes, at: 1) {
        blank(1 + hashes)
        if starts("(") {
          blank()
          try scanCode(endsAtParenthesis: true)
        }
      }
      blank()
    }
    throw .init(line: start)
  }

  /// Whether three quotes with number signs are one line, as `#"""#` is, which holds one quote.
  private func endsOnLine(hashes: Int) -> Bool {
    guard hashes > 0 else { return false }
    let rest = text[(place + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    return rest.indices.contains {
      text[$0] == UInt8(ascii: "\"") && isHashed(hashes, at: $0 + 1 - place)
    }
  }

  private func isHashed(_ hashes: Int, at offset: Int) -> Bool {
    let start = place + offset
    guard start + hashes <= text.count else { return false }
    return text[start..<start + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Whether a slash begins a regular expression: an operand is due, no blank follows, and a slash
  /// ends it on the same line.
  private var isRegex: Bool {
    guard place + 1 < text.count, " \t\n".utf8.allSatisfy({ $0 != text[place + 1] }) else {
      return false
    }
    guard last == 0 || "([{,;:=!&|?".utf8.contains(last) else { return false }
    let rest = text[(place + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    return rest.contains(UInt8(ascii: "/"))
  }

  private mutating func scanRegex(hashes: Int) throws(SwiftSource.Unbalanced) {
    let start = line
    blank(hashes + 1)
    while place < text.count {
      if starts("/"), isHashed(hashes, at: 1) {
        blank(1 + hashes)
        last = UInt8(ascii: "_")
        return
      }
      if hashes == 0, text[place] == UInt8(ascii: "\n") { break }
      blank(starts("\\") && !starts("\n", at: 1) ? 2 : 1)
    }
    throw .init(line: start)
  }
}

// MARK: - Bodies

extension SwiftSource {
  private static let typeKeywords: Set = [
    "struct", "class", "enum", "extension", "protocol", "actor",
  ]

  /// The bodies of the members of types and of the file, in order.
  ///
  /// A body counts what stands in it: closures, local functions and local types, whose members are
  /// bodies of their own, too. What it counts are braces that belong to a member, thus no type.
  ///
  /// - Throws: ``Unbalanced`` where a brace has no other.
  func bodies() throws(Unbalanced) -> [Body] {
    var bodies: [Body] = []
    var open: [(line: Int, isType: Bool, isBody: Bool)] = []
    var previous = ""
    var isTypeNext = false
    for token in tokens() {
      switch token.text {
      case "{":
        let isMember = open.last?.isType ?? true
        open.append((token.line, isTypeNext, isMember && !isTypeNext))
        isTypeNext = false
      case "}":
        guard let brace = open.popLast() else { throw Unbalanced(line: token.line) }
        guard brace.isBody else { break }
        let length = max(token.line - brace.line - 1, token.line == brace.line ? 1 : 0)
        bodies.append(Body(line: brace.line, length: length))
      default:
        // `class func` declares no type, and `.struct` and `struct:` are names.
        if Self.typeKeywords.contains(previous), token.isWord, !Self.isModified(token.text) {
          isTypeNext = true
        }
      }
      previous = previous == "." ? "" : token.text
    }
    if let brace = open.last { throw Unbalanced(line: brace.line) }
    return bodies.sorted { $0.line < $1.line }
  }

  private static func isModified(_ word: String) -> Bool {
    ["func", "var", "let", "subscript", "override", "final"].contains(word)
  }

  /// Words, and other characters one by one.
  private func tokens() -> [(text: String, line: Int, isWord: Bool)] {
    var tokens: [(text: String, line: Int, isWord: Bool)] = []
    var line = 1
    var place = 0
    while place < blanked.count {
      let word = blanked[place...].prefix(while: Self.isWordByte)
      if !word.isEmpty {
        tokens.append((String(decoding: word, as: UTF8.self), line, true))
        place = word.endIndex
        continue
      }
      if blanked[place] == UInt8(ascii: "\n") {
        line += 1
      } else if blanked[place] > UInt8(ascii: " ") {
        tokens.append((String(UnicodeScalar(blanked[place])), line, false))
      }
      place += 1
    }
    return tokens
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
