import Foundation
import Life
import Testing

@Suite struct PatternTests {
  private static let glider = "bob$2bo$3o!"

  @Test func `a pattern is read from text, bytes, files and the collection`() throws {
    let glider = try Life.Pattern(parsing: Self.glider)
    #expect(try Pattern(parsing: Self.glider.dropFirst(0)) == glider)
    #expect(try Pattern(parsing: ContiguousArray(Self.glider.utf8)) == glider)
    #expect(try Pattern(parsing: ".O.\n..O\nOOO", as: .plaintext).hasSameCells(as: glider))
    #expect(try Pattern(named: "Gosper glider gun").population == 36)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).rle").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try glider.write(to: file)
    #expect(try Pattern(contentsOfFile: file) == glider)
  }

  @Test func `a file is not looked for in the collection, nor a name among files`() throws {
    let noFile = #expect(throws: LifeError.self) { try Pattern(contentsOfFile: "glider") }
    #expect(noFile?.kind == .missingInput)
    let noName = #expect(throws: LifeError.self) { try Pattern(named: "gosper-gum") }
    #expect(noName?.kind == .missingInput && noName?.description.contains("gosper-gun") == true)
    #expect(throws: LifeError.self) { try Pattern(contentsOfFile: "-") }
  }

  @Test func `the last of several states of a cell counts`() throws {
    let states = [2, 1, 3, 0, 2]
    let cells = states.enumerated().map { Cell(x: 1 - $0 / 4, y: 0, state: $1) }
    let rule = try Rule("345/2/4")
    let pattern = try Pattern(cells: cells, rule: rule)
    #expect(pattern[1, 0] == 0 && pattern[0, 0] == 2 && pattern.population == 1)
    #expect(try Pattern(cells: cells.dropLast(2), rule: rule)[1, 0] == 3)
  }

  @Test(arguments: [-1, 0])
  func `a recording has a positive interval`(interval: Int) throws {
    let pattern = try Pattern(named: "glider")
    let record = #expect(throws: LifeError.self) {
      try pattern.record(to: "/dev/null/x.csv", generations: 10, every: interval)
    }
    let animation = #expect(throws: LifeError.self) {
      try pattern.animation(generations: 10, every: interval)
    }
    #expect(record?.kind == .invalidArgument && animation?.kind == .invalidArgument)
    let backwards = #expect(throws: LifeError.self) { try pattern.animation(generations: -1) }
    #expect(backwards?.kind == .invalidArgument)
  }

  @Test func `the rule of RLE is defined by its text or by the collection`() throws {
    let text = """
      x = 3, y = 1, rule = Quiet
      A.B!
      @RULE Quiet
      @TABLE
      n_states:3
      neighborhood:Moore
      symmetries:none
      """
    let quiet = try Pattern(parsing: text)
    #expect(quiet.rule.canonical == "Quiet" && quiet.rule.states == 3)
    #expect(quiet.population == 2 && quiet[2, 0] == 2)
    #expect(try JSONDecoder().decode(Pattern.self, from: JSONEncoder().encode(quiet)) == quiet)
    let later = try Automaton(quiet).snapshot()
    #expect(try Pattern(parsing: later.encoded(as: .rle)).rule == quiet.rule)
    let wire = try Pattern(parsing: "x = 3, y = 1, rule = WireWorld\nABC!")
    #expect(wire.rule.states == 4)
    #expect(try JSONDecoder().decode(Pattern.self, from: JSONEncoder().encode(wire)) == wire)
    #expect(throws: LifeError.self) { try Pattern(parsing: "x = 1, y = 1, rule = Quieter\nA!") }
  }

  @Test func `a function gives the cells of a rectangle`() throws {
    let checkers = try Pattern(width: 4, height: 3) { x, y in (x + y) % 2 == 0 }
    #expect(try checkers.hasSameCells(as: Pattern(parsing: "obo$bobo$obo!")))
    let rule = try Rule("345/2/4")
    let fade = try Pattern(width: 5, height: 1, rule: rule) { x, _ in x % 4 }
    #expect(try fade == Pattern(cells: (1...3).map { Cell(x: $0, y: 0, state: $0) }, rule: rule))
    #expect(try Pattern(width: 0, height: 9) { _, _ in true }.population == 0)
    #expect(throws: LifeError.self) { try Pattern(width: -1, height: 9) { _, _ in true } }
    #expect(throws: LifeError.self) { try Pattern(width: 1, height: 1) { _, _ in 2 } }
  }

  @Test func `the collection lists patterns that its names open`() throws {
    let gun = try #require(Pattern.collection.first { $0.name == "gosper-gun" })
    #expect(gun.kind == "guns" && gun.otherNames.contains("Gosper glider gun"))
    #expect(gun.origin?.contains("Gosper") == true && !gun.comments.isEmpty)
    #expect(try gun.pattern().population == 36)
  }

  @Test func `notes can be set`() throws {
    var pattern = try Pattern(parsing: "#N Glider\n#O Somebody\n#C one\n" + Self.glider)
    pattern.name = "Small"
    pattern.authors = []
    pattern.comments.append("two\nthree")
    let again = try Pattern(parsing: pattern.encoded(as: .rle))
    #expect(again.name == "Small" && again.authors.isEmpty)
    #expect(again.comments == ["one", "two", "three"])
    pattern.name = nil
    #expect(pattern.name == nil && pattern.comments.count == 3)
  }

  @Test func `equal patterns have equal hashes in every representation`() throws {
    let pattern = try Pattern(soupOfWidth: 100, height: 50, seed: "hash")
    let tree = try Pattern(parsing: pattern.encoded(as: .macrocell))
    #expect(tree == pattern && Set([tree, pattern]).count == 1)
    var later = pattern
    later.generation = 1
    #expect(later != pattern && Set([later, pattern]).count == 2)
  }

  @Test func `a pattern survives JSON`() throws {
    var pattern = try Pattern(soupOfWidth: 70, height: 30, seed: "json", rule: Rule("/2/3"))
    pattern.generation = .powerOfTwo(70)
    pattern.universe = try .torus(width: 100, height: 80)
    pattern = pattern.moved(by: Displacement(x: -13, y: 7))
    let tree = try Automaton(Pattern(named: "gosper-gun"), engine: .hashlife)
    try tree.advance(by: 1_000_000)
    for pattern in [pattern, try tree.snapshot()] {
      let json = try JSONEncoder().encode([pattern])
      #expect(try JSONDecoder().decode([Pattern].self, from: json) == [pattern])
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Pattern].self, from: Data(#"["nothing"]"#.utf8))
    }
  }

  @Test func `a small pattern is described by its RLE, a large one by its size`() throws {
    let glider = try Pattern(parsing: Self.glider)
    #expect("\(glider)".hasSuffix("\nbo$2bo$3o!"))
    let soup = try Pattern(soupOfWidth: 100, height: 100, seed: "big")
    #expect("\(soup)".contains("100 x 100"))
    #expect("\(try Pattern(cells: []))" == "an empty pattern, B3/S23")
  }
}

