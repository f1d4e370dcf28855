import LifeTerminal
import TestSupport
import Testing

/// The bytes of a terminal as events.
@Suite struct InputDecoderTests {
  private static func events(_ text: String) -> [TerminalEvent] {
    var decoder = InputDecoder()
    return decoder.decode(Array(text.utf8)) + decoder.flush()
  }

  static let table: [(String, [TerminalEvent])] = [
    ("a", [.key(.character("a"))]),
    ("é漢", [.key(.character("é")), .key(.character("漢"))]),
    ("\r", [.key(Key(.enter))]), ("\t", [.key(Key(.tab))]), ("\u{7f}", [.key(Key(.backspace))]),
    ("\u{1}", [.key(.control("a"))]), ("\u{1b}", [.key(Key(.escape))]),
    ("\u{1b}x", [.key(Key(.character("x"), modifiers: .alt))]),
    ("\u{1b}[A", [.key(Key(.up))]), ("\u{1b}OB", [.key(Key(.down))]),
    ("\u{1b}[1;5C", [.key(Key(.right, modifiers: .control))]),
    ("\u{1b}[1;2D", [.key(Key(.left, modifiers: .shift))]),
    ("\u{1b}[5~", [.key(Key(.pageUp))]), ("\u{1b}[Z", [.key(Key(.tab, modifiers: .shift))]),
    ("\u{1b}[15~", [.key(Key(.function(5)))]), ("\u{1b}OP", [.key(Key(.function(1)))]),
    ("\u{1b}[<0;3;2M", [.mouse(Mouse(.press, with: .left, at: Point(x: 2, y: 1)))]),
    ("\u{1b}[<0;3;2m", [.mouse(Mouse(.release, with: .left, at: Point(x: 2, y: 1)))]),
    ("\u{1b}[<34;1;1M", [.mouse(Mouse(.drag, with: .right, at: Point(x: 0, y: 0)))]),
    ("\u{1b}[<65;1;1M", [.mouse(Mouse(.scrollDown, with: .none, at: Point(x: 0, y: 0)))]),
    (
      "\u{1b}[<16;1;1M",
      [.mouse(Mouse(.press, with: .left, at: Point(x: 0, y: 0), modifiers: .control))]
    ),
    ("\u{1b}[200~a\u{1b}[A\nb\u{1b}[201~c", [.paste("a\u{1b}[A\nb"), .key(.character("c"))]),
    ("\u{1b}[?2026;2$y", [.answer(.synchronizes(true))]),
    ("\u{1b}[?2026;0$y", [.answer(.synchronizes(false))]),
    ("\u{1b}[?62;4;22c", [.answer(.attributes([62, 4, 22]))]),
    ("\u{1b}[6;20;10t", [.answer(.characterSize(Size(width: 10, height: 20)))]),
    ("\u{1b}_Gi=31;OK\u{1b}\\x", [.answer(.shows(.kitty)), .key(.character("x"))]),
    ("\u{1b}]1337;Capabilities=T2FoSx\u{1b}\\x", [.key(.character("x"))]),
    ("\u{1b}_Gi=31;EINVAL:no\u{1b}\\x", [.key(.character("x"))]),
    ("\u{1b}[6;0;10tx\u{1b}[6;999999999999999999999;10t", [.key(.character("x"))]),
    ("\u{1b}[4;600;800tx\u{1b}[>0;4;0c", [.key(.character("x"))]),
    // Garbage is dropped without the characters after it.
    ("\u{1b}[99999999999999999999~x", [.key(.character("x"))]),
    ("\u{1b}[<1;2M\u{1b}[<;;Mx", [.key(.character("x"))]),
    ("\u{1b}]11;rgb:00/00/00\u{1b}\\x", [.key(.character("x"))]),
    ("\u{1b}P1$r0m\u{1b}\\x", [.key(.character("x"))]),
    ("\u{1b}[<0;999999999;1Mx", [.key(.character("x"))]),
    ("\u{1b}[1;-9223372036854775808A", [.key(Key(.up))]),
    ("\u{1b}[1;9223372036854775807A", [.key(Key(.up))]), ("\u{1b}[1;0A", [.key(Key(.up))]),
    // Buttons at the side of the mouse.
    ("\u{1b}[<128;1;1Mx", [.key(.character("x"))]),
  ]

