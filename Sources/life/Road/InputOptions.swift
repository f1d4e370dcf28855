import LifeCore
import LifeFormats
import LifeIO

/// How patterns are read: the options that every command with an input has.
struct InputOptions {
  var format: Format?
  var rule: TypedRule?
  var universe: Universe?
  var isLenient = false
  var ruleFolders: [Path] = []

  static var options: [Option<InputOptions>] {
    [
      .value(
        "--from", metavar: "FORMAT", group: "Input",
        help: "Read this format, whatever the file looks like.", sets: \.format),
      .value(
        "-r", "--rule", metavar: "RULE", group: "Input",
        help: "Use this rule in place of the file's.", sets: \.rule),
      .value(
        "--rules", metavar: "DIR", group: "Input",
        help: "Look for rule files here, too; may be repeated.", completes: .directory,
        appends: \.ruleFolders),
      .value(
        "--universe", metavar: "U", group: "Input",
        help: "Use this universe: plane, T100,50 (torus), P64 (bounded).", sets: \.universe),
      .flag(
        "--lenient", group: "Input", help: "Repair what can be repaired, with a warning.",
        sets: \.isLenient),
    ]
  }
}

/// A pattern that was read, and where from.
struct LoadedPattern {
  /// As the user named it.
  var name: Path
  var format: Format
  var pattern: Pattern
}

extension InputOptions {
  /// Reads a pattern from a file, standard input (`-`) or the library.
  func load(_ name: Path, _ talk: Talk) throws -> LoadedPattern {
    let input = try open(name)
    var options = ReadOptions()
    options.isLenient = isLenient
    options.limits.cellBytes = min(options.limits.cellBytes, EngineRoom.usualMemory / 2)
    options.warn = { talk.warn($0, in: input.path) }
    let library = RuleLibrary(beside: input.path, folders: ruleFolders) { talk.warn($0, in: $1) }
    options.findRule = library.find
    let rule = try rule?.parsed(options, named: "--rule")
    options.rule = rule?.rule
    var (pattern, format) = try Format.read(input, as: self.format, options)
    if let rule {
      pattern.statedRule = rule.rule
      if let universe = rule.universe { pattern.universe = universe }
      do {
        pattern = try pattern.packedForRule(limit: options.limits.cellBytes)
      } catch let found as StateBeyondRule {
        throw Failed(
          .data,
          "\(input.path): a cell is in state \(found.state), but \(rule.rule.canonical) has "
            + "only \(found.states) states")
      }
    }
    if let universe { pattern.universe = universe }
    try clip(&pattern) { talk.warn(Warning($0), in: input.path) }
    return LoadedPattern(name: name, format: format, pattern: pattern)
  }

  private func open(_ name: Path) throws -> ByteReader {
    do {
      return try ByteReader(opening: name)
    } catch let ReadError.file(failure) where failure.operation == .open {
      if let file = PatternLibrary.find(name) { return try ByteReader(opening: file) }
      throw Failed(.noInput, "life: \(ReadError.file(failure))" + libraryHint(for: name))
    }
  }

  /// What to say about the pattern collection when a name is no file.
  private func libraryHint(for name: Path) -> String {
    guard PatternLibrary.isName(name), name != .standardStream else { return "" }
    guard let root = PatternLibrary.roots.first else {
      return "; the patterns that come with life were not found either (LIFE_PATTERNS names them)"
    }
    let near = nearest(to: "\(name)", among: PatternLibrary.names)
    let hint = didYouMean(near).map { "; \($0)" } ?? ""
    return ", and no pattern of that name is in \(root)\(hint)"
  }

  /// Cuts off what lies outside a bounded universe.
  private func clip(_ pattern: inout Pattern, _ warn: (String) -> Void) throws {
    guard !pattern.universe.isUnbounded else { return }
    pattern = try pattern.inRows(limit: EngineRoom.usualMemory / 2)
    let origin = pattern.origin
    guard let inside = pattern.universe.window(seenFrom: origin) else { return }
    pattern.position = origin
    let before = pattern.cells.population
    pattern.cells = try pattern.cells.clipped(to: inside)
    let lost = before - pattern.cells.population
    if lost > 0 {
      let what = lost == 1 ? "1 cell lies" : "\(lost) cells lie"
      warn("\(what) outside the universe \(pattern.universe); left out")
    }
  }
}
