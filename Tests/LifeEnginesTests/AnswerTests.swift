import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Random soups under rules of every family and in universes of every topology, compared with the
/// results of bgolly.
@Suite struct AnswerTests {
  struct Soup: CustomTestStringConvertible, Sendable {
    let number: String
    let name: String
    let rule: String
    let width: Int
    let height: Int
    let cells: String

    var testDescription: String { "\(number) \(rule)" }

    func pattern() throws -> Pattern {
      let text = "x = \(width), y = \(height), rule = \(rule)\n\(cells)\n"
      var options = ReadOptions()
      options.findRule = Self.rule
      return try RLE.read(ByteReader(Array(text.utf8), name: "in"), options: options)
    }

    private static func rule(_ name: [UInt8]) throws -> RuleSearch {
      let name = String(decoding: name, as: UTF8.self)
      let input = try ByteReader(opening: Path(Project.path("Tests/Answers/rules/\(name).rule")))
      return .found(try RuleFile.read(input, name: name))
    }
  }

  struct Answer: Sendable {
    let generation: BigInt
    let population: BigInt
    /// West, north, east and south; empty if nothing lives.
    let box: [BigInt]
    let digest: String
  }

  static let soups: [Soup] = Project.rows(ofTable: "Tests/Answers/soups.tsv").map {
    Soup(
      number: $0[0], name: $0[1], rule: $0[2], width: Int($0[3]) ?? 0, height: Int($0[4]) ?? 0,
      cells: $0[5])
  }

  static let answers: [String: [Answer]] = Dictionary(
    grouping: Project.rows(ofTable: "Tests/Answers/answers.tsv"), by: { $0[0] }
  ).mapValues { rows in
    rows.map { row in
      Answer(
        generation: BigInt(Int(row[1]) ?? 0),
        population: BigInt(Int(row[2]) ?? -1),
        box: row[3...6].map { BigInt(Int($0) ?? 0) }, digest: row[7])
    }
  }

  /// A soup for one engine.
  struct Case: CustomTestStringConvertible, Sendable {
    let soup: Soup
    let engine: Engine

    var testDescription: String { "\(soup.testDescription) \(engine)" }
  }

  /// Engines that refuse a soup are left out. Another test counts the others.
  static let cases: [Case] = soups.flatMap { soup in
    Engine.allCases.filter { engine in
      (try? engine.makeStepper(for: soup.pattern(), options: EngineOptions())) != nil
    }.map { Case(soup: soup, engine: $0) }
  }

  @Test func `all soups are run by the engines for their rules and universes`() {
    let counts = Engine.allCases.map { engine in Self.cases.count { $0.engine == engine } }
    #expect(counts[0] == Self.soups.count && counts.allSatisfy { $0 > 50 })
  }

  @Test(arguments: Engine.allCases)
  func `every engine gives the population, box and cells of bgolly`(engine: Engine) async throws {
    try await forEachCase(of: Self.cases.filter { $0.engine == engine }) { item in
      let soup = item.soup
      let pattern = try soup.pattern().packedForRule()
      // In the engine's form: bgolly writes the complement at odd generations of rules with B0,
      // even in a bounded universe.
      let make = item.engine.initializer(for: pattern.rule)
      var stepper: any Stepper = try make(pattern, EngineOptions())
      for answer in try #require(Self.answers[soup.number]) {
        try stepper.advance(by: answer.generation - stepper.generation)
        #expect(stepper.population == answer.population, "generation \(answer.generation)")
        #expect(Self.box(stepper.bounds) == answer.box || answer.population == 0)
        #expect(try stepper.snapshot().digest() == answer.digest)
      }
    }
  }

  struct Machine: CustomTestStringConvertible, Sendable {
    let rule: String
    let states: UInt64
    /// After 1, 2 and 5 generations.
    let digests: [String]

    var testDescription: String { rule }
  }

  static let machines = [
    Machine(
      rule: "JvN29", states: 29,
      digests: [
        "0921ad8d211cab99f6dc5737db94ff74e908d7b344239b330da2ffd9abbbb5ee",
        "accd58ca7a11b9bbb2db0ad0de7560c1d25ddd3711e2255b4a7e64c4fc8f154f",
        "5ee38010bb012be98ac95436086035bf737640bdb71a7ff749499e3bba64da0f",
      ]),
    Machine(
      rule: "Nobili32", states: 32,
      digests: [
        "a095f0e418156edeb0ee3f3d2c33836b9f053a3d35ae16d49ed53a170a1dfe19",
        "1e76fd2697a077a71517784245e2db2d22e1a4854ee53031417e4e69b6d4590c",
        "270536a0fca50bf9446f87b62f1db925ec946c88fa05fce9998271c5866d3c9d",
      ]),
    Machine(
      rule: "Hutton32", states: 32,
      digests: [
        "133b0a0ffe9c7a984682ce9f0ae4d52ffa2e8ce80b8cb939eeeb13719234b013",
        "98a462fe1342808f0695876547384054770cc55e5b9aa161d5fbde0f27e3abce",
        "502ef812e8d45123c3e6b5b8fc1af18fdc2a7b0867e9fde259af525eae3d9f4e",
      ]),
  ]

  /// All states side by side at random, to meet nearly every case of the rule.
  @Test(.needsOptimization, arguments: machines)
  func `automata of many states give the cells of bgolly`(machine: Machine) throws {
    var random = Seeded(7)
    let side = 200
    let runs = (0..<side * side).map { place in
      CellRun(
        y: place / side, x: place % side, length: 1,
        state: State(random.next() >> 40 % machine.states))
    }
    let pattern = try Pattern(cells: Cells(runs.filter { $0.state > 0 }), under: machine.rule)
      .packedForRule()
    for engine in [Engine.reference, .hashlife] {
      var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      for (generation, digest) in zip([1, 2, 5] as [BigInt], machine.digests) {
        try stepper.advance(by: generation - stepper.generation)
        #expect(try stepper.snapshot().digest() == digest, "\(engine) at \(generation)")
      }
    }
  }

  private static func box(_ bounds: Bounds?) -> [BigInt] {
    guard let bounds else { return [] }
    return [
      bounds.x, bounds.y, bounds.x + bounds.width - 1, bounds.y + bounds.height - 1,
    ]
  }
}
