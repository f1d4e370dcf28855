import LifeCore
import LifeIO
import LifeRender
import Testing

@Suite struct ColoringTests {
  /// The colours of one row of cells, frame after frame.
  private func rows(
    _ frames: [Scene], _ look: Look, states: Int = 2, corners: [Int]? = nil
  ) throws -> [[Color]] {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    let coloring = Coloring(look, states: states, stateColors: colors)
    let painter = Painter(coloring, look, crew: Crew(1))
    let shape = try FrameShape(width: frames[0].width, height: 1)
    let frame = try Frame(shape, .cells(planes: planes(forStates: states)))
    return try frames.enumerated().map { index, scene in
      frame.clear()
      scene.fill(frame)
      frame.corner = Position(x: BigInt(corners?[index] ?? 0), y: 0)
      let sink = MemorySink()
      let output = ByteWriter(sink)
      var writer = FilmKind.rgb24.makeWriter(to: output, FilmFormat(shape, coloring.palette))
      try writer.append(painter.paint(frame))
      try output.finish()
      return stride(from: 0, to: sink.bytes.count, by: 3).map {
        Color(red: sink.bytes[$0], green: sink.bytes[$0 + 1], blue: sink.bytes[$0 + 2])
      }
    }
  }

  private func row(_ art: String) -> Scene { Scene(art) }

  @Test func `a trail fades in as many frames as it is long`() throws {
    var look = Look()
    look.background = .black
    look.cell = .white
    look.trail = 3
    let frames = try rows([row("O")] + (0..<5).map { _ in row(".") }, look).map { $0[0] }
    #expect(frames[0] == .white && frames[4] == .black && frames[5] == .black)
    let levels = frames[0...4].map { Int($0.luma) }
    #expect(levels == levels.sorted(by: >) && Set(levels).count == 5)
  }

  @Test func `a cell's colour tells its age until it is old`() throws {
    var look = Look()
    look.isAged = true
    let frames = try rows((0..<100).map { row($0 == 80 ? ".O" : "OO") }, look)
    let ages = frames.map { $0[1] }
    #expect(Set(ages[..<64]).count >= 60)
    #expect(Set(ages[64...]) == [ages[63]])
    #expect(frames[81][0] == frames[0][0], "a cell that died begins again")
    #expect(frames[80][0] == StateColors.twoStates[0])
  }

  @Test(arguments: [(Theme.heat, 0xffffff, 0x7a2a8f), (.fire, 0xfff7d6, 0xff9d2e)])
  func `some themes show how old life is`(theme: Theme, young: UInt32, old: UInt32) throws {
    var look = Look()
    look.theme = theme
    let frames = try rows((0..<100).map { _ in row("OO") }, look)
    #expect(frames[0][0] == Color(young) && frames[99][0] == Color(old))
  }

  @Test func `history stays where life has been`() throws {
    var look = Look()
    look.theme = .history
    let frames = try rows([row("O.."), row(".O."), row("...")], look)
    let (never, alive, past) = (Color(0x303030), Color(0x00ff00), Color(0x000080))
    #expect(frames == [[alive, never, never], [past, alive, never], [past, past, never]])
  }

  @Test func `what is remembered follows a moving view`() throws {
    var look = Look()
    look.theme = .history
    let frames = try rows([row(".O.."), row("...."), row("....")], look, corners: [0, 1, -2])
    let past = Color(0x000080)
    #expect(frames[1].map { $0 == past } == [true, false, false, false])
    #expect(frames[2].map { $0 == past } == [false, false, false, true])
  }

  @Test(arguments: [3, 29, 200, 256], Theme.allCases)
  func `every state has a colour of its own, whatever the look`(states: Int, theme: Theme) throws {
    var look = Look()
    look.theme = theme
    (look.hasGrid, look.hasLabel) = (true, true)
    for (isAged, trail) in [(nil, nil), (true, 500), (false, 0)] as [(Bool?, Int?)] {
      (look.isAged, look.trail) = (isAged, trail)
      let coloring = Coloring(look, states: states, stateColors: StateColors.fading(states))
      #expect(coloring.palette.colors.count <= 256)
      var scene = Scene(".")
      scene.cells = [(0..<states).map { UInt8($0) }]
      let colors = try rows([scene], look, states: states)[0]
      if theme == .golly, isAged == false { #expect(colors == StateColors.fading(states)) }
      #expect(colors[0] == coloring.palette.colors[0])
      #expect(colors[1] != colors[0])
    }
  }

  @Test(arguments: [2, 8, 100], Theme.allCases)
  func `a square full of life is as bright as can be`(side: Int, theme: Theme) {
    var look = Look()
    look.theme = theme
    for curve in Shading.Curve.allCases {
      let shading = Shading(side: side, states: 2, curve: curve)
      let colors = Coloring(look, shading).palette.colors
      let full = Int(shading.index(UInt64(side * side)))
      #expect(colors.count > full && colors[full] != colors[0])
      if theme == .plain { #expect(colors[full] == .white && colors[full - 1] != .white) }
    }
  }

  @Test func `rules have the colours that people know`() throws {
    let colors = { (text: String) throws in
      StateColors.usual(for: try RuleAndUniverse(parsing: Array(text.utf8)).rule)
    }
    #expect(try colors("B3/S23") == [Color(gray: 48), .white])
    let brain = [Color(gray: 48), Color(0xff0000), Color(0xffff00)]
    #expect(try colors("B2/S/3") == brain)
    #expect(try colors("B3/S23History").count == 7)
    #expect(try colors("B3/S23History")[2] == Color(0x000080))
    #expect(Set(try colors("B3/S23Super")).count == 26)
  }

  @Test(arguments: Theme.allCases)
  func `themes can be told apart and read`(theme: Theme) {
    var look = Look()
    look.theme = theme
    let palette = Coloring(look).palette
    #expect(
      abs(Int(palette.colors[0].luma) - Int(palette.colors.map(\.luma).max()!)) > 60
        || abs(Int(palette.colors[0].luma) - Int(palette.colors.map(\.luma).min()!)) > 60)
  }
}
