import LifeTerminal
import TestSupport
import Testing

/// A terminal that receives the patches shows the screens.
@Suite struct ScreenEncoderTests {
  /// What a terminal shows if it shows `screen`.
  static func expected(_ screen: Screen) -> [TerminalEmulator.Cell] {
    (0..<screen.size.height).flatMap { y in
      (0..<screen.size.width).map { x in
        let cell = screen[x, y]
        return TerminalEmulator.Cell(
          scalar: cell.scalar, foreground: rgb(cell.style.foreground),
          background: rgb(cell.style.background), attributes: cell.style.attributes.rawValue)
      }
    }
  }

  private static func rgb(_ color: TerminalColor) -> UInt32? {
    let (red, green, blue) = color.components
    return color.isStandard ? nil : UInt32(red << 16 | green << 8 | blue)
  }

  static func randomStyle(_ random: inout Seeded) -> Style {
    let colors: [TerminalColor] = [.standard, TerminalColor(0xffffff), TerminalColor(0x102030)]
    let attributes: [Style.Attributes] = [
      [], [], [.bold], [.reverse, .underline], [.dim, .italic],
    ]
    return Style(
      colors.randomElement(using: &random)!, on: colors.randomElement(using: &random)!,
      attributes: attributes.randomElement(using: &random)!)
  }

  /// A view tree of random widgets.
  static func randomView(_ random: inout Seeded, depth: Int) -> View<Int> {
    let style = randomStyle(&random)
    let texts = ["", "a", "glider", "漢字 wide", "e\u{301}é", "🙂 x 🙂", "a long text that is cut off"]
    let text = Line(texts.randomElement(using: &random)!, style: style)
    guard depth > 0 else { return .text([text, text]) }
    let inner = { (random: inout Seeded) in randomView(&random, depth: depth - 1) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .rows([inner(&random), inner(&random).flexible, .text(text)])
    case 1: return .columns([inner(&random).fixed(5), inner(&random), inner(&random).flexible])
    case 2: return .layers([inner(&random), .centered(inner(&random))])
    case 3: return .border(text, style: style, around: inner(&random)).filled(style)
    case 4: return .slider(Slider(Double.random(in: -0.5...1.5, using: &random), style: style))
    case 5:
      let items = (0..<Int.random(in: 0..<20, using: &random)).map { (number: Int) in
        ListView<Int>.Item(key: "\(number)", line: text, message: number)
      }
      return .list(ListView(items, selected: "3", selectedStyle: style))
    case 6: return .field(Field(text, text: texts.randomElement(using: &random)!, style: style))
    case 7: return .status(left: text, right: text)
    default:
      let size = Size(width: 7, height: 3)
      let cells = (0..<21).map { _ in
        ScreenCell(["▀", " ", "⣿"].randomElement(using: &random)!, style: randomStyle(&random))
      }
      return .canvas(Canvas(size: size, cells: cells))
    }
  }

  @Test func `a patch turns the old screen into the new one`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 1000)) { seed in
      var random = Seeded(seed)
      let size = Size(
        width: Int.random(in: 1...40, using: &random),
        height: Int.random(in: 1...12, using: &random))
      var encoder = ScreenEncoder(depth: .full)
      encoder.isSynchronized = seed.isMultiple(of: 2)
      var terminal = TerminalEmulator(width: size.width, height: size.height)
      for _ in 0..<100 {
        let rendering = Rendering(of: Self.randomView(&random, depth: 3), size: size)
        terminal.receive(encoder.patch(to: rendering.screen, cursor: rendering.cursor))
        #expect(terminal.cells == Self.expected(rendering.screen))
        #expect(terminal.unknown == [])
        #expect(terminal.isCursorVisible == (rendering.cursor != nil))
        if let cursor = rendering.cursor { #expect(Point(x: terminal.x, y: terminal.y) == cursor) }
        let repeated = encoder.patch(to: rendering.screen, cursor: rendering.cursor)
        #expect(repeated.isEmpty)
      }
    }
  }

  @Test func `a glider's step takes fewer than 100 bytes`() {
    var encoder = ScreenEncoder(depth: .full)
    var cells: Set<[Int]> = [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2]]
    let style = Style(TerminalColor(0xffffff), on: TerminalColor(0x101418))
    var sizes: [Int] = []
    for _ in 0..<100 {
      var screen = Screen(Size(width: 80, height: 40), style: style)
      for y in 0..<40 {
        for x in 0..<80 {
          let top = cells.contains([x, 2 * y])
          let bottom = cells.contains([x, 2 * y + 1])
          let glyph: Unicode.Scalar = top ? (bottom ? "█" : "▀") : bottom ? "▄" : " "
          screen.set(x: x, y: y, to: glyph, style: style)
        }
      }
      sizes.append(encoder.patch(to: screen).count)
      let counts = cells.reduce(into: [[Int]: Int]()) { counts, cell in
        for dy in -1...1 {
          for dx in -1...1 where dx != 0 || dy != 0 {
            counts[[cell[0] + dx, cell[1] + dy], default: 0] += 1
          }
        }
      }
      cells = Set(counts.filter { $0.value == 3 || $0.value == 2 && cells.contains($0.key) }.keys)
    }
    #expect(sizes.dropFirst().allSatisfy { $0 > 0 && $0 < 100 }, "\(sizes)")
  }

  @Test(arguments: [
    ("full", "38;2;255;0;0"), ("extended", "38;5;196"), ("basic", "91"), ("none", ""),
  ])
  func `colors are reduced to those of the terminal`(depth: String, code: String) throws {
    var encoder = ScreenEncoder(depth: try #require(ColorDepth(rawValue: depth)))
    var screen = Screen(Size(width: 1, height: 1))
    screen.set(x: 0, y: 0, to: "x", style: Style(TerminalColor(0xff0000)))
    let text = String(decoding: encoder.patch(to: screen), as: UTF8.self)
    #expect(text.contains("\u{1b}[\(code)mx") == !code.isEmpty && text.contains("x"))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "extended"),
    (["TERM": "xterm", "COLORTERM": "truecolor"], "full"),
    (["TERM": "xterm"], "basic"), (["TERM": "dumb"], "none"), ([:], "none"),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], "none"), (["TERM": "vt100"], "none"),
  ])
  func `the environment announces the colors`(variables: [String: String], depth: String) {
    #expect(ColorDepth { variables[$0] }.rawValue == depth)
  }
}
