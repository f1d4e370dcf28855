import LifeCore
package import LifeIO

extension Haul {
  /// Reads a haul.
  ///
  /// - Parameter acceptsTable: whether to read a table of codes and counts, as published by
  ///   Catagolue, as a haul with unknown soups and search. The
  ///   program's own CSV is such a table, too.
  /// - Throws: ``ParseError`` with the place of the error; ``ReadError``.
  package static func read(_ input: ByteReader, acceptsTable: Bool = false) throws -> Haul {
    try Format.locatingDamage(in: input) {
      var reader = HaulReader(try LineReader(input, options: ReadOptions()))
      return try reader.read(acceptsTable: acceptsTable)
    }
  }
}

private struct HaulReader {
  private let lines: LineReader
  /// The values of the header and their places.
  private var header: [String: (value: String, place: TextLocation)] = [:]
  private var entries: [String: HaulTable.Entry] = [:]
  private var digest = SHA256()
  /// The next line, without its end; `nil` at the end of the file.
  private var line: [UInt8]?

  init(_ lines: LineReader) { self.lines = lines }

  mutating func read(acceptsTable: Bool) throws -> Haul {
    try advance()
    let hasTitles = line?.starts(with: "apgcode,".utf8) == true
    if acceptsTable, hasTitles || ["\"", "#"].contains(line?.first.map(UnicodeScalar.init)) {
      return try tableOfCounts()
    }
    // The logs of apgsearch begin with their signature line, tests of it with another.
    if line?.starts(with: "payosha256:".utf8) == true || line == Array("testing".utf8) {
      digest = SHA256()
      try advance()
    }
    try readHeader()
    try readTable()
    try readSamples()
    return try haul()
  }

  private mutating func advance() throws {
    line = try lines.advance() ? lines.line.copied() : nil
    guard let line, !line.starts(with: "@SHA256 ".utf8) else { return }
    digest.update(line)
    digest.update([Byte.lineFeed])
  }

