import LifeCore
import LifeFormats
import LifeIO

/// The files that define rules, known by name.
///
/// They are looked for beside the pattern, in the folders of `--rules` and of `LIFE_RULES_PATH`,
/// and among those that come with the program.
struct RuleLibrary {
  /// In the order in which they are looked through.
  let folders: [Path]
  /// The archive that the pattern is in, which may bring its rules along.
  var archive: Archive?
  private let warn: (Warning, Path) -> Void

  /// - Parameters:
  ///   - pattern: the file whose rule is looked for.
  ///   - folders: what the user names.
  ///   - warn: gets what is odd about a rule file.
  init(
    beside pattern: Path, folders: [Path], environment: String? = Self.environment,
    warn: @escaping (Warning, Path) -> Void
  ) {
    let parent = pattern.isStandardStream ? Path("") : pattern.parent
    let isInRoot = pattern.bytes.first == UInt8(ascii: "/") && parent.bytes.isEmpty
    let beside: Path = isInRoot ? "/" : parent.bytes.isEmpty ? "." : parent
    let named = (environment ?? "").utf8.split(separator: UInt8(ascii: ":"))
      .map { Path(bytes: Array($0)) }
    self.folders =
      [beside] + folders + named + PatternLibrary.roots.map { $0.appending("rules") }
    self.warn = warn
  }

  static var environment: String? { Console.ofProcess.environment("LIFE_RULES_PATH") }

  /// Reads the rule of a name, with its legend.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``.
  func find(_ name: [UInt8]) throws -> RuleSearch {
    let stem = name.map {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") ? UInt8(ascii: "_") : $0
    }
    guard Self.canBeFile(stem) else { return .missing(places: places) }
    if let (input, form) = try archive?.openRule(stem) {
      return .found(try read(input, String(decoding: name, as: UTF8.self), form))
    }
    for folder in folders {
      for form in RuleFile.Form.allCases {
        let file = folder.appending(Path(bytes: stem + Array(".\(form.rawValue)".utf8)))
        guard isRegularFile(file) else { continue }
        let table = try read(try open(file), String(decoding: name, as: UTF8.self), form)
        return .found(try completed(table, stem, form, in: folder))
      }
    }
    return .missing(places: places)
  }

  private func open(_ file: Path) throws -> ByteReader {
    var limits = Limits()
    limits.expandedBytes = RuleFile.mostBytes
    return try ByteReader(opening: file, limits: limits)
  }

  /// The rule with the colours and names that its own file leaves out: those of `Worm-shared.rule`
  /// for all rules `Worm-…`, those of `name.colors` beside a `.table` or a `.tree`.
  private func completed(
    _ table: RuleTable, _ stem: [UInt8], _ form: RuleFile.Form, in folder: Path
  ) throws -> RuleTable {
    guard table.legend.colours.isEmpty || table.legend.names.isEmpty else { return table }
    let legendForm: RuleFile.LegendForm
    let file: Path?
    if form == .rule {
      legendForm = .shared
      file = stem.lastIndex(of: UInt8(ascii: "-")).flatMap { dash in
        let name = Path(bytes: stem[...dash] + Array("shared.rule".utf8))
        return folders.map { $0.appending(name) }.first(where: isRegularFile)
      }
    } else {
      legendForm = .colors
      file = folder.appending(Path(bytes: stem + Array(".colors".utf8)))
    }
    guard let file, isRegularFile(file) else { return table }
    var options = ReadOptions()
    options.warn = { warn($0, file) }
    return RuleTable(
      table,
      orElse: try RuleFile.legend(
        try open(file), states: table.states, form: legendForm, options))
  }

  private var places: [String] { folders.map { $0 == "." ? "this folder" : "'\($0)'" } }

  private static func canBeFile(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count <= 200 && name[0] != UInt8(ascii: ".")
      && name.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }

  private func read(
    _ input: ByteReader, _ name: String, _ form: RuleFile.Form
  ) throws -> RuleTable {
    var options = ReadOptions()
    options.warn = { warn($0, input.path) }
    return try RuleFile.read(input, name: name, form: form, options).table
  }
}
