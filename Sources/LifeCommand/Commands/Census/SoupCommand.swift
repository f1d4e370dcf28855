import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// `life soup`: writes random patterns, determined by a seed.
struct SoupCommand: Command {
  static let name = "soup"
  static let summary = "Write random patterns from a seed."
  static let discussion = """
    With --symmetry, or without options, writes the soup of a seed as soup searches make it: 16 x \
    16 cells from the SHA-256 of the seed, and their rotations and reflections under the symmetry. \
    In a census, the seed of a soup is the root followed by the number of the soup.

    With --size, writes a rectangle of random cells, in all states of the rule. The same seed \
    gives the same cells on every machine. The generator is SplitMix64; its first state is the \
    first eight bytes of the SHA-256 of the seed, the lowest byte first. It makes one number for \
    each cell, row by row. A cell is alive if the high 32 bits are less than P x 2^32. Its state \
    is 1 + the low 32 bits x the number of live states / 2^32, rounded down.
    """
  static let examples = [
    Example("life soup --seed golden_757 | life identify -", "One soup of a search:"),
    Example("life soup --seed test_ --symmetry D8_4 --count 100", "A stream of 100 soups:"),
    Example(
      "life soup --size 2048x2048 --density 3/8 -r B36/S23:T2048,2048 -o soup.rle",
      "A torus full of random cells:"),
  ]
  static var options: [Option<Self>] {
    [
      .seed(group: "Soup", textThat: "determines the cells", sets: \.seed),
      .symmetry(
        group: "Soup", help: "Shape and symmetry, such as C1, D4_+2, 8x32 or iC1.",
        sets: \.symmetry),
      .value(
        "--size", metavar: "WxH", group: "Soup", help: "Write a rectangle of this size instead.",
        sets: \.size),
      .value(
        "--density", metavar: "P", group: "Soup",
        help: "Probability of a live cell, such as 3/8 or 0.375 (default 1/2).", sets: \.density),
      .value(
        "--count", metavar: "N", group: "Soup",
        help: "Write N soups with the seeds S0, S1 and so on.", sets: \.count
      ).within(1...1 << 62),
      .rule(
        group: "Soup", help: "Rule of the pattern, optionally with a universe (default B3/S23).",
        sets: \.rule),
      .ruleFolders(group: "Soup", appends: \.ruleFolders),
    ]
      + PatternOutput.options(
        details: "With %d in DEST, each soup is written to a file with its number, from 0."
      ).inside(\.output)
  }

  var seed = "0"
  var symmetry: SoupSymmetry?
  var size: SoupSize?
  var density: Density?
  var count: Count?
  var rule: TypedRule?
  var ruleFolders: [Path] = []
  var output = PatternOutput()

  private var target: OutputTarget { output.target(isLiteral: count == nil) }

  private var soupCount: Int { count?.value.int ?? 1 }

  mutating func validate() throws(UsageError) {
    try checkSeed(seed, option: "--seed")
    if size != nil, symmetry != nil {
      throw UsageError("--size cannot be combined with --symmetry")
    }
    if density != nil, size == nil { throw UsageError("--density requires --size WxH") }
    try output.validate(for: "soup")
    if count != nil, !target.isNumbered, !(output.format.type is any MultiPatternFormat.Type) {
      throw UsageError(
        "a single \(output.format.rawValue) file cannot hold several patterns",
        hint: "write one file each with -o 'soup-%d.\(output.format.type.extensions[0])'")
    }
  }

  func run() throws -> ExitCode {
    let activity = Activity("making soups", unit: "soups", total: soupCount)
    return try activity.during(isQuiet: output.destination.isStandardStream) { try make() }
  }

  private func make() throws -> ExitCode {
    let parsed =
      try rule?.parsed(folders: ruleFolders) ?? RuleAndUniverse(rule: .life, universe: nil)
    let format = output.format
    try SampleOutput.write(to: target) { file in
      for index in 0..<soupCount {
        let pattern = try pattern(count == nil ? seed : "\(seed)\(index)", parsed: parsed)
        try format.check(pattern)
        try file.write(pattern, as: format, control: WritingControl())
        Activity.report(index + 1)
      }
    }
    return .ok
  }

  /// Checks that a soup fits into a bounded universe. Centers it there, unless `--size` is given.
  private func fit(_ pattern: inout Pattern) throws(RunFailure) {
    let universe = pattern.universe
    guard !universe.isUnbounded, let box = pattern.cells.bounds else { return }
    let (width, height) = size.map { ($0.width, $0.height) } ?? (box.width, box.height)
    guard universe.hasRoom(forWidth: width, height: height) else {
      throw RunFailure(
        .usage, "a soup of \(width) × \(height) cells does not fit into \(universe)",
        hint: size == nil ? "write --size" : "write a smaller --size")
    }
    guard size == nil else { return }
    pattern.statedPosition = universe.corner(forWidth: width, height: height)
      .moved(byX: -box.x, y: -box.y)
  }

  private func pattern(_ seed: String, parsed: RuleAndUniverse) throws -> Pattern {
    let text = Array(seed.utf8)
    var pattern: Pattern
    let limit = try MemoryBudget.ofProcess().available
    if let size {
      let soup = Soup(
        width: size.width, height: size.height, density: density?.value ?? 0.5,
        states: parsed.rule.states, seed: text)
      pattern = Pattern(cells: try soup.cells(limit: limit))
      pattern.declaredSize = (size.width, size.height)
      pattern.keepsDeclaredSize = true
    } else {
      pattern = Pattern(cells: HashSoup(seed: text, symmetry: symmetry ?? .c1).cells)
      pattern.statedPosition = .origin
    }
    pattern.statedRule = parsed.rule
    pattern.universe = parsed.universe ?? .plane
    try fit(&pattern)
    let shape = size.map { "\($0)" } ?? "\(symmetry ?? .c1)"
    let share = density.map { ", density \($0.value)" } ?? ""
    pattern.notes = [Pattern.Note(.comment, text: Array("seed \(seed), \(shape)\(share)".utf8))]
    return try pattern.packedForRule(limit: limit)
  }
}

/// A probability as typed: `0.375`, `3/8` or `37.5%`.
struct Density: Hashable, ValueParsable {
  var value: Double

  init(argument: Argument) throws(ValueError) {
    let isPercent = argument.bytes.last == UInt8(ascii: "%")
    let text = isPercent ? argument.text.dropLast() + "/100" : argument.text[...]
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy {
      $0.isDigit || ".eE-+/".utf8.contains($0)
    }
    let numbers = parts.map { Double($0) ?? .nan }
    let value =
      switch numbers.count {
      case 1: numbers[0]
      case 2: numbers[0] / numbers[1]
      default: Double.nan
      }
    guard isPlain, (0...1).contains(value) else {
      throw ValueError("expected a probability such as 3/8, 0.375 or 50%, found '\(argument)'")
    }
    self.value = value
  }
}

/// The size of a soup as typed: `100x60`, or `100` for a square.
struct SoupSize: Hashable, ValueParsable, CustomStringConvertible {
  var width: Int
  var height: Int

  private static let largest = 1 << 20

  init(argument: Argument) throws(ValueError) {
    let sides = argument.text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard (1...2).contains(sides.count), sides.allSatisfy({ (1...Self.largest).contains($0) })
    else {
      throw ValueError(
        "expected width x height such as 100x60, each from 1 to \(Self.largest), "
          + "found '\(argument)'")
    }
    width = sides[0]
    height = sides[sides.count - 1]
  }

  var description: String { "\(width)x\(height)" }
}