@Suite struct PatternCellTests {
  @Test(arguments: [PatternFormat.rle, .macrocell])
  func `cells, states and runs agree`(_ format: PatternFormat) throws {
    let soup = try Pattern(soupOfWidth: 130, height: 40, density: 0.2, seed: "cells")
    let pattern = try Pattern(parsing: soup.encoded(as: format))
      .moved(by: Displacement(x: -65, y: 1000))
    let cells = Array(try pattern.cells())
    #expect(BigInt(cells.count) == pattern.population)
    #expect(cells == (try Automaton(pattern).liveCells()))
    let alive = Set(cells)
    for y in 995..<1045 {
      for x in -70..<70 {
        #expect(pattern.contains(x: x, y: y) == alive.contains(Cell(x: x, y: y)))
      }
    }
    #expect(try Pattern(cells: pattern.cells()).hasSameCells(as: pattern))
  }

  @Test func `cells far away are refused, not lost`() throws {
    let automaton = try Automaton(Pattern(parsing: "bob$2bo$3o!"), engine: .hashlife)
    try automaton.advance(by: BigInt.powerOfTwo(80))
    let far = try automaton.snapshot()
    let error = #expect(throws: LifeError.self) { try far.cells() }
    #expect(error?.kind == .overLimit)
    #expect(!far.contains(x: 0, y: 0))
    let west = try Pattern(cells: [Cell(x: -1, y: 1), Cell(x: 1, y: 1)])
    for place in [(Int.max, 1), (.max, .max), (.min, .max), (0, .max), (.min, .min)] {
      #expect(!west.contains(x: place.0, y: place.1))
    }
  }

  @Test(arguments: Transformation.allCases)
  func `a transformation commutes with steps`(_ transformation: Transformation) throws {
    let soup = try Pattern(soupOfWidth: 20, height: 30, seed: "turn")
    let first = try Automaton(soup.transformed(by: transformation))
    let second = try Automaton(soup)
    try first.advance(by: 50)
    try second.advance(by: 50)
    let turned = try second.snapshot().transformed(by: transformation)
    #expect(try first.snapshot().cropped().hasSameCells(as: turned.cropped()))
  }

