import LifeCore
package import LifeIO

/// A pattern of the collection with its description, from the lines before its cells.
package struct LibraryPattern: Sendable {
  /// The name of its file without the extension.
  package let name: String
  /// The name of its folder, such as `guns`.
  package let kind: String
  /// Its file; `nil` for a pattern inside the program.
  package let file: Path?
  /// The bytes of a pattern inside the program.
  private let embedded: [UInt8]
  /// The name in the file.
  package private(set) var title: String?
  /// Other common names.
  package let otherNames: [String]
  /// The discoverer and the year.
  package private(set) var origin: String?
  /// The comments.
  package private(set) var comments: [String] = []
  /// The name of its page in the LifeWiki.
  package let page: String?
  package private(set) var width: Int?
  package private(set) var height: Int?
  package private(set) var rule: String?

  /// Reads the lines of RLE before the cells. Without any, the pattern has only a name.
  ///
  /// - Parameter file: `nil` for a pattern inside the program, all of whose bytes are given.
  init(name: String, kind: String, file: Path?, _ bytes: [UInt8]) {
    self.name = name
    self.kind = kind
    self.file = file
    embedded = file == nil ? bytes : []
    let others = PatternLibrary.otherNames(of: name)
    page = others?.page
    otherNames = others?.names ?? []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = TerminalText.printable(String(decoding: line, as: UTF8.self))
      guard text.first == "#" else {
        readHeader(text)
        break
      }
      readNote(text)
    }
  }

  private mutating func readNote(_ line: String) {
    let note = String(line.dropFirst(2).drop { $0 == " " })
    switch line.dropFirst().first {
    case "N": title = title ?? note
    case "O": origin = origin ?? note
    case "C", "c":
      // A line of Golly: the position and the generation.
      if !note.hasPrefix("XRLE ") { comments.append(note) }
    default: break
    }
  }

  /// Reads `x = 36, y = 9, rule = B3/S23`.
  private mutating func readHeader(_ line: String) {
    for item in line.split(separator: ",", maxSplits: 2) {
      let parts = item.split(separator: "=", maxSplits: 1).map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
      }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "x": width = Int(parts[1])
      case "y": height = Int(parts[1])
      case "rule": rule = parts[1]
      default: break
      }
    }
  }

  /// Opens the file.
  ///
  /// - Throws: ``ReadError``.
  func open(_ limits: Limits) throws -> ByteReader {
    if let file { return try ByteReader(opening: file, limits: limits) }
    return try ByteReader(embedded, name: Path("\(name).rle"), limits: limits)
  }

  /// The period in a comment such as `period 30` or `every 30 generations`.
  package var period: Int? {
    let stated = words(after: "period", "every").lazy.compactMap { Int($0) }.first
    return stated ?? (kind == "still-lifes" ? 1 : nil)
  }

  /// The speed in a comment such as `at c/3`.
  package var speed: String? {
    words(after: "at").first { $0.utf8.contains(UInt8(ascii: "/")) || $0 == "c" }
  }

  /// The direction after the speed: `diagonal` for `at c/4 diagonally`.
  private var direction: String? {
    let adverb = speed.flatMap { words(after: $0).first }
    return adverb.flatMap { $0.hasSuffix("ly") ? String($0.dropLast(2)) : nil }
  }

  /// The words of the comments, without punctuation after them.
  private var commentWords: [[String]] {
    comments.map { comment in
      comment.split(separator: " ").map { word in
        String(word.reversed().drop { ".,;:".contains($0) }.reversed())
      }
    }
  }

  private func words(after leads: String...) -> [String] {
    commentWords.flatMap { words in
      zip(words, words.dropFirst()).filter { leads.contains($0.0) }.map(\.1)
    }
  }

  /// The names of the rule and of its family, such as `Star Wars` and `Generations`.
  private var ruleNames: [String] {
    guard let rule, let rule = try? RuleAndUniverse(parsing: rule.utf8).rule else { return [] }
    let names = NamedRules.all.filter { $0.rulestring == rule.canonical }.map(\.name)
    return switch rule.family {
    case .generations: names + ["Generations"]
    case .largerThanLife: names + ["Larger than Life"]
    case .partitioned(let rule): names + [rule.kind == .margolus ? "Margolus" : "PCA"]
    default: names
    }
  }

  /// Whether a word is a part of a name, of the kind or of the discoverer, or equals the speed
  /// (`c/3`), the direction (`diagonal`), the period (`p3`), the rule, its name or its family. A
  /// number equals the period or one in a name.
  ///
  /// - Parameter readsComments: whether it may also be a word of a comment.
  package func matches(_ word: String, readsComments: Bool) -> Bool {
    var facts = [speed, direction, rule].compactMap { $0 }
    if readsComments { facts += commentWords.joined() }
    if facts.contains(where: { $0.lowercased() == word.lowercased() }) { return true }
    // Keys omit slashes, so `c/3` would match the name `c3-ship`.
    if word.utf8.contains(UInt8(ascii: "/")) { return false }
    let key = Self.key(word)
    // `p3` does not match `22p36`.
    let isPeriod =
      key.first == UInt8(ascii: "p") && key.count > 1 && key.dropFirst().allSatisfy(\.isDigit)
    let isNumber = key.allSatisfy(\.isDigit)
    if let period, ["p\(period)", "\(period)"].contains(word.lowercased()) { return true }
    if ruleNames.contains(where: { Self.key($0) == key }) { return true }
    let texts = names + (isNumber ? [] : [kind] + [origin].compactMap { $0 })
    return texts.map(Self.key).contains { text in
      guard let range = text.range(of: key) else { return false }
      if isNumber, text[..<range.lowerBound].last?.isDigit == true { return false }
      return !(isPeriod || isNumber) || text[range.upperBound...].first?.isDigit != true
    }
  }

  /// All names: the file's, the title in the file, the page's, and others.
  package var names: [String] { [name] + [title, page].compactMap { $0 } + otherNames }

  /// The names without repetitions. Case, spaces and punctuation don't count.
  package var differentNames: [String] {
    var keys: Set<[UInt8]> = []
    return names.filter { keys.insert(Self.key($0)).inserted }
  }

  /// The letters and digits of a name in lower case, for comparisons: `gosperglidergun`.
  package static func key(_ name: some StringProtocol) -> [UInt8] {
    name.lowercased().utf8.filter {
      (0x61...0x7a).contains($0) || $0.isDigit || $0 >= 0x80
    }
  }
}
