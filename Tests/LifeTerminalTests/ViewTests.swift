import LifeTerminal
import TestSupport
import Testing

/// The counter of the documentation of ``TerminalProgram``.
private struct Counter: TerminalProgram {
  enum Message { case increment, decrement, quit }

  func start(_ size: Size) -> (Int, [Effect<Never>]) { (0, []) }

  func update(_ count: inout Int, with message: Message) -> [Effect<Never>] {
    switch message {
    case .increment: count += 1
    case .decrement: count -= 1
    case .quit: return [.quit(0)]
    }
    return []
  }

  func view(_ count: Int) -> View<Message> {
    .centered(
      .columns([
        .button("[-]", sends: .decrement), .text(Line(" \(count) ")),
        .button("[+]", sends: .increment),
      ]))
  }

  func message(
    for event: TerminalEvent, at region: Rendering<Message>.Region?, _ count: Int
  ) -> Message? {
    event == .key(.character("q")) ? .quit : nil
  }

  func perform(_ request: Never, send: @escaping @Sendable (Message) -> Void) {}
}

@Suite struct ViewTests {
  private func shown<M>(_ view: View<M>, width: Int, height: Int) -> [String] {
    let rendering = Rendering(of: view, size: Size(width: width, height: height))
    return (0..<height).map { rendering.screen.text(row: $0) }
  }

  @Test func `a counter counts the clicks on its buttons`() {
    let counter = Counter()
    var (count, _) = counter.start(Size(width: 11, height: 3))
    let click = { (x: Int) in
      let rendering = Rendering(of: counter.view(count), size: Size(width: 11, height: 3))
      guard let message = rendering.region(at: Point(x: x, y: 1))?.message else { return }
      _ = counter.update(&count, with: message)
    }
    #expect(shown(counter.view(0), width: 11, height: 3) == ["", " [-] 0 [+]", ""])
    for x in [7, 8, 9, 2, 0, 5] { click(x) }
    #expect(count == 2)
    #expect(shown(counter.view(count), width: 11, height: 3)[1] == " [-] 2 [+]")
    #expect(counter.update(&count, with: .quit) == [.quit(0)])
  }

  @Test func `views in a stack share the space`() {
    let view = View<Int>.rows([
      .text("top"), .columns([.text("a").fixed(3), .text("b").flexible, .text("c")]).flexible,
      .status(left: "left", right: "right"),
    ])
    #expect(shown(view, width: 12, height: 4) == ["top", "a  b       c", "", "left   right"])
    #expect(shown(view, width: 8, height: 3)[2] == "l… right")
  }

  @Test func `a border surrounds its view`() {
    let view = View<Int>.centered(
      .border("Title", style: .plain, around: .text(["two", "lines of"].map { Line($0) })))
    #expect(
      shown(view, width: 14, height: 4) == [
        "  ╭─ Title ╮", "  │two     │", "  │lines of│", "  ╰────────╯",
      ])
  }

  @Test func `the selected item of a list is visible`() {
    let items = (0..<100).map { (n: Int) in
      ListView<Int>.Item(key: "\(n)", line: Line("item \(n)"), message: n)
    }
    let list = View.list(ListView(items, selected: "57", selectedStyle: .plain))
    #expect(shown(list, width: 10, height: 3) == ["item 56", "item 57", "item 58"])
    let rendering = Rendering(of: list, size: Size(width: 10, height: 3))
    #expect(rendering.region(at: Point(x: 0, y: 2))?.message == 58)
    #expect(rendering.rect(of: "56") == Rect(x: 0, y: 0, width: 10, height: 1))
  }

  @Test func `the end of a long text is visible in a field`() {
    var field = Field(":", text: "0123456789")
    #expect(shown(View<Int>.field(field), width: 6, height: 1) == [":6789"])
    _ = field.handle(Key(.home))
    #expect(shown(View<Int>.field(field), width: 6, height: 1) == [":01234"])
    for key in [
      Key(.right), Key(.delete), .character("x"), Key(.end), Key(.backspace), .control("w"),
    ] {
      let isHandled = field.handle(key)
      #expect(isHandled)
    }
    #expect(field.string.isEmpty)
    let isHandled = field.handle(Key(.enter))
    #expect(!isHandled)
    field.insert("a\u{1b}[31m\nb")
    #expect(field.string == "a[31mb")
  }

  @Test func `control characters do not reach the terminal`() {
    #expect(shown(View<Int>.text("a\u{1b}[2Jb\u{9b}c\u{7}"), width: 20, height: 1) == ["a?[2Jb?c?"])
  }

  @Test(arguments: Effort.cases(20, long: 500))
  func `every view fits into every screen`(seed: Int) {
    var random = Seeded(seed)
    for _ in 0..<20 {
      let view = ScreenEncoderTests.randomView(&random, depth: 4)
      let size = Size(
        width: Int.random(in: 0...20, using: &random), height: Int.random(in: 0...6, using: &random)
      )
      let rendering = Rendering(of: view, size: size)
      for region in rendering.regions {
        #expect(region.rect.intersection(rendering.screen.bounds) == region.rect)
      }
      if let cursor = rendering.cursor { #expect(rendering.screen.bounds.contains(cursor)) }
    }
  }
}