  @Test func `cells very far apart are not the same`() throws {
    let far = try Pattern(parsing: "#CXRLE Pos=10000000000000000000,0\nx = 2, y = 2\n2o$2o!")
    #expect(try !far.hasSameCells(as: Pattern(parsing: "2o$2o!")))
  }

  @Test func `rotations to the right and to the left cancel`() throws {
    let glider = try Pattern(parsing: "bob$2bo$3o!")
    let right = try glider.transformed(by: .rotatedRight)
    #expect(try !right.hasSameCells(as: glider))
    #expect(try right.transformed(by: .rotatedLeft).hasSameCells(as: glider))
    #expect(Array(try right.cells()).first == Cell(x: 0, y: 0))
  }

  @Test func `merged patterns have the cells of both`() throws {
    let block = try Pattern(parsing: "2o$2o!")
    let both = try block.merging(block, at: Displacement(x: 10, y: -5))
    #expect(both.population == 8 && both.contains(x: 11, y: -4) && both.contains(x: 0, y: 0))
    let state = try Pattern(cells: [Cell(x: 0, y: 0, state: 2)], rule: Rule("/2/3"))
    #expect(throws: LifeError.self) { try block.merging(state) }
    #expect(try state.merging(block).population == 4)
  }

  @Test func `soups and rectangles are centered in a universe`() throws {
    var soup = try Pattern(soupOfWidth: 64, height: 64, seed: "a")
    let population = soup.population
    soup.universe = try .torus(width: 64, height: 64)
    #expect(try Automaton(soup).population == population)
    var full = try Pattern(width: 10, height: 10) { _, _ in true }
    full.universe = try .torus(width: 10, height: 10)
    #expect(try Automaton(full).population == 100)
    #expect(try Pattern(parsing: full.encoded(as: .rle)).population == 100)
  }

  @Test func `cells outside a universe are refused`() async throws {
    let far = try Pattern(
      cells: [Cell(x: 5000, y: 0)], universe: .torus(width: 10, height: 4))
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).rle").path
    for use: () throws -> Void in [
      { _ = try Automaton(far) }, { _ = try Simulation(far) }, { _ = try far.encoded(as: .rle) },
      { try far.write(to: path) }, { try far.record(to: path, generations: 1) },
      { _ = try far.identify() },
    ] {
      let error = #expect(throws: LifeError.self) { try use() }
      #expect(error?.kind == .invalidArgument)
      #expect(error?.description.contains("1 cell lies outside the universe T10,4") == true)
    }
  }

  @Test func `states that a new rule lacks are refused`() throws {
    var wire = try Pattern(parsing: "x = 10, y = 3, rule = WireWorld\n10C$3CAB5C$10C!")
    var tree = try Automaton(wire, engine: .hashlife).snapshot()
    wire.rule = .highLife
    tree.rule = .highLife
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).rle").path
    for use: () throws -> Void in [
      { _ = try wire.encoded(as: .rle) }, { _ = try tree.encoded(as: .macrocell) },
      { _ = try wire.encoded(as: .life106) }, { _ = try JSONEncoder().encode(tree) },
      { try wire.write(to: path) }, { _ = try Automaton(wire) }, { _ = try Simulation(wire) },
    ] {
      let error = #expect(throws: LifeError.self) { try use() }
      #expect(error?.kind == .invalidData && error?.description.contains("in state") == true)
    }
    #expect("\(wire)" == "B36/S23: 10 x 3, 30 live cells")
    wire.rule = try Rule("345/2/6")
    let json = try JSONEncoder().encode(wire)
    #expect(try JSONDecoder().decode(Pattern.self, from: json) == wire)
  }

  @Test func `a soup is the same for a seed`() throws {
    let soup = try Pattern(soupOfWidth: 64, height: 64, seed: "a")
    #expect(try soup == Pattern(soupOfWidth: 64, height: 64, seed: "a"))
    #expect(try soup != Pattern(soupOfWidth: 64, height: 64, seed: "b"))
    #expect(throws: LifeError.self) { try Pattern(soupOfWidth: 9, height: 9, density: 2, seed: "") }
  }

  @Test func `a recording has a row for each sample`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let pattern = try Pattern(named: "glider")
    let generations = BigInt(12)
    try pattern.record(to: file, generations: generations)
    let lines = { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count }
    #expect(try lines() == 14)
    try pattern.record(to: file, generations: generations, every: 4)
    #expect(try lines() == 5)
  }
}
