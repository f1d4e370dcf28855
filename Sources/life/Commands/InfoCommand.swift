import LifeCore
import LifeFormats
import LifeIO
import LifeRender

/// `life info`: what a file holds.
struct InfoCommand: Command {
  static let name = "info"
  static let summary = "Say what a pattern file holds."
  static let examples = [
    Example("life info gosper-gun", "A pattern that comes with life:"),
    Example("life info --json *.rle | jq .population", "One JSON object a file:"),
    Example("life info --split --json - < pile.rle", "One JSON object a pattern of a pile:"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("PATTERN", help: "A file, - or the name of a pattern.", appends: \.patterns)
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + OutputOptions.reports.map { $0.inside(\.output) }
  }

  var patterns: [Path] = []
  var input = InputOptions()
  var output = OutputOptions()

  func run() throws -> ExitCode {
    var isFirst = true
    return try reporting {
      try Batch.run(patterns, input, Talk(isQuiet: output.isQuiet)) { loaded in
        let digest = output.hasDigest ? try loaded.pattern.digest() : nil
        if output.isJSON {
          try writeLine(json(loaded, digest))
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
    if let checkpoint = loaded.checkpoint {
      rows.append(("of the run", checkpoint.words.map(\.description).joined(separator: " ")))
      rows.append(("in", "\(checkpoint.folder)"))
    }
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
      ("pattern", JSONText(repairing: loaded.title.bytes)),
      ("format", JSONText(loaded.formatName)),
      ("rule", JSONText(pattern.rule.canonical)),
      ("universe", JSONText("\(pattern.universe)")),
      ("generation", JSONText(pattern.generation)),
      ("population", JSONText(pattern.population)),
      ("bounds", pattern.bounds.map { JSONText($0) } ?? .null),
      ("names", texts(.name)), ("authors", texts(.author)),
      ("comments", texts(.comment)), ("trailer", texts(.trailer)),
    ]
    if pattern.isComplement { members.append(("complement", true)) }
    if let digest { members.append(("cells_digest", JSONText(digest))) }
    return JSONText(object: members)
  }
}
