import Foundation
import Life
import Testing

@Suite struct RuleTests {
  @Test func `a rule names its states as far as it has names`() throws {
    #expect(Rule.life.stateNames.isEmpty)
    #expect(try Rule("LifeHistory").stateNames[2] == "dead, was alive")
    #expect(try Rule("/2/3").stateNames == [1: "alive", 2: "dying"])
    #expect(try Rule("345/2/4").stateNames == [1: "alive", 2: "dying 1", 3: "dying 2"])
    let text =
      "x = 1, y = 1, rule = Two\nA!\n@RULE Two\n@TABLE\nn_states:2\n"
      + "neighborhood:Moore\nsymmetries:none\n@NAMES\n1 spark\n"
    #expect(try Pattern(parsing: text).rule.stateNames == [1: "spark"])
  }

  @Test func `rules are made from numbers, names and rulestrings`() throws {
    #expect(try Rule("HighLife") == .highLife)
    #expect(Rule(births: [3], survivals: [2, 3]) == .life)
    #expect(Rule.highLife.births == [3, 6] && Rule.highLife.survivals == [2, 3])
    #expect(try Rule("B2-a/S12").births == nil && Rule("/2/3").survivals == nil)
    #expect(try Rule("WireWorld").states == 4)
    for name in Rule.names { #expect(throws: Never.self) { try Rule(name) } }
    let misspelled = #expect(throws: LifeError.self) { try Rule("HighLive") }
    #expect(misspelled?.description.hasSuffix("; did you mean 'HighLife'?") == true)
    #expect(Rule.dayAndNight.canonical == "B3678/S34678" && Rule.seeds.canonical == "B2/S")
  }

  @Test func `a rule has no universe`() {
    let failure = #expect(throws: LifeError.self) { try Rule("B3/S23:T20,20") }
    #expect(failure?.kind == .invalidArgument)
    #expect(failure?.description.contains("omit ':T20,20'") == true)
  }

  @Test func `a rule is read from a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Flip.rule")
    let table =
      "@RULE Flip\n@TABLE\nn_states:2\nneighborhood:Moore\nsymmetries:none\n"
      + "1,0,0,0,0,0,0,0,0,0\n"
    try table.write(to: file, atomically: true, encoding: .utf8)
    let rule = try Rule(contentsOfFile: file.path)
    #expect(rule.states == 2 && rule.canonical == "Flip" && rule.births == nil)
    #expect(throws: LifeError.self) { try Rule(contentsOfFile: folder.path + "/None.rule") }
  }

  @Test func `rules, universes, engines, themes and windows survive JSON`() throws {
    try expectSurvivesJSON(Rule("B2-a/S12"))
    try expectSurvivesJSON(Universe.torus(width: 10, height: 20, shift: 3))
    try expectSurvivesJSON(Engine.allCases)
    try expectSurvivesJSON(Theme.allCases)
    try expectSurvivesJSON(Window(x: -1, y: 2, width: 3, height: 4))
    #expect(try String(decoding: JSONEncoder().encode(Engine.tiles), as: UTF8.self) == "\"tiles\"")
    let none = Data("\"none\"".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Engine.self, from: none) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Universe.self, from: none) }
  }

  private func expectSurvivesJSON(_ value: some Codable & Equatable) throws {
    let json = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(type(of: value), from: json) == value)
  }

  @Test func `an error says what is wrong without options of the command`() {
    let pattern = #expect(throws: LifeError.self) { try Pattern(parsing: "1 0\n2 1\n0 2\n") }
    #expect(pattern?.kind == .invalidData && pattern?.line == 1)
    #expect(pattern?.description.contains(": this looks like a list of coordinates\n") == true)
  }

  @Test func `every topology has the notation that is read`() throws {
    let universes = [
      Universe.plane, try .boundedPlane(width: 64, height: 32), try .torus(width: 10, height: nil),
      try .torus(width: 10, height: 20, shift: 3), try .kleinBottle(width: 8, height: 9),
      try .crossSurface(width: 8, height: 9), try .sphere(side: 12),
    ]
    for universe in universes { #expect(try Universe("\(universe)") == universe) }
    #expect(Set(universes).count == universes.count)
    #expect(universes[1].width == 64 && universes[2].height == nil && !universes[2].isUnbounded)
    #expect(throws: LifeError.self) { try Universe.torus(width: 0, height: 5) }
    #expect(throws: LifeError.self) { try Universe.torus(width: nil, height: 5, shift: 1) }
  }
}
