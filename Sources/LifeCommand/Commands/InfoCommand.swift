import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun
import LifeRender

/// `life info`: prints metadata and statistics of a pattern.
struct InfoCommand: Command {
  static let name = "info"
  static let summary = "Show metadata and statistics of a pattern."
  static let discussion = """
    Prints the rule, the universe, the bounding box, the notes and the symmetry. A pattern within \
    64 × 64 cells is also identified, if that takes at most 1000 generations; 'life identify' \
    has no such limits.
    """
  static let examples = [
    Example("life info gosper-gun", "A pattern of the collection:"),
    Example("life info --json *.rle | jq .population", "One JSON object per file:"),
    Example("life info --split --json - < pile.rle", "One JSON object per pattern of a file:"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore(
      "PATTERN", help: "A file, - or the name of a pattern.", completes: .pattern,
      appends: \.patterns
    ).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + InputListOptions.options.map { $0.inside(\.inputs) }
      + OutputOptions.reports.map { $0.inside(\.output) }
  }

  var patterns: [Path] = []
  var inputs = InputListOptions()
  var input = InputOptions()
  var output = OutputOptions()

  func run() throws -> ExitCode {
    var isFirst = true
    return try reporting {
      var loader = try input.loader()
      loader.acceptsUnknownRules = true
      let own = try inputs.own(
        inputs.all(patterns, limits: input.readingLimits()), output.diagnostics)
      return try Batch.run(own, loader, output.diagnostics) { loaded in
        let digest =
          output.request.hasDigest
          ? try loaded.pattern.digest(limit: EnvironmentLimits.workingMemory()) : nil
        if output.request.isJSON {
          try writeLine(output.styled(json(loaded, digest)))
        } else {
          try writeText((isFirst ? "" : "\n") + description(loaded, digest))
        }
        isFirst = false
        return .ok
      }
    }
  }

  private func description(_ loaded: LoadedPattern, _ digest: String?) -> String {
    let pattern = loaded.pattern
    let box = pattern.bounds
    var rows: [(String, String)] = [
      ("format", loaded.formatName),
      ("rule", pattern.rule.canonical + (pattern.statedRule == nil ? " (not stated)" : "")),
      ("universe", "\(pattern.universe)"),
      ("generation", "\(pattern.generation)"),
      ("population", "\(pattern.population)" + (pattern.isComplement ? " (complement)" : "")),
      ("box", box.map { "\($0.width) × \($0.height) at (\($0.x), \($0.y))" } ?? "empty"),
    ]
    let facts = ShortIdentification(pattern)
    if let symmetry = facts.symmetry { rows.append(("symmetry", symmetry.rawValue)) }
    if let kind = facts.kind { rows.append(("kind", kind)) }
    if let code = facts.code { rows.append(("apgcode", code)) }
    if facts.ignoresMarks { rows.append(("marks", "ignored: the kind is that of the live cells")) }
    if let run = InterruptedRun(loaded) { rows += run.rows }
    for (label, kind) in [
      ("name", Pattern.NoteKind.name), ("author", .author),
      ("comment", .comment), ("after '!'", .trailer),
    ] {
      rows += pattern.notes(kind).map { (label, "\(Path(bytes: $0))") }
    }
    if let digest { rows.append(("digest", digest)) }
    return "\(loaded.title)\n"
      + rows.map { label, text in
        "  \(label)\(String(repeating: " ", count: 12 - label.count))\(text)\n"
      }.joined()
  }

  private func json(_ loaded: LoadedPattern, _ digest: String?) -> JSONText {
    let pattern = loaded.pattern
    let texts = { (kind: Pattern.NoteKind) in
      JSONText(array: pattern.notes(kind).map { JSONText(repairing: $0) })
    }
    var members: [(key: String, value: JSONText)] = [
      ("schema", "life.info/1"), ("pattern", JSONText(repairing: loaded.title.bytes)),
      ("format", JSONText(loaded.formatName)),
      ("rule", JSONText(pattern.rule.canonical)),
      ("universe", JSONText("\(pattern.universe)")),
      ("generation", JSONText(pattern.generation)),
      ("population", JSONText(pattern.population)),
      ("bounds", pattern.bounds.map { JSONText($0) } ?? .null),
      ("names", texts(.name)), ("authors", texts(.author)),
      ("comments", texts(.comment)), ("trailer", texts(.trailer)),
    ]
    let facts = ShortIdentification(pattern)
    if let symmetry = facts.symmetry {
      members.append(("symmetry", JSONText(symmetry.rawValue)))
    }
    if let result = facts.result { members.append(("kind", JSONText(result.kind.rawValue))) }
    if let code = facts.code { members.append(("apgcode", JSONText(code))) }
    if facts.ignoresMarks { members.append(("ignores_marks", true)) }
    if let run = InterruptedRun(loaded) { members.append(("checkpoint", run.json)) }
    if pattern.isComplement { members.append(("complement", true)) }
    if let digest { members.append(("cells_digest", JSONText(digest))) }
    return JSONText(object: members)
  }
}

/// What `life info` says about a pattern beside its cells, within limits that keep it quick.
private struct ShortIdentification {
  /// Nil without live cells and for large patterns.
  let symmetry: StaticSymmetry?
  /// Nil for patterns that are large or take long.
  let result: Identification?
  /// Whether the pattern is identified without the marks of its cells.
  let ignoresMarks: Bool

  private static let largestSide: BigInt = 64
  /// For rules of range 1. Patterns may grow by the range to each side in a generation.
  private static let generations = 1_000
  private static let largestPopulation = 1 << 14

  init(_ pattern: Pattern) {
    symmetry = StaticSymmetry(of: pattern)
    let isTiny =
      pattern.tree == nil && !pattern.rule.isUnknown
      && pattern.bounds.map { max($0.width, $0.height) <= Self.largestSide } ?? true
    (result, ignoresMarks) = isTiny ? Self.identification(of: pattern) : (nil, false)
  }

  private static func identification(
    of pattern: Pattern
  ) -> (result: Identification?, ignoresMarks: Bool) {
    var selection = EngineSelection()
    selection.threads = 1
    var limits = AnalysisLimits()
    limits.generations = max(1, generations / pattern.rule.range)
    limits.population = largestPopulation
    limits.engine = selection.options
    let identifier = Identifier(AnalysisRule(pattern.rule), limits)
    let result = try? identifier.identify(pattern)
    guard let result, result.kind != .unknown else { return (nil, false) }
    return (result, identifier.markedRule != nil)
  }

  var kind: String? { result.map { IdentificationReport.words(for: $0) } }

  /// The code of an object whose cells it encodes.
  var code: String? {
    guard let result, result.lifespan == 0, let code = result.code, code.hasCells else {
      return nil
    }
    return code.description
  }
}
