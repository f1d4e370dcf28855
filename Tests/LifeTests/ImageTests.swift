import Foundation
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

  @Test func `views, sizes and colors of the command line are options of the library`() throws {
    let gun = try Automaton(Pattern(named: "gosper-gun"))
    func image(_ options: ImageOptions) throws -> [UInt8] {
      try gun.image(as: .ppm, options: options)
    }
    let window = Window(x: 0, y: 0, width: 2, height: 1)
    let colors = ImageOptions(
      view: .window(window), pixelsPerCell: 1, background: 0x010203, cell: 0x0a0b0c)
    #expect(try image(colors) == Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 1, 2, 3])
    let sized = try image(ImageOptions(size: ImageOptions.Size(width: 120, height: 90)))
    #expect(String(decoding: sized.prefix(9), as: UTF8.self) == "P6\n120 90")
    #expect(throws: LifeError.self) { try image(ImageOptions(trail: -1)) }
    #expect(throws: LifeError.self) { try image(ImageOptions(view: .fit, track: .auto)) }
    #expect(throws: LifeError.self) {
      try image(ImageOptions(size: ImageOptions.Size(width: 0, height: 90)))
    }
    let nothing = ImageOptions(view: .window(Window(x: 0, y: 0, width: 0, height: 0)))
    let timeless = ImageOptions(track: .moving(by: Displacement(x: 1, y: 0), every: 0))
    let pattern = try gun.snapshot()
    for options in [nothing, timeless] {
      let still = #expect(throws: LifeError.self) { try image(options) }
      let moving = #expect(throws: LifeError.self) {
        try pattern.animation(generations: 1, options: options)
      }
      #expect(still?.kind == .invalidArgument && moving == still)
    }
  }

  @Test(arguments: [ImageOptions.View.fit, .core, .auto])
  func `views of the live cells show those of a bounded universe`(view: ImageOptions.View) throws {
    let pattern = try Pattern(parsing: "x = 3, y = 3, rule = B3/S23:T64,64\nbob$2bo$3o!")
    let automaton = try Automaton(pattern)
    func header(_ view: ImageOptions.View?) throws -> String {
      let options = ImageOptions(view: view, pixelsPerCell: 1)
      let bytes = try automaton.image(as: .pbm, options: options)
      return String(decoding: bytes.prefix(8), as: UTF8.self)
    }
    #expect(try header(nil) == "P4\n64 64")
    #expect(try header(view).hasPrefix("P4\n7 7\n"))
  }

  @Test func `a format has its name of the command line`() {
    for format in ImageFormat.allCases { #expect(ImageFormat(named: format.name) == format) }
    #expect(ImageFormat(named: "none") == nil)
  }

  @Test func `every theme of the command line has a name in the library`() {
    let named: [Theme] = [
      .golly, .plain, .inverse, .blue, .phosphor, .paper, .heat, .fire, .trails, .ice, .history,
    ]
    #expect(named == Theme.allCases)
  }

  @Test func `a theme has a color for each state of a rule`() throws {
    for theme in Theme.allCases {
      for rule in try [Rule.life, Rule("LifeHistory"), Rule("345/2/4")] {
        #expect(theme.stateColors(of: rule).count == rule.states)
      }
    }
    #expect(Theme.inverse.stateColors(of: .life) == [0xffffff, 0])
    let history = try Theme.golly.stateColors(of: Rule("LifeHistory"))[1]
    #expect(history.red == 0 && history.green == 255 && history.blue == 0)
  }

  @Test(arguments: ["gif", "apng", "png", "svg", "html", "y4m"])
  func `an animation has the bytes of a recorded file`(_ name: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(name)")
    defer { try? FileManager.default.removeItem(at: file) }
    let format = try #require(ImageFormat(named: name))
    let pattern = try Pattern(named: "glider")
    try pattern.record(to: file.path, generations: 12)
    #expect(try pattern.animation(as: format, generations: 12) == Array(Data(contentsOf: file)))
  }

  @Test(arguments: ["gif", "html", "apng"])
  func `after a cancelled recording, its file can be written at once`(name: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(name)")
    defer { try? FileManager.default.removeItem(at: file) }
    for _ in 0..<5 {
      let task = Task.detached {
        let breeder = try Pattern(named: "switch-engine-breeder")
        try breeder.record(to: file.path, generations: 1_000_000, every: 1000)
      }
      cancel(task, after: 0.05)
      let error = await #expect(throws: LifeError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
      try Pattern(named: "gosper-gun").record(to: file.path, generations: 3)
      try FileManager.default.removeItem(at: file)
    }
  }

  @Test func `animations encoded by ffmpeg are files`() throws {
    let pattern = try Pattern(named: "glider")
    let error = #expect(throws: LifeError.self) {
      try pattern.animation(as: .mp4, generations: 12)
    }
    #expect(error?.kind == .invalidArgument)
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
