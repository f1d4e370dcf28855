import Life
import Testing

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
