import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// Canonical codes: known codes, and codes computed by definition.
@Suite(.needsOptimization) struct ApgcodeTests {
  let life = Identifier(AnalysisRule(.life))

  @Test func `the table of known apgcodes is found`() { #expect(!CodeVector.all.isEmpty) }

  @Test func `every phase and orientation has the known code`() async throws {
    try await forEachCase(of: CodeVector.all) { vector in
      let pattern = try read(vector.rle)
      #expect(pattern.population == BigInt(vector.population))
      let result = try life.identify(pattern)
      let cycle = try #require(result.cycle)
      #expect(cycle.period == vector.period)
      #expect(
        Set([abs(cycle.displacement.x), abs(cycle.displacement.y)])
          == [abs(vector.displacement.x), abs(vector.displacement.y)])
      for phase in cycle.phases {
        for map in LatticeMap.square {
          let turned = Pattern(cells: phase.bitmap.mapped(by: map).cells(x: -70, y: 1_000_003))
          #expect(try life.code(of: turned).description == vector.code)
        }
      }
    }
  }

  @Test func `engines and small boards give the same identification`() async throws {
    try await forEachCase(of: CodeVector.all.filter { $0.population > 9 }) { vector in
      let pattern = try read(vector.code)
      let onEngine = try life.identify(pattern.inTree())
      let onBoard = try life.identify(pattern)
      #expect(onEngine.code?.description == vector.code)
      #expect(onEngine.cycle?.phases == onBoard.cycle?.phases)
      #expect(onEngine.displacement == onBoard.displacement && onEngine.kind == onBoard.kind)
    }
  }

  @Test(arguments: Engine.allCases)
  func `phases of every engine have the known codes`(engine: Engine) throws {
    for vector in CodeVector.all {
      let pattern = try Pattern(cells: read(vector.code).cells, at: Position(x: -3, y: 1_000))
      var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      var phases: [Phase] = []
      for _ in 0..<vector.period {
        phases.append(Phase(try stepper.snapshot().inRows(limit: .max).cells))
        try stepper.advance(by: 1)
      }
      let cycle = ObjectCycle(
        period: vector.period, displacement: vector.displacement, phases: phases)
      let code = ObjectCode(cycle, under: life.rule)
      #expect(code.description == vector.code)
    }
  }

  @Test func `a code is decoded to the cells that it encodes`() throws {
    let rule = try Rule(parsing: "/2/6")
    for seed in Effort.cases(10_000, long: 100_000) {
      let states = [2, 2, 3, 6][seed % 4]
      let cells = soup(seed, width: 1 + seed % 13, height: 1 + seed / 13 % 17, states: states)
      let bits = states == 2 ? nil : CodeBits(rule)
      let bitmap = bits.map { Bitmap(cells).encoded(with: $0) } ?? Bitmap(cells)
      let body = try #require(ApgcodeBody.encode(bitmap))
      #expect(ApgcodeBody.encode(bitmap, maxLength: body.count) == body)
      #expect(ApgcodeBody.encode(bitmap, maxLength: body.count - 1) == nil || body == [48])
      let code = "xp9_" + String(decoding: body, as: UTF8.self)
      let decoded = try read(code, rule: states == 2 ? .life : rule).cells
      #expect(Bitmap(decoded).cells() == Bitmap(cells).cells(), "\(seed)")
    }
  }

  @Test func `the characters of mirrored cells are counted without mirroring them`() throws {
    for seed in Effort.cases(2_000, long: 20_000) {
      let bitmap = Bitmap(soup(seed, width: 1 + seed % 140, height: 1 + seed / 140))
      guard bitmap.height > 0 else { continue }
      for map in LatticeMap.square {
        let count = try #require(ApgcodeBody.encode(bitmap.mapped(by: map))).count
        let orientation = try #require(map.orientation)
        let turned = orientation.transposes ? bitmap.transposed : bitmap
        for maxLength in [count - 1, count] {
          let may = ApgcodeBody.fits(turned, mirroredBy: orientation, within: maxLength)
          #expect(may == (maxLength == count), "\(seed)")
        }
      }
    }
  }

  @Test func `runs of empty columns are encoded as the format says`() {
    for (gap, text) in [
      (1, "101"), (2, "1w1"), (3, "1x1"), (4, "1y01"), (39, "1yz1"), (40, "1yz01"),
      (43, "1yzy01"), (79, "1yzyz01"),
    ] {
      let cells = Cells([CellRun(y: 0, x: 0, length: 1), CellRun(y: 0, x: gap + 1, length: 1)])
      #expect(ApgcodeBody.encode(Bitmap(cells)) == Array(text.utf8))
    }
  }

  @Test func `large objects have codes without cells`() throws {
    var runs = (0..<300).map { CellRun(y: 0, x: 6 * $0, length: 3) }
    #expect(try life.code(of: Pattern(cells: Cells(runs))).description.hasPrefix("xp2_"))
    runs = (0..<300).map { CellRun(y: 6 * $0, x: 6 * $0, length: 3) }
    #expect(try life.code(of: Pattern(cells: Cells(runs))).description == "ov_p2")
    #expect(try life.code(of: Pattern(cells: .none)).description == "xs0_0")
  }
}