  /// Reads `"apgcode","occurrences"` and lines such as `"xq4_153","12"`, or the CSV of this
  /// program, with lines such as `xq4_153,"Glider",12,3 7`.
  private mutating func tableOfCounts() throws -> Haul {
    while let line {
      var cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        $0.filter { $0 != UInt8(ascii: "\"") }
      }
      // A name may have commas.
      if cells.count > 3 { cells = [cells[0], cells[cells.count - 2]] }
      if cells.count == 3, cells[2].isEmpty { cells.removeLast() }
      let isRemark = line.first == UInt8(ascii: "#") || cells.first == Array("apgcode".utf8)
      if !line.isEmpty, !isRemark {
        guard cells.count == 2, let count = Int(String(decoding: cells[1], as: UTF8.self)),
          count > 0
        else { throw lines.error("expected a code and a count such as \"xq4_153\",\"12\"") }
        let code = try code(cells[0] + [Byte.space]).text
        try add(code, count: count)
      }
      try advance()
    }
    var haul = Haul(
      version: Haul.unknown, root: Haul.unknown, rule: Haul.unknown, symmetry: Haul.unknown)
    haul.table = HaulTable(entries)
    return haul
  }

  private mutating func add(_ code: String, count: Int) throws {
    guard entries[code] == nil else { throw lines.error("the code is there twice") }
    guard entries.count < Haul.maxRows else {
      throw lines.error("more than \(Haul.maxRows) codes, the limit").overLimit
    }
    entries[code] = HaulTable.Entry(count: count, samples: [])
  }

  private mutating func readHeader() throws {
    while let line, line != Array("@CENSUS TABLE".utf8) {
      if line.isEmpty {
        try advance()
        continue
      }
      guard line[0] == UInt8(ascii: "@"),
        let space = line.firstIndex(of: Byte.space), space > 1, space + 1 < line.count
      else { throw lines.error("expected a line such as '@ROOT name'; not a haul") }
      if let control = TerminalText.firstControl(in: line[...]) {
        throw lines.error("a control character in the header", ahead: control.lowerBound)
      }
      let key = String(decoding: line[1..<space], as: UTF8.self)
      let place = lines.location(ahead: space + 1)
      guard header[key] == nil else { throw lines.error("@\(key) is there twice") }
      guard header.count < 100 else { throw lines.error("more than 100 lines in the header") }
      header[key] = (String(decoding: line[(space + 1)...], as: UTF8.self), place)
      try advance()
    }
    guard line != nil else { throw lines.error("the file ends before '@CENSUS TABLE'") }
  }

  /// Whether this program wrote the haul.
  private var isOwn: Bool { header["VERSION"]?.value.hasPrefix("life-") == true }

  /// The code at the start of a row, and the index after it.
  ///
  /// - Parameter isAlone: whether the row may end there.
  private func code(
    _ line: [UInt8], isAlone: Bool = false
  ) throws -> (text: String, end: Int) {
    let end = line.firstIndex(of: Byte.space) ?? line.endIndex
    let wrong = line[..<end].firstIndex { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "_": false
      default: true
      }
    }
    if let wrong { throw lines.unexpected(at: wrong, expected: "an apgcode") }
    guard end > 0, end < line.count || isAlone else {
      throw lines.unexpected(at: end, expected: end == 0 ? "an apgcode" : "a space and a number")
    }
    return (String(decoding: line[..<end], as: UTF8.self), end)
  }

  /// The number at `index`. Moves `index` past it.
  private func number(in line: [UInt8], at index: inout Int) throws -> Int {
    let digits = line[index...].prefix { Byte.isDigit($0) }
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      throw lines.unexpected(at: index, expected: "a number without leading zeros")
    }
    guard let value = Int(String(decoding: digits, as: UTF8.self)) else {
      throw lines.error("the number exceeds \(Int.max)", ahead: index)
    }
    index = digits.endIndex
    return value
  }

  private mutating func readTable() throws {
    try advance()
    while let line, !line.isEmpty {
      var (code, index) = try code(line)
      index += 1
      let start = index
      let count = try number(in: line, at: &index)
      guard index == line.count else {
        throw lines.unexpected(at: index, expected: "the end of the line")
      }
      guard count > 0 else { throw lines.error("a count of 0", ahead: start) }
      try add(code, count: count)
      try advance()
    }
    // Other programs have further sections, such as '@TOP 100'.
    var isSkipped = false
    while let line, line != Array("@SAMPLE_SOUPIDS".utf8) {
      isSkipped = isSkipped || !isOwn && line.first == UInt8(ascii: "@")
      guard line.isEmpty || isSkipped else { throw lines.error("expected '@SAMPLE_SOUPIDS'") }
      try advance()
    }
    if line == nil { throw lines.error("the file ends before '@SAMPLE_SOUPIDS': it was cut") }
  }

  private mutating func readSamples() throws {
    try advance()
    while let line {
      if line.isEmpty {
        try advance()
        continue
      }
      var (code, index) = try code(line, isAlone: !isOwn)
      guard let entry = entries[code] else { throw lines.error("the code is not in the table") }
      guard entry.samples.isEmpty else { throw lines.error("the code is there twice") }
      var samples: [Int] = []
      while index < line.count {
        guard line[index] == Byte.space else {
          throw lines.unexpected(at: index, expected: "a space or the end of the line")
        }
        index += 1
        let word = line[index...].prefix { $0 != Byte.space }
        if !isOwn, !word.allSatisfy(Byte.isDigit) {
          // The patterns of a stream have IDs with their cells: `0-2o$2o!`.
          index = word.endIndex
          continue
        }
        samples.append(try number(in: line, at: &index))
        guard samples.count <= 1_000 else {
          throw lines.error("more than 1000 soups of a code", ahead: index)
        }
      }
      let kept = Set(samples).sorted().prefix(HaulTable.maxSamples)
      entries[code]?.samples = Array(kept)
      try advance()
    }
  }

  // MARK: - Checks

  private func haul() throws -> Haul {
    let version = header["VERSION"]?.value ?? Haul.unknown
    let rule = try value("RULE").value
    // Hauls of one rule can be added, even if their files spell it differently.
    var haul = Haul(
      version: version, root: try value("ROOT").value,
      rule: Haul.rule(named: rule).map(Haul.name(of:)) ?? rule,
      symmetry: try value("SYMMETRY").value)
    haul.table = HaulTable(entries)
    haul.limits.generations = try limit("MAX_GENERATIONS") ?? haul.limits.generations
    haul.limits.population = try limit("MAX_POPULATION") ?? haul.limits.population
    if let md5 = header["MD5"], md5.value != MD5.hex(Array(haul.root.utf8)) {
      throw lines.error("the MD5 is not that of the root", at: md5.place)
    }
    if let sha = try isOwn ? value("SHA256") : header["SHA256"] {
      var digest = digest
      guard digest.finishHex() == sha.value else {
        throw lines.error(
          "the digest does not match: the file is damaged; make it again", at: sha.place)
      }
    }
    let (soups, soupsPlace) = try headerNumber("NUM_SOUPS")
    haul.parts = try parts()
    if let ranges = header["SOUPS"] {
      haul.soups = try self.ranges(ranges.value, at: ranges.place)
    } else {
      haul.soups = SoupRanges(0..<soups)
    }
    guard haul.soups.count == soups else {
      throw lines.error("@SOUPS lists \(haul.soups.count) soups, not this number", at: soupsPlace)
    }
    let (objects, objectsPlace) = try headerNumber("NUM_OBJECTS")
    guard haul.table.objectCount == objects else {
      throw lines.error(
        "the counts of the table do not add up to this number: the file was cut", at: objectsPlace)
    }
    if header["SOUPS"] != nil { try checkSamples(haul) }
    return haul
  }

  /// The roots of a total with their soups; empty for a haul of one root.
  private func parts() throws -> [Haul.RootPart] {
    var parts: [Haul.RootPart] = []
    while let (value, place) = header["ROOT_\(parts.count + 1)"] {
      let words = value.split(separator: " ", omittingEmptySubsequences: false)
      let mark = words.firstIndex(of: "of") ?? words.endIndex
      let root = words.dropFirst(mark + 1).joined(separator: " ")
      guard !root.isEmpty else {
        throw lines.error(
          "expected ranges of soups and their root such as '0..99 of a_'", at: place)
      }
      let soups = try ranges(words[..<mark].joined(separator: " "), at: place)
      parts.append(Haul.RootPart(root: root, soups: soups))
    }
    return parts
  }

  private func checkSamples(_ haul: Haul) throws {
    for (code, entry) in haul.table.entries {
      guard !entry.samples.isEmpty, entry.samples.allSatisfy(haul.soups.contains) else {
        throw lines.error("the sample soups of \(code) are not soups of the file", at: nil)
      }
    }
  }

  private func value(_ key: String) throws -> (value: String, place: TextLocation) {
    guard let found = header[key] else {
      throw lines.error("no line '@\(key)': not a haul, or cut", at: nil)
    }
    return found
  }

  private func headerNumber(_ key: String) throws -> (Int, TextLocation) {
    let (text, place) = try value(key)
    guard text.utf8.allSatisfy(Byte.isDigit), let number = Int(text) else {
      throw lines.error("expected a number up to \(Int.max)", at: place)
    }
    return (number, place)
  }

  /// A limit for soups; `nil` if the file has none.
  private func limit(_ key: String) throws -> Int? {
    guard header[key] != nil else { return nil }
    let (limit, place) = try headerNumber(key)
    guard Haul.SoupLimits.possible.contains(limit) else {
      throw lines.error("expected a number from 1 to 2^40", at: place)
    }
    return limit
  }

  private func ranges(_ text: String, at place: TextLocation) throws -> SoupRanges {
    var soups = SoupRanges()
    guard text != "none" else { return soups }
    var last = -1
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let ends = word.split(separator: ".", omittingEmptySubsequences: false)
      guard ends.count == 3, ends[1].isEmpty,
        let first = Self.soupNumber(ends[0]), let end = Self.soupNumber(ends[2]), first <= end
      else { throw lines.error("expected ranges of soups such as 0..99", at: place) }
      guard first > last else {
        throw lines.error("the ranges overlap or are not sorted", at: place)
      }
      guard soups.ranges.count < Haul.maxRows else {
        throw lines.error("more than \(Haul.maxRows) ranges, the limit", at: place)
      }
      soups.insert(first..<end + 1)
      last = end
    }
    return soups
  }

  private static func soupNumber(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy(Byte.isDigit) else {
      return nil
    }
    return Int(text)
  }
}
