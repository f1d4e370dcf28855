import Foundation
import Life
import Testing

@Suite struct LibraryIdentificationTests {
  @Test func `a spaceship has its speed, symmetry and name`() throws {
    let glider = try Pattern(parsing: "xq4_153").identify()
    #expect(glider.kind == .spaceship && glider.period == 4 && glider.mod == 2)
    #expect(glider.apgcode == "xq4_153" && glider.name == "Glider" && glider.speed == "c/4d")
    let displacement = try #require(glider.displacement)
    #expect(abs(displacement.x) == 1 && abs(displacement.y) == 1)
    #expect(glider.lifespan == nil && glider.reason == nil)
  }

  @Test func `an oscillator has the periods of its cells`() throws {
    let pulsar = try Pattern(named: "pulsar").identify()
    let periods = try #require(pulsar.cellPeriods)
    #expect(pulsar.kind == .oscillator && pulsar.displacement == nil)
    #expect(periods.map(\.period) == [1, 3] && periods.map(\.cells) == [24, 64])
    #expect(pulsar.symmetry == "D8_1" && pulsar.kineticSymmetry == "*c*c")
  }

  @Test func `a methuselah has a lifespan and parts, a gun what it emits`() throws {
    let pentomino = try Pattern(parsing: "b2o$2o$bo!").identify()
    #expect(pentomino.kind == .methuselah && pentomino.lifespan == 1103)
    #expect(pentomino.finalPopulation == 116)
    #expect(pentomino.parts?.first?.apgcode == "xs4_33" && pentomino.parts?.first?.count == 8)
    let gun = try Pattern(named: "gosper-gun").identify()
    #expect(gun.kind == .gun && gun.period == 30 && gun.emitted?.map(\.apgcode) == ["xq4_153"])
  }

  @Test func `a pattern that is not identified says why`() throws {
    let brief = try Pattern(parsing: "b2o$2o$bo!").identify(within: 100)
    #expect(brief.kind == .unknown && brief.reason != nil)
  }

  @Test(arguments: ["glider", "pulsar", "r-pentomino", "gosper-gun"])
  func `an identification survives JSON`(_ name: String) throws {
    let result = try Pattern(named: name).identify()
    let json = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(Identification.self, from: json) == result)
  }

  @Test func `a cancelled task gets no answer`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Pattern(named: "acorn").identify()
    }
    let error = await #expect(throws: LifeError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
  }
}

@Suite struct LibraryCensusTests {
  private static let census = Census(root: "library_")

  @Test func `a census counts the objects of its soups`() async throws {
    let haul = try Self.census.haul(of: 0..<100)
    #expect(haul.soupCount == 100 && haul.count(of: "xs4_33") > 100)
    #expect(haul.objectCount == haul.objects.map(\.count).reduce(0, +))
    var last: Haul?
    for try await next in Self.census.hauls(of: 0..<100) { last = next }
    #expect(last == haul)
    let parts = try Self.census.haul(of: 0..<40).adding(Self.census.haul(of: 40..<100))
    #expect(parts == haul)
    #expect(throws: LifeError.self) { try haul.adding(haul) }
  }

  @Test func `a soup is a pattern`() throws {
    #expect(try Census(symmetry: "D8_4", root: "a").soup(0).bounds?.width ?? 99 <= 32)
    #expect(Census.symmetries.contains("C1"))
    #expect(throws: LifeError.self) { try Census(symmetry: "D9", root: "a") }
  }

  @Test func `a haul survives its file`() throws {
    let haul = try Self.census.haul(of: 0..<10)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).haul").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try haul.write(to: file)
    #expect(try Haul(contentsOfFile: file) == haul)
  }

  @Test func `a cancelled task ends a census`() async throws {
    let census = Self.census
    let task = Task { try census.haul(of: 0..<100_000_000) }
    cancel(task, after: 0.05)
    let error = await #expect(throws: LifeError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
  }
}

@Suite struct ImageTests {
  @Test func `an image is drawn with any theme and size`() throws {
    let automaton = try Automaton(Pattern(named: "gosper-gun"))
    for theme in Theme.allCases {
      let options = ImageOptions(pixelsPerCell: 3, theme: theme, hasGrid: true)
      #expect(try automaton.image(as: .png, options: options).starts(with: [0x89, 0x50]))
    }
    #expect(Theme(named: "fire") == .fire && Theme(named: "none") == nil)
    #expect(throws: LifeError.self) {
      try automaton.image(options: ImageOptions(pixelsPerCell: 0))
    }
  }

  /// The height in bytes 20 to 23 of a PNG.
  private func height(_ options: ImageOptions) throws -> Int {
    let glider = try Automaton(Pattern(named: "gosper-gun"))
    return try glider.image(options: options)[20..<24].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test func `a title, a label and a legend make an image taller`() throws {
    let plain = try height(ImageOptions())
    let titled = try height(ImageOptions(title: "A gun"))
    #expect(plain < titled)
    #expect(try height(ImageOptions(title: "A gun", hasLabel: true)) > titled)
    #expect(try height(ImageOptions(title: "A gun", hasLegend: true)) > titled)
  }

  @Test func `a page has no legend`() throws {
    let automaton = try Automaton(Pattern(named: "glider"))
    let options = ImageOptions(hasLegend: true)
    let error = #expect(throws: LifeError.self) {
      try automaton.image(as: .html, options: options)
    }
    #expect(error?.kind == .invalidArgument)
    #expect(throws: LifeError.self) {
      try automaton.snapshot().record(to: "/dev/null/x.html", generations: 1, options: options)
    }
  }
}