/// Codes of Generations rules, equal to those of another program.
@Suite struct GenerationsCodeTests {
  @Test(arguments: [
    ("345/2/4", "xq1_11_66_22"), ("345/2/4", "xq1_48zw11_36oo_24gg"),
    ("345/2/5", "xq1_112_ees_448_224"), ("345/2/5", "xq4_w204e1e6_c7g7306_82041_x3w6"),
    ("345/2/6", "xq1_211_suuz1_kaa_c66"), ("345/2/6", "xs5_272"),
    ("345/2/8", "xq1_11_uuz33_aaz11_oo_66"), ("345/2/10", "xq1_211_suuzvff_kaaza55_c66z633_suuz1"),
    ("/2/3", "xq1_114_228"),
  ])
  func `the cells of a code have the code`(rulestring: String, code: String) throws {
    let rule = try Rule(parsing: rulestring)
    var pattern = try read(code, rule: rule)
    pattern.statedRule = rule
    #expect(try Identifier(AnalysisRule(rule)).code(of: pattern).description == code)
  }
}

/// The code of an object by definition, with the reference engine and a dictionary of cells.
@Suite struct ApgcodeDefinitionTests {
  @Test(
    arguments: [
      "B3/S23", "B36/S23", "B3/S012345678", "B2-a/S12", "B3/S23V", "B2/S34H", "345/2/4", "/2/3",
      "12/34/3", "B0123/S01", "B01/S0", "B0/S8",
      "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAW"
        + "aH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
    ])
  func `codes agree with the definition`(rulestring: String) throws {
    let rule = try Rule(parsing: rulestring)
    let analysis = AnalysisRule(rule)
    let identifier = Identifier(analysis, limits: AnalysisLimits(generations: 40))
    var periodic = 0
    for seed in Effort.cases(16, long: 3_000) {
      let cells = soup(seed, width: 1 + seed % 4, height: 1 + seed / 4 % 4, states: rule.states)
      let pattern = Pattern(cells: cells, rule: rule)
      var slow = try SlowCode(pattern, rule: analysis)
      let expected = try slow.text(limit: 40)
      #expect(try identifier.code(of: pattern).description == expected)
      if expected != "PATHOLOGICAL" { periodic += 1 }
    }
    if rulestring == "B3/S23", !Effort.isBrief { #expect(periodic > 0) }
  }
}

/// The obvious version: all phases as sets of cells, all images, all bodies, sorted.
private struct SlowCode {
  var stepper: ReferenceStepper
  let analysis: AnalysisRule

  init(_ pattern: Pattern, rule analysis: AnalysisRule) throws {
    stepper = try ReferenceStepper(try pattern.packedForRule(), options: EngineOptions())
    self.analysis = analysis
  }

  mutating func text(limit: Int) throws -> String {
    let first = try stepper.snapshot().cells.states
    var phases = [first]
    var period = 0
    while true {
      try stepper.advance(by: BigInt(analysis.interval))
      period += analysis.interval
      if period > limit || stepper.population == 0 { return "PATHOLOGICAL" }
      let later = try stepper.snapshot()
      let cells =
        try later.cells.moved(
          by: Offset(x: later.origin.x.int ?? 0, y: later.origin.y.int ?? 0)
        ).states
      if normal(cells) == normal(first) {
        let moved = corner(cells) != corner(first)
        let kind = moved ? "q\(period)" : period > 1 ? "p\(period)" : "s\(first.count)"
        return "x\(kind)_\(body(phases))"
      }
      phases.append(cells)
    }
  }

  private func corner(_ cells: [Cell: State]) -> Cell {
    Cell(x: cells.keys.map(\.x).min() ?? 0, y: cells.keys.map(\.y).min() ?? 0)
  }

  private func normal(_ cells: [Cell: State]) -> [Cell: State] {
    let corner = corner(cells)
    return Dictionary(
      uniqueKeysWithValues: cells.map { (Cell(x: $0.x - corner.x, y: $0.y - corner.y), $1) })
  }

  private func body(_ phases: [[Cell: State]]) -> String {
    let bodies = phases.flatMap { phase in
      analysis.symmetries.map { map in
        encoded(normal(Dictionary(uniqueKeysWithValues: phase.map { (map($0), $1) })))
      }
    }
    return bodies.min { ($0.count, $0) < ($1.count, $1) } ?? ""
  }

  private func encoded(_ cells: [Cell: State]) -> String {
    let planes = (0..<10).map { bit in
      plane(Set(cells.filter { code(of: $0.value) >> bit & 1 == 1 }.keys))
    }
    let last = planes.lastIndex { $0 != "0" } ?? 0
    return planes[...last].joined(separator: "_")
  }

  /// The code of state 1, 2, 3, … under `/2/5`: alive, dying with 2 more generations, with 1, with
  /// 0.
  private func code(of state: State) -> Int {
    let states = analysis.rule.states
    guard case .generations = analysis.rule.family, states > 3, state > 1 else { return Int(state) }
    return 2 + 4 * (states - 1 - Int(state))
  }

  private func plane(_ cells: Set<Cell>) -> String {
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    let width = (cells.map(\.x).max() ?? -1) + 1
    let height = (cells.map(\.y).max() ?? -1) + 1
    var strips: [String] = []
    for top in stride(from: 0, to: height, by: 5) {
      var text = ""
      for x in 0..<width {
        let value = (0..<5).reduce(0) {
          cells.contains(Cell(x: x, y: top + $1)) ? $0 | 1 << $1 : $0
        }
        text.append(digits[value])
      }
      while text.hasSuffix("0") { text.removeLast() }
      strips.append(text)
    }
    let text = strips.joined(separator: "z")
    return text.isEmpty ? "0" : text.replacing("000", with: "x").replacing("00", with: "w")
  }
}
