import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// The soups or the streams of a census, as typed.
struct CensusSearchOptions {
  var rule: TypedRule?
  var ruleFolders: [Path] = []
  var symmetry: SoupSymmetry?
  var streams: [Path] = []
  var root: String?
  var soups: SoupNumbers?
  var shard: Shard?

  static var options: [Option<CensusSearchOptions>] {
    [
      .rule(group: "Soups", help: "Rule (default B3/S23).", sets: \.rule),
      .ruleFolders(group: "Soups", appends: \.ruleFolders),
      .symmetry(
        group: "Soups", help: "Symmetry such as C1, D4_+2, 8x32 or iC1 (default C1).",
        sets: \.symmetry),
      .value(
        "--root", metavar: "ROOT", group: "Soups",
        help: "The seed of a soup is ROOT followed by its number.",
        details: "With --from, a name for the haul (default \(CensusSearch.usualStreamRoot)).",
        sets: \.root),
      .value(
        "--soups", metavar: "A..B", group: "Soups",
        help: "Numbers of the first and the last soup, or N for 0..N-1.", sets: \.soups),
      .value(
        "--shard", metavar: "I/N", group: "Soups",
        help: "Take only part I of N, or auto/N for the part of a job array.",
        details: """
          The soups are divided into N ranges whose lengths differ by at most one. auto/N takes I \
          from the first of these variables that is set: \(Shard.variables).
          """, sets: \.shard),
      .value(
        "--from", metavar: "FILE", group: "Soups",
        help: "Take the patterns of FILE, or of - for standard input; may be repeated.",
        details: """
          All patterns of RLE files, JSON files, lists of apgcodes and zip archives are read, and \
          numbered from 0, like soups: number 0 of pile.rle is the pattern 'pile.rle#1' of \
          --split. --soups selects some of them. With --shard it is required, and says how many \
          patterns there are. The symmetry of the haul is stdin, as in other programs.
          """, appends: \.streams),
    ]
  }

  var isStream: Bool { !streams.isEmpty }

  func validate() throws(UsageError) {
    if isStream {
      if let root { try checkSeed(root, option: "--root") }
      if symmetry != nil { throw UsageError("--symmetry cannot be combined with --from") }
      return
    }
    guard let root else { throw UsageError("--root is required", hint: "write '--root NAME_'") }
    try checkSeed(root, option: "--root")
    if soups == nil { throw UsageError("--soups is required", hint: "write '--soups 0..999'") }
  }

  func search() throws -> CensusSearch {
    let parsed = try rule?.parsed(folders: ruleFolders)
    if parsed?.universe != nil {
      throw UsageError("--rule: a census runs on the unbounded plane; omit the universe")
    }
    if let rule = parsed?.rule, let base = rule.withoutMarks {
      throw UsageError(
        "--rule: a census counts live cells, and those of \(rule.canonical) also have marks",
        hint: "write --rule \(base.canonical)")
    }
    let symmetryOfSoups = symmetry ?? .c1
    try parsed?.rule.checkObjects(of: "--rule")
    return CensusSearch(
      rule: parsed?.rule ?? .life, symmetry: isStream ? nil : symmetryOfSoups,
      root: root ?? CensusSearch.usualStreamRoot)
  }

  /// Passes each pattern of the streams to `take`.
  func read(
    for search: CensusSearch, _ diagnostics: Diagnostics, _ take: (StreamPattern) throws -> Void
  ) throws {
    let limits = try EnvironmentLimits.ofProcess()
    var loader = PatternLoader(limits: limits.readingLimits, memory: limits.memory?.bytes)
    loader.diagnostics = diagnostics
    loader.isSplit = true
    loader.ruleFolders = ruleFolders
    if let rule { loader.rule = { try rule.parsed($0, named: "--rule") } }
    let analysisRule = AnalysisRule(search.rule)
    for stream in streams {
      try loader.loadEach(stream) { try take(StreamPattern($0, under: analysisRule)) }
    }
  }

  /// The soups of this process, with a note about its part.
  func part() throws -> (range: Range<Int>, note: String?) {
    let all = soups?.range ?? 0..<Int.max
    guard let shard else { return (all, nil) }
    if soups == nil {
      throw UsageError(
        "--shard: a part of a stream requires --soups N, the number of its patterns")
    }
    let part = shard.part(of: all)
    return (part, "\(shard): \(part.isEmpty ? "no soups" : "soups \(SoupRanges.text(part))")")
  }
}

/// The numbers of the soups of a census as typed: `0..99`, or `100` for the first hundred.
struct SoupNumbers: Hashable, ValueParsable {
  var range: Range<Int>

  /// All numbers are below this one: in hauls they have at most 18 digits.
  private static let end = 1_000_000_000_000_000_000

  init(argument: Argument) throws(ValueError) {
    let text = argument.text
    let bytes = Array(text.utf8)
    guard let dots = bytes.range(of: Array("..".utf8)) else {
      let count = try Self.number(Argument(text))
      guard count > 0 else { throw ValueError("expected at least one soup") }
      range = 0..<count
      return
    }
    let first = try Self.number(Argument(bytes: Array(bytes[..<dots.lowerBound])))
    let last = try Self.number(Argument(bytes: Array(bytes[dots.upperBound...])))
    guard first <= last else {
      throw ValueError("expected numbers in ascending order such as 0..99, found '\(argument)'")
    }
    range = first..<last + 1
  }

  private static func number(_ argument: Argument) throws(ValueError) -> Int {
    guard let number = try? Count(argument: argument).value.int, number < end else {
      throw ValueError(
        "expected soups such as 0..99, or a number of them such as 100, each number below 10^18")
    }
    return number
  }
}

extension SoupSymmetry: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    guard let symmetry = SoupSymmetry(argument.text) else {
      let names = SoupSymmetry.all.map(\.description)
      // `D4` means one of `D4_+1`, `D4_x1` and so on.
      let begun = names.filter { $0.hasPrefix(argument.text + "_") }
      throw ValueError(
        "expected a symmetry such as C1, D4_+2, 8x32 or iC1, found '\(argument)'",
        hint: didYouMean(begun) ?? didYouMean(argument.text, among: names))
    }
    self = symmetry
  }
}

/// Checks a text for use in files and messages.
func checkSeed(_ text: String, option: String) throws(UsageError) {
  guard !text.isEmpty, text.utf8.count <= 200,
    TerminalText.printable(text) == text, !text.utf8.contains(UInt8(ascii: " "))
  else {
    throw UsageError("\(option): expected 1 to 200 printable characters without spaces")
  }
}
