package import LifeCore
package import LifeFormats
package import LifeIO

/// Finds the files that define named rules.
///
/// The search order: the folder of the pattern, the folders of `--rules` and of `LIFE_RULES_PATH`,
/// the rules of the pattern collection, the rules of an installed Golly.
package struct RuleLibrary {
  /// The folders in search order.
  package let folders: [Path]
  /// The archive that contains the pattern, searched first.
  var archive: Archive?
  /// The size limit of a rule file in bytes.
  package var maxBytes = Limits().ruleBytes
  /// Collects the rule files, if set.
  package var sourceList: RuleSourceList?
  private let warn: (Warning, Path) -> Void

  /// - Parameters:
  ///   - pattern: the file of the pattern, whose folder is searched first; `nil` if it has none.
  ///   - folders: the folders of `--rules`.
  ///   - environment: the folders of `LIFE_RULES_PATH`, separated by colons.
  ///   - warn: receives warnings about rule files.
  package init(
    beside pattern: Path?, folders: [Path], environment: String? = Self.environment,
    warn: @escaping (Warning, Path) -> Void
  ) {
    let named = (environment ?? "").utf8.split(separator: UInt8(ascii: ":"))
      .map { Path(bytes: Array($0)) }
    let collection = PatternLibrary.folder.map { [$0.appending("rules")] } ?? []
    let own = pattern.map { [$0.folder] } ?? []
    self.folders = own + folders + named + collection
    self.warn = warn
  }

  package static var environment: String? { SystemResources.environment("LIFE_RULES_PATH") }

  /// Reads the rule of this name, with its legend.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``.
  package func find(_ name: [UInt8]) throws -> RuleSearch {
    let stem = Self.stem(of: name)
    guard Self.canBeFile(stem) else { return .missing(places: places) }
    if let (input, content) = try archive?.openRule(stem) {
      return .found(try read(input, name: name, content: content))
    }
    if let table = try find(stem, name: name, in: folders) { return .found(table) }
    if let (file, bytes) = EmbeddedCollection.file(Path(bytes: stem + Array(".rule".utf8))) {
      return .found(try read(ByteReader(bytes, name: file.fileName), name: name))
    }
    if let table = try find(stem, name: name, in: gollyFolders) { return .found(table) }
    // Names may differ in case and punctuation: `Langton's ant` finds `Langtons-Ant`.
    let letters = Self.letters(of: name)
    if let like = PatternLibrary.rules.map({ Array($0.utf8) })
      .first(where: { $0 != name && Self.letters(of: $0) == letters })
    {
      return try find(like)
    }
    return .missing(places: places)
  }

  /// Reads the rule in a file named by the user.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``.
  package func read(_ file: Path) throws -> RuleTable {
    let content = RuleFile.Content(rawValue: file.fileExtension) ?? .rule
    let stem = file.fileName.stem.bytes
    let table = try read(try open(file), name: stem, content: content)
    return try completed(table, stem: stem, content: content, in: file.folder)
  }

  /// The rules of an installed Golly.
  private let gollyFolders: [Path] = [
    "/usr/share/golly/Rules", "/usr/local/share/golly/Rules", "/usr/share/games/golly/Rules",
  ]

  private func find(
    _ stem: [UInt8], name: [UInt8], in folders: [Path]
  ) throws -> RuleTable? {
    for folder in folders {
      for content in RuleFile.Content.allCases {
        let file = folder.appending(Path(bytes: stem + Array(".\(content.rawValue)".utf8)))
        guard isRegularFile(file) else { continue }
        let table = try read(try open(file), name: name, content: content)
        return try completed(table, stem: stem, content: content, in: folder)
      }
    }
    return nil
  }

  /// The letters and digits of a name, for comparisons.
  private static func letters(of name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The file name of a rule, without its extension: slashes become underscores.
  package static func stem(of name: [UInt8]) -> [UInt8] {
    name.map { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") ? UInt8(ascii: "_") : $0 }
  }

  private func open(_ file: Path) throws -> ByteReader {
    var limits = Limits()
    limits.expandedBytes = maxBytes
    return try ByteReader(opening: file, limits: limits)
  }

  /// Adds missing colors and names of states: from `Worm-shared.rule` for rules named `Worm-…`,
  /// from `name.colors` for a `.table` or `.tree` file in the same folder.
  private func completed(
    _ table: RuleTable, stem: [UInt8], content: RuleFile.Content, in folder: Path
  ) throws -> RuleTable {
    guard table.legend.colors.isEmpty || table.legend.names.isEmpty else { return table }
    let legendForm: RuleFile.LegendForm
    let file: Path?
    if content == .rule {
      legendForm = .shared
      file = stem.lastIndex(of: UInt8(ascii: "-")).flatMap { dash in
        let name = Path(bytes: stem[...dash] + Array("shared.rule".utf8))
        return (folders + gollyFolders).map { $0.appending(name) }.first(where: isRegularFile)
      }
    } else {
      legendForm = .colors
      file = folder.appending(Path(bytes: stem + Array(".colors".utf8)))
    }
    guard let file, isRegularFile(file) else { return table }
    var options = ReadOptions()
    options.warn = { warn($0, file) }
    var input = try open(file)
    if let sourceList {
      let bytes = try input.rest()
      sourceList.sources[sourceList.sources.count - 1].legend = (legendForm, bytes)
      input = try ByteReader(bytes, name: file)
    }
    return RuleTable(
      table,
      completingLegendFrom: try RuleFile.legend(
        input, states: table.states, form: legendForm, options: options))
  }

  private var places: [String] {
    folders.map { $0 == "." ? "this folder" : "'\($0)'" } + ["the collection"]
  }

  /// `did you mean 'HighLife'?`, for a misspelled rule. Returns `nil` if no name is near.
  package static func suggestion(for name: String) -> String? {
    if let spelling = oneDimensional(name) { return didYouMean([spelling]) }
    let files = entries(of: ".").filter { $0.fileExtension == "rule" }.map { $0.stem.description }
    return didYouMean(
      name,
      among: NamedRules.all.map(\.name) + VonNeumannAutomaton.allCases.map(\.name)
        + HistoryRule.Marks.allCases.map { "Life\($0.rawValue)" } + PatternLibrary.rules + files)
  }

  /// The spelling `W30` of "30", "rule30" or "Rule 30".
  static func oneDimensional(_ name: String) -> String? {
    let word = name.lowercased().filter { $0 != " " }
    guard let number = UInt8(word.hasPrefix("rule") ? word.dropFirst(4) : word[...]),
      number <= 254, number.isMultiple(of: 2)
    else { return nil }
    return "W\(number)"
  }

  private static func canBeFile(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count <= 200 && name[0] != UInt8(ascii: ".")
      && TerminalText.firstControl(in: name[...]) == nil
  }

  /// Reads a rule from an open input.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  package func read(
    _ input: ByteReader, name: [UInt8], content: RuleFile.Content = .rule
  ) throws -> RuleTable {
    var input = input
    if let sourceList {
      let bytes = try input.rest()
      sourceList.sources.append(
        RuleSource(stem: Self.stem(of: name), content: content, bytes: bytes))
      input = try ByteReader(bytes, name: input.path)
    }
    var options = ReadOptions()
    options.warn = { warn($0, input.path) }
    return try RuleFile.read(
      input, name: String(decoding: name, as: UTF8.self), content: content, options: options)
  }
}

extension ReadOptions {
  /// Options for a rule without a pattern; rule files are searched in `folders`.
  package init(findingRulesIn folders: [Path], _ diagnostics: Diagnostics) {
    self.init()
    let library = RuleLibrary(beside: .standardStream, folders: folders) {
      diagnostics.warn($0, in: $1)
    }
    findRule = library.find
    readRuleFile = library.read
  }
}
