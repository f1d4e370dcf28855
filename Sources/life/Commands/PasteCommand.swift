import LifeCore
import LifeFormats
import LifeIO

/// `life paste`: two patterns made one.
struct PasteCommand: Command {
  static let name = "paste"
  static let summary = "Put one pattern on top of another."
  static let discussion = """
    Writes A with the living cells of B on top. With --at the north-western corner of B's bounding \
    box comes to X,Y; else B lies where its file says. The result has A's rule, universe, \
    generation and notes; --rule sets another rule for both.
    """
  static let examples = [
    Example("life paste gun.rle eater.rle --at 40,20 -o both.rle", "An eater beside a gun:"),
    Example("life paste xs4_33 xq4_153 --at -5,-5", "Catalogue codes, RLE on standard output:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "The pattern below.", sets: \.below)
      .then(.one("B", help: "The pattern on top.", sets: \.above))
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--at", metavar: "X,Y", group: "Paste", help: "Where the corner of B's bounding box goes.",
        sets: \.place)
    ]
      + InputOptions.options.map { $0.inside(\.input) }
      + [
        .value(
          "-o", "--output", metavar: "DEST", group: "Output",
          help: "Write to DEST; its ending names the format.", sets: \.destination),
        .value(
          "--to", metavar: "FORMAT", group: "Output",
          help: "Write this format ('life formats' lists them).",
          completes: Format.completionOfWritten, sets: \.format),
        .flag(
          "--no-clobber", group: "Output", help: "Refuse to replace a file that exists.",
          sets: \.keepsExisting),
        .flag(
          "-q", "--quiet", group: "Report", help: "Say nothing on standard error but errors.",
          sets: \.isQuiet),
      ]
  }

  var below = Path("")
  var above = Path("")
  var place: Displacement?
  var input = InputOptions()
  var destination: Path?
  var format: Format?
  var keepsExisting = false
  var isQuiet = false

  mutating func validate() throws(UsageError) {
    if let format, !format.type.isWritten {
      throw UsageError("--to: \(format.rawValue) is only read, not written")
    }
    if let destination, format == nil, destination != .standardStream,
      Format.named(by: destination) == nil
    {
      throw UsageError(
        "-o: '\(destination)' has no ending that names a format", hint: "add --to FORMAT")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      let talk = Talk(isQuiet: isQuiet)
      var lower = try input.load(below, talk).pattern
      var upper = try input.load(above, talk).pattern
      try checkRules(lower, upper)
      // A file without a rule takes the other's.
      lower.statedRule = lower.statedRule ?? upper.statedRule
      if let place, let box = upper.bounds {
        upper = upper.shifted(byX: place.x - box.x, y: place.y - box.y)
      }
      let limit = EngineRoom.usualMemory / 2
      let result = try lower.pasting(upper, limit: limit).packedForRule(limit: limit)
        .clipped(limit: limit) { talk.say("life paste: warning: \($0)") }
      let format = format ?? destination.flatMap(Format.named(by:)) ?? .rle
      try format.check(result)
      let target = Target(
        template: destination ?? .standardStream, isReplacing: !keepsExisting, isLiteral: true)
      var outlet = Outlet(target)
      try outlet.write(at: result.generation, begin: { _ in }) { try format.write(result, to: $0) }
      try outlet.finish()
      return .ok
    }
  }

  /// Cells of one rule mean nothing under another.
  private func checkRules(_ lower: Pattern, _ upper: Pattern) throws {
    if lower.isComplement != upper.isComplement {
      throw Failed(
        .data,
        "life paste: with \(lower.rule.canonical) the cells of odd generations are the dead ones; "
          + "the patterns are of generations \(lower.generation) and \(upper.generation)")
    }
    guard let a = lower.statedRule, let b = upper.statedRule, a != b else { return }
    throw Failed(
      .data,
      "life paste: the patterns are under different rules, \(a.canonical) and \(b.canonical); "
        + "name one with --rule, or convert one with 'life convert --to-rule'")
  }
}
