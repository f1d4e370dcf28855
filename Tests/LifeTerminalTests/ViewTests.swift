import LifeTerminal
import TestSupport
import Testing

@Suite struct ViewTests {
  private func shown<M>(_ view: View<M>, width: Int, height: Int) -> [String] {
    let rendering = Rendering(of: view, size: Size(width: width, height: height))
    return (0..<height).map { rendering.screen.text(row: $0) }
  }

  @Test func `a click on a button sends its message`() {
    let view = View<Int>.centered(
      .columns([.button("[-]", sends: -1), .text(Line(" 0 ")), .button("[+]", sends: 1)]))
    #expect(shown(view, width: 11, height: 3) == ["", " [-] 0 [+]", ""])
    let rendering = Rendering(of: view, size: Size(width: 11, height: 3))
    let messages = (0..<11).map { rendering.region(at: Point(x: $0, y: 1))?.message }
    #expect(messages == [nil, -1, -1, -1, nil, nil, nil, 1, 1, 1, nil])
  }

  @Test func `a click on a slider gives a value from 0 to 1`() {
    let rect = Rect(x: 10, y: 0, width: 5, height: 1)
    #expect([9, 10, 12, 14, 15].map { Slider.value(at: $0, in: rect) } == [0, 0, 0.5, 1, 1])
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

  @Test func `an embedded view looks the same and sends the messages of its program`() {
    enum Outer: Equatable { case inner(Int) }
    let items = [ListView<Int>.Item(key: "a", line: "item", message: 3)]
    let inner = View<Int>.border(
      "Title",
      around: .rows([
        .columns([.button("[+]", sends: 1).keyed("plus"), .text("x").fixed(4), .text("y")]),
        .list(ListView(items, selected: nil, selectedStyle: .plain)),
        .status(left: "left", right: "right"),
      ])
    ).filled(.plain)
    let outer = inner.map { Outer.inner($0) }
    #expect(shown(outer, width: 20, height: 7) == shown(inner, width: 20, height: 7))
    let before = Rendering(of: inner, size: Size(width: 20, height: 7))
    let after = Rendering(of: outer, size: Size(width: 20, height: 7))
    #expect(after.regions.map(\.message) == before.regions.map { $0.message.map { .inner($0) } })
    #expect(after.rect(of: "plus") == before.rect(of: "plus"))
    #expect(after.regions.map(\.message) == [.inner(1), .inner(3)])
  }

  @Test func `every view looks the same after its messages are mapped`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 500)) { seed in
      var random = Seeded(seed)
      let view = ScreenEncoderTests.randomView(&random, depth: 4)
      let mapped = view.map { _ in "message" }
      #expect(shown(mapped, width: 24, height: 8) == shown(view, width: 24, height: 8))
    }
  }

  @Test func `control characters do not reach the terminal`() {
    #expect(shown(View<Int>.text("a\u{1b}[2Jb\u{9b}c\u{7}"), width: 20, height: 1) == ["a?[2Jb?c?"])
  }

  @Test func `every view fits into every screen`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 500)) { seed in
      var random = Seeded(seed)
      for _ in 0..<20 {
        let view = ScreenEncoderTests.randomView(&random, depth: 4)
        let size = Size(
          width: Int.random(in: 0...20, using: &random),
          height: Int.random(in: 0...6, using: &random)
        )
        let rendering = Rendering(of: view, size: size)
        for region in rendering.regions {
          #expect(region.rect.intersection(rendering.screen.bounds) == region.rect)
        }
        if let cursor = rendering.cursor { #expect(rendering.screen.bounds.contains(cursor)) }
      }
    }
  }
}
