import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRender

/// Themes, ages, trails and history.
@Suite struct ColoringTests {
  /// The colors of one row of cells in a sequence of frames.
  private func rows(
    of frames: [Scene], appearance: Appearance, states: Int = 2, corners: [Int]? = nil
  ) throws -> [[Color]] {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    let coloring = Coloring(appearance, states: states, stateColors: colors)
    let painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
    let shape = try FrameShape(width: frames[0].width, height: 1)
    let frame = try Frame(shape, content: .cells(planes: planes(forStates: states)))
    return try frames.enumerated().map { index, scene in
      frame.rows.clear()
      scene.fill(frame)
      frame.corner = Position(x: BigInt(corners?[index] ?? 0), y: 0)
      let bytes = try ByteWriter.bytes { output in
        var writer = ImageFormat.rgb24.makeWriter(
          to: output, ImageProperties(shape, palette: coloring.palette))
        try writer.append(painter.paint(frame))
      }
      return stride(from: 0, to: bytes.count, by: 3).map {
        Color(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
      }
    }
  }

  private func row(_ art: String) -> Scene { Scene(art) }

  @Test func `a trail of N fades out in N frames`() throws {
    var appearance = Appearance()
    appearance.background = .black
    appearance.cell = .white
    appearance.trail = 3
    let frames = try rows(of: [row("O")] + (0..<5).map { _ in row(".") }, appearance: appearance)
      .map { $0[0] }
    #expect(frames[0] == .white && frames[4] == .black && frames[5] == .black)
    let levels = frames[0...4].map { Int($0.luma) }
    #expect(levels == levels.sorted(by: >) && Set(levels).count == 5)
  }

  @Test(arguments: [Theme.fire, .trails, .phosphor])
  func `trails of a theme fade into a given background`(theme: Theme) throws {
    var appearance = Appearance()
    appearance.theme = theme
    appearance.background = .white
    appearance.trail = 20
    let frames = try rows(of: [row("O")] + (0..<20).map { _ in row(".") }, appearance: appearance)
      .map { $0[0] }
    #expect(frames[19].luma > 230 && frames[20].luma > frames[19].luma)
    let levels = frames[10...].map(\.luma)
    #expect(levels == levels.sorted())
  }

  @Test(arguments: [Theme.golly, .fire, .trails])
  func `trails fade into a transparent background without its color`(theme: Theme) {
    var appearance = Appearance()
    appearance.theme = theme
    appearance.background = .black
    appearance.opacity = 0
    appearance.trail = 8
    let palette = Coloring(appearance).palette
    #expect(Set(palette.colors[1...8]).count == 1)
    let opacities: [UInt8] = (1...8).map { palette.opacity(of: $0) }
    #expect(opacities == [31, 63, 95, 127, 159, 191, 223, 255])
  }

  @Test(arguments: [Color.black, .white])
  func `text on a transparent background is as dark as the cells`(cell: Color) {
    var appearance = Appearance()
    appearance.background = .black
    appearance.opacity = 0
    appearance.cell = cell
    appearance.trail = 8
    appearance.title = "Title"
    let palette = Coloring(appearance).palette
    #expect(palette[palette.ink] == cell && palette.opacity(of: palette.ink) == 255)
    #expect(palette.opacity(of: palette.paper) == 0)
  }

  @Test func `colors show the age of a cell up to a limit`() throws {
    let appearance = Appearance { $0.isAged = true }
    let frames = try rows(of: (0..<100).map { row($0 == 80 ? ".O" : "OO") }, appearance: appearance)
    let ages = frames.map { $0[1] }
    #expect(Set(ages[..<64]).count >= 60)
    #expect(Set(ages[64...]) == [ages[63]])
    #expect(frames[81][0] == frames[0][0], "a reborn cell has age 0")
    #expect(frames[80][0] == StateColors.twoStates[0])
  }

  @Test(arguments: [(Theme.heat, 0xffffff, 0x7a2a8f), (.fire, 0xfff7d6, 0xff9d2e)])
  func `themes heat and fire show ages`(theme: Theme, young: UInt32, old: UInt32) throws {
    let appearance = Appearance { $0.theme = theme }
    let frames = try rows(of: (0..<100).map { _ in row("OO") }, appearance: appearance)
    #expect(frames[0][0] == Color(young) && frames[99][0] == Color(old))
  }

  @Test func `theme history marks cells that were alive`() throws {
    let appearance = Appearance { $0.theme = .history }
    let frames = try rows(of: [row("O.."), row(".O."), row("...")], appearance: appearance)
    let never = Color(0x303030)
    let alive = Color(0x00ff00)
    let past = Color(0x000080)
    #expect(frames == [[alive, never, never], [past, alive, never], [past, past, never]])
  }

  @Test func `marks of theme history follow a moving view`() throws {
    let appearance = Appearance { $0.theme = .history }
    let frames = try rows(
      of: [row(".O.."), row("...."), row("....")], appearance: appearance, corners: [0, 1, -2])
    let past = Color(0x000080)
    #expect(frames[1].map { $0 == past } == [true, false, false, false])
    #expect(frames[2].map { $0 == past } == [false, false, false, true])
  }

  /// The view zooms out: to more cells, then to squares of 2 × 2 cells.
  @Test func `marks of theme history stay when the view zooms out`() throws {
    let appearance = Appearance { $0.theme = .history }
    let coloring = Coloring(appearance, shading: Shading(side: 2))
    let painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
    /// The marked places of a frame with one live place or none.
    func marks(_ width: Int, side: Int, at corner: Int, alive: Int?) throws -> [Int] {
      let frame = try Frame(FrameShape(width: width, height: 1), content: .shades(side: side))
      frame.corner = Position(x: BigInt(corner), y: 0)
      let shades = (0..<width).map { UInt8($0 == alive ? 64 : 0) }
      frame.rows.set(y: 0, shades: shades.span)
      var rows = try PixelRows(painter.paint(frame))
      rows.load(0)
      return (0..<width).filter { coloring.palette[rows.row[$0]] == Color(0x000080) }
    }
    #expect(try marks(4, side: 1, at: 2, alive: 1) == [])
    #expect(try marks(8, side: 1, at: 0, alive: nil) == [3])
    #expect(try marks(9, side: 1, at: -4, alive: 2) == [7])
    #expect(try marks(9, side: 1, at: -4, alive: nil) == [2, 7])
    #expect(try marks(3, side: 1, at: 2, alive: nil) == [1])
    #expect(try marks(5, side: 2, at: -4, alive: nil) == [3])
  }

  @Test func `every theme colors rules with many states`() async throws {
    try await forEachCase(of: pairs([3, 29, 200, 256], Theme.allCases)) { states, theme in
      var appearance = Appearance()
      appearance.theme = theme
      appearance.hasGrid = true
      appearance.hasLabel = true
      for (isAged, trail) in [(nil, nil), (true, 500), (false, 0)] as [(Bool?, Int?)] {
        appearance.isAged = isAged
        appearance.trail = trail
        let coloring = Coloring(appearance, states: states, stateColors: StateColors.fading(states))
        #expect(coloring.palette.colors.count <= 256)
        var scene = Scene(".")
        scene.cells = [(0..<states).map { UInt8($0) }]
        let colors = try rows(of: [scene], appearance: appearance, states: states)[0]
        if theme == .golly, isAged == false { #expect(colors == StateColors.fading(states)) }
        #expect(colors[0] == coloring.palette.colors[0])
        #expect(colors[1] != colors[0])
      }
    }
  }

  @Test func `a square full of cells has the brightest shade`() async throws {
    try await forEachCase(of: pairs([2, 8, 100], Theme.allCases)) { side, theme in
      let appearance = Appearance { $0.theme = theme }
      let shading = Shading(side: side, states: 2)
      let colors = Coloring(appearance, shading: shading).palette.colors
      let full = Int(shading.index(UInt64(side * side)))
      #expect(colors.count > full && colors[full] != colors[0])
      if theme == .plain { #expect(colors[full] == .white && colors[full - 1] != .white) }
    }
  }

  @Test func `default state colors match Golly`() throws {
    let colors = { (text: String) throws in
      StateColors.usual(for: try Rule(parsing: text))
    }
    #expect(try colors("B3/S23") == [Color(gray: 48), .white])
    let brain = [Color(gray: 48), Color(0xff0000), Color(0xffff00)]
    #expect(try colors("B2/S/3") == brain)
    #expect(try colors("B3/S23History").count == 7)
    #expect(try colors("B3/S23History")[2] == Color(0x000080))
    #expect(Set(try colors("B3/S23Super")).count == 26)
  }

  @Test(arguments: Theme.allCases)
  func `cells of every theme contrast with the background`(theme: Theme) {
    let appearance = Appearance { $0.theme = theme }
    let palette = Coloring(appearance).palette
    #expect(
      abs(Int(palette.colors[0].luma) - Int(palette.colors.map(\.luma).max()!)) > 60
        || abs(Int(palette.colors[0].luma) - Int(palette.colors.map(\.luma).min()!)) > 60)
  }
}