  @Test func `sequences of a terminal are decoded to events`() async throws {
    try await forEachCase(of: Self.table) { text, events in
      #expect(Self.events(text) == events)
    }
  }

  @Test func `sequences of a terminal may be split anywhere`() async throws {
    try await forEachCase(of: Self.table) { text, events in
      var decoder = InputDecoder()
      var found: [TerminalEvent] = []
      for byte in text.utf8 { found += decoder.decode([byte]) }
      found += decoder.flush()
      #expect(found == events)
    }
  }

  @Test func `random bytes are decoded in any parts alike`() async throws {
    try await forEachCase(of: Effort.cases(30, long: 3000)) { seed in
      var random = Seeded(seed)
      let alphabet: [UInt8] = [
        0x1b, 0x5b, 0x3b, 0x3c, 0x30, 0x32, 0x7e, 0x4d, 0x4f, 0x1b, 0xe6, 0xbc, 0xa2, 0x61,
      ]
      let bytes = (0..<500).map { _ in
        Bool.random(using: &random)
          ? alphabet.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
      }
      var whole = InputDecoder()
      let expected = whole.decode(bytes) + whole.flush()
      var parts = InputDecoder()
      var found: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...20, using: &random))
        found += parts.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(found + parts.flush() == expected)
    }
  }

  @Test(arguments: [
    ("\u{1b}[?62;4;22c", "sixel"), ("\u{1b}[?4c", "sixel"), ("\u{1b}[?64c", nil),
    ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4c", "kitty"),
    ("\u{1b}]1337;Capabilities=FSx\u{7}\u{1b}[?62;4c", "sixel"),
  ])
  func `the best picture protocol of a terminal's answers is used`(answers: String, format: String?)
  {
    var support = PictureSupport()
    for case .answer(let answer) in Self.events(answers) {
      #expect(!support.isComplete)
      support.receive(answer)
    }
    #expect(support.isComplete && support.best?.rawValue == format)
  }

  @Test func `a paste of many megabytes is one event of limited size`() throws {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1b}[200~".utf8)).isEmpty)
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<20 { #expect(decoder.decode(part).isEmpty) }
    #expect(decoder.timeout == .seconds(2))
    guard case .paste(let text)? = decoder.decode(Array("\u{1b}[201~".utf8)).first else {
      return #expect(Bool(false), "no paste")
    }
    #expect(text.utf8.count == InputDecoder.maxPastedBytes)
  }

  @Test func `a decoder waits longer where a sequence may follow`() {
    let timeout = { (text: String) in
      var decoder = InputDecoder()
      _ = decoder.decode(Array(text.utf8).filter { $0 != 0 })
      return decoder.timeout
    }
    #expect(timeout("a") == nil && timeout("\u{1b}[A") == nil)
    #expect(timeout("\u{1b}") == .milliseconds(25))
    for prefix in ["\u{1b}[", "\u{1b}O", "\u{1b}[<0;1", "\u{1b}P1"] {
      #expect(timeout(prefix) == .milliseconds(500))
    }
    #expect(timeout("\u{1b}[200~abc") == .seconds(2))
    var decoder = InputDecoder()
    _ = decoder.decode([0xe6])
    #expect(decoder.timeout == .milliseconds(500))
  }

  @Test(arguments: ["", "abc", "abc\u{1b}[20", "abc\u{1b}x", "\u{1b}[201"])
  func `a paste without an end is ended by a flush`(text: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1b}[200~\(text)".utf8)).isEmpty)
    let kept = text.replacing("\u{1b}[201", with: "").replacing("\u{1b}[20", with: "")
    #expect(decoder.flush() == [.paste(kept)])
    #expect(decoder.timeout == nil && decoder.decode([0x61]) == [.key(.character("a"))])
  }
}
