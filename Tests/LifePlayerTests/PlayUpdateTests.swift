@testable import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
@testable import LifePlayer
import LifeRender
import LifeRun
import LifeTerminal
import TestSupport
import Testing

@Suite struct PlayUpdateTests {
  private static let glider = ".O.\n..O\nOOO"

  @Test func `keys step, run and go back`() async throws {
    var session = try await PlaySession(Self.glider)
    #expect(session.row(0).hasPrefix(" life  test"))
    #expect(session.row(-2).contains("STOP   gen 0  pop 5"))
    let generations = [("nnn", 3), ("b", 2), ("uu", 2), ("u", 1), ("U", 2), (":1000\n", 1000)]
    for (keys, generation) in generations {
      await session.type(keys)
      #expect(session.model.session.snapshot.generation == BigInt(generation), "\(keys)")
    }
    #expect(session.model.playback.goal == nil)
    await session.type("B")
    #expect(session.model.session.snapshot.generation == 900)
    await session.type("r")
    #expect(session.model.session.snapshot.generation == 0)
    #expect(session.exitCode == nil)
    await session.type("q")
    #expect(session.exitCode == 0)
  }

  @Test(arguments: [("0.5s", 3, 7), ("0.1s", 2, 20), ("30/s", 2, 60), ("1s", 10, 10)])
  func `generations of a session do not drift`(speed: String, seconds: Int, count: Int) async throws
  {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed \(speed)\n ")
    #expect(session.model.playback.isRunning)
    await session.wait(.seconds(seconds))
    let made = try #require(session.model.session.snapshot.generation.int)
    #expect((count - 1...count + 1).contains(made), "\(made)")
  }

  @Test func `every generation is shown after a start and after a pause`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed 2s\n")
    var shown: [BigInt] = []
    for _ in 0..<2 {
      // The timer of the run expires before the pause is answered, as in a terminal.
      session.isHeld = true
      await session.type(" ")
      await session.wait(.milliseconds(17))
      session.isHeld = false
      await session.answer()
      for _ in 0..<50 {
        await session.wait(.milliseconds(100))
        let generation = session.model.session.snapshot.generation
        if shown.last != generation { shown.append(generation) }
      }
      await session.type(" ")
    }
    #expect(shown == [1, 2, 3, 4, 5, 6])
    // For :export, also the picture of the start.
    #expect(session.model.session.recent.count == 7)
  }

  @Test func `a key goes to the next change of the population`() async throws {
    // A glider reaches a block.
    let rows = [".O........", "..O.......", "OOO.......", "........OO", "........OO"]
    let empty = [String](repeating: "..........", count: 4)
    let art = (rows[..<3] + empty + rows[3...]).joined(separator: "\n")
    var session = try await PlaySession(art)
    await session.type("c")
    let first = session.model.session.snapshot
    #expect(first.generation > 0 && first.population != 9)
    await session.type("b")
    #expect(session.model.session.snapshot.population == 9)
    await session.type("u:until pop!=9\n")
    #expect(session.model.session.snapshot.generation == first.generation)
    await session.type(":clear\nc")
    #expect(session.model.note?.isError == true && session.model.playback.search == nil)
  }

  @Test func `half of the scale of speeds is for generations that can be looked at`() {
    #expect(PlaySpeed.interval(3).value == 0 && PlaySpeed.interval(0.1).value == 0.5)
    #expect(PlaySpeed.nearest(to: 0.5) == .interval(0.1) && PlaySpeed.power(40).value == 1)
    for (slower, faster) in zip(PlaySpeed.stops, PlaySpeed.stops.dropFirst()) {
      #expect(slower.faster == faster && faster.slower == slower)
      #expect(slower.value < faster.value)
      #expect(PlaySpeed(slower.text) != nil, "\(slower.text)")
      #expect(PlaySpeed.nearest(to: slower.value) == slower)
    }
    #expect(PlaySpeed("500ms") == .interval(0.5) && PlaySpeed("2^4") == .power(4))
    #expect(PlaySpeed("30") == PlaySpeed("30/s") && PlaySpeed("60")?.text == "60/s")
    #expect(PlaySpeed("0.5") == .interval(2) && PlaySpeed("1000") == .power(4))
    for text in ["", "x", "0", "-1", "2^", "2^99", "1e9s", "0.001s"] {
      #expect(PlaySpeed(text) == nil)
    }
  }

  @Test func `keys and the mouse edit`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type("e")
    #expect(session.model.editor.isEditing && session.row(-2).hasPrefix(" EDIT"))
    await session.type(":clear\n")
    await session.type("xllx")
    #expect(session.model.session.snapshot.population == 2 && session.model.isModified)
    let rect = try #require(session.rendering.rect(of: "board"))
    #expect(rect == session.model.terminal.board)
    let point = { (x: Int, y: Int) in Point(x: rect.x + x, y: rect.y + y) }
    await session.send(.mouse(Mouse(.press, with: .left, at: point(2, 2))))
    await session.send(.mouse(Mouse(.drag, with: .left, at: point(20, 2))))
    await session.send(.mouse(Mouse(.release, with: .left, at: point(20, 2))))
    #expect(session.model.session.snapshot.population == 12)
    await session.type("u")
    #expect(session.model.session.snapshot.population == 2)
    await session.type("Ay")
    #expect(session.copied.first?.contains("obo!") == true)
    await session.type("jjjjpR\n")
    #expect(session.model.session.snapshot.population == 4)
    await session.type("vlllljjjj%")
    #expect(session.model.editor.selection?.width == 5)
    await session.type("q")
    #expect(session.exitCode == nil && (0..<24).contains { session.row($0).contains("unsaved") })
    await session.type("n")
    #expect(session.exitCode == 0)
  }

  @Test func `the picker searches as you type`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type("o")
    await session.type("gl")
    guard case .picker(let picker)? = session.model.overlay else {
      Issue.record("no picker")
      return
    }
    #expect(picker.matches.map(\.name) == ["glider", "glider-train"])
    await session.press(Key(.down))
    await session.type("\n")
    #expect(session.opened == ["glider-train"])
    await session.type("ozzz")
    #expect((0..<24).contains { session.row($0).contains("no pattern has 'zzz'") })
  }

  @Test func `commands are completed and checked`() async throws {
    var session = try await PlaySession(Self.glider)
    for (typed, completed) in [
      ("theme pa", "theme paper"), ("gl", "glyphs "), ("e gosp", "e gosper-gun"),
    ] {
      await session.type(":" + typed)
      await session.press(Key(.tab))
      guard case .prompt(let field, _)? = session.model.overlay else {
        Issue.record("no prompt")
        return
      }
      #expect(field.string == completed)
      await session.type("\u{1b}")
    }
    for line in [
      "nonsense", "speed x", "zoom 3:7", "goto x", "random 200", "glyphs x", "rule \u{7f}x!",
    ] {
      await session.type(":\(line)\n")
      #expect(session.model.note?.isError == true, "\(line)")
      #expect(session.model.session.snapshot.population == 5)
    }
    await session.type(":zoom 16:1\n")
    #expect(session.model.camera.view.zoom == Zoom(exponent: 4))
    await session.type(":rule B36/S23\n")
    #expect(session.row(0).contains("B36/S23"))
    await session.type(":theme paper\n:glyphs braille\n")
    #expect(session.row(0).hasSuffix("paper  braille"))
  }

  @Test func `every key of the table is unique and has an effect`() async throws {
    for (bindings, isEditing) in [(PlayBinding.always, false), (PlayBinding.whileEditing, true)] {
      let keys = bindings.flatMap(\.keys)
      #expect(Set(keys.map(\.0)).count == keys.count)
      for (key, action) in keys {
        var session = try await PlaySession("OO..OO.\n.......\nO......")
        await session.type("nn: \u{1b}b")
        if isEditing {
          await session.type("eAyvljv")
          if action == .turn(.rotated90) { await session.type("p") }
        }
        let name = "\(key)"
        // These are effects only.
        if action == .redraw || action == .suspend { continue }
        if action == .fit { await session.type("l") }
        if action == .undo || action == .cancel { await session.type("e") }
        if action == .redo { await session.type("nu") }
        if action == .zoomOne { await session.type("]") }
        session.model.note = nil
        let before = "\(session.model)"
        await session.press(key)
        #expect("\(session.model)" != before || session.exitCode != nil, "\(name)")
      }
    }
  }

  @Test func `random input at random sizes keeps the program sound`() async throws {
    try await forEachCase(of: Effort.cases(6, long: 1000)) { seed in
      var random = Seeded(seed)
      var session = try await PlaySession(Self.glider)
      let keys =
        PlayBinding.groups.flatMap(\.bindings).flatMap(\.keys).filter { $0.1 != .quit }.map(\.0) + [
          Key(.enter), Key(.escape), Key(.tab), .character("z"), .character("5"), Key(.backspace),
        ]
      for step in 0..<250 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          let size = Size(
            width: Int.random(in: 1...130, using: &random),
            height: Int.random(in: 1...45, using: &random))
          await session.send(.resize(size))
        case 1, 2:
          let actions: [Mouse.Action] = [.press, .drag, .drag, .release, .scrollUp, .scrollDown]
          let point = Point(
            x: Int.random(in: 0..<140, using: &random), y: Int.random(in: 0..<50, using: &random))
          if session.model.overlay == nil {
            await session.send(
              .mouse(Mouse(actions.randomElement(using: &random)!, with: .left, at: point)))
          }
        case 3: await session.send(.timer("tick", .milliseconds(step * 20)))
        case 4 where step % 50 == 0: await session.send(.paste("x = 3, y = 3\nbob$2bo$3o!"))
        default: await session.press(keys.randomElement(using: &random)!)
        }
        // A large step is interrupted by the next key in a session with a terminal.
        if case .power(let exponent) = session.model.playback.speed, exponent > 6 {
          session.model.playback.speed = .interval(0.1)
        }
        if session.model.session.snapshot.population > 20_000 {
          await session.send(.action(.reset))
        }
        #expect(session.rendering.screen.size == session.model.terminal.size)
      }
      #expect(session.exitCode == nil)
      #expect(session.model.session.pending.isEmpty)
      session.model.overlay = nil
      // Undoing everything gives the cells at the start of the session.
      for _ in 0..<2000 where session.model.session.snapshot.canUndo {
        await session.send(.action(.undo))
      }
      #expect(
        session.model.session.snapshot.population == 5
          && session.model.session.snapshot.generation == 0)
      #expect(!session.model.isModified)
    }
  }

  @Test func `states that the rule does not have are refused`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":rule 345/2/4\ne3:rule 345/2/3\n")
    #expect(session.model.session.snapshot.states == 3 && session.model.editor.drawnState == 2)
    await session.type("x")
    #expect(session.model.session.snapshot.failure == nil)
    await session.send(.paste("x = 2, y = 1, rule = 345/2/4\nAC!"))
    await session.type("\n")
    #expect(session.model.note?.text.contains("only the states 0 to 2") == true)
  }

  @Test func `a bad paste changes nothing`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type("ellljv")
    let cursor = session.model.editor.cursor
    await session.send(.paste("no pattern at all\nnor here"))
    #expect(session.model.note?.text == "pasted text:1:1: not a pattern in a known format")
    #expect(!session.model.editor.isPasting && session.model.editor.isEditing)
    #expect(session.model.editor.cursor == cursor && session.model.editor.selection != nil)
    await session.send(.paste("x = 2, y = 1\n2o!"))
    #expect(session.model.editor.isPasting && session.model.editor.cursor == cursor)
  }

  @Test func `a speed in seconds replaces one in generations per frame`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed 2^20\n")
    session.isHeld = true
    await session.type(" ")
    session.isHeld = false
    await session.answer()
    session.isHeld = true
    await session.wait(.milliseconds(17))
    #expect(session.model.playback.goal != nil)
    await session.type(":speed 1s\n")
    #expect(session.model.playback.goal == nil && session.model.playback.isRunning)
  }

  @Test(arguments: ["?", ":", "o", "exq"])
  func `clicks do not reach what is behind an overlay`(keys: String) async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(keys)
    let overlay = try #require(
      session.rendering.regions.last { ["help", "prompt", "picker", "unsaved"].contains($0.key) })
    for x in 0..<80 {
      for y in 0..<24 {
        let region = try #require(session.rendering.region(at: Point(x: x, y: y)))
        guard case .action? = region.message else { continue }
        Issue.record("\(x),\(y) of \(overlay.key ?? "") has an action")
      }
    }
    await session.send(.action(.toggleRun))
    #expect(!session.model.playback.isRunning)
  }

  @Test func `steps back end at the first generation`() async throws {
    var session = try await PlaySession(Self.glider) { $0.generation = 500 }
    await session.type("b")
    #expect(session.model.note?.text == "this is the first generation")
    #expect(!session.model.session.snapshot.canUndo)
    await session.type(":100\n")
    #expect(session.model.note?.text == "the first generation is 500")
    await session.type(": 510 \n")
    #expect(session.model.session.snapshot.generation == 510)
    await session.type("B")
    #expect(session.model.session.snapshot.generation == 500)
  }

  @Test func `previews of patterns that were passed by are not read`() async throws {
    var session = try await PlaySession(Self.glider)
    session.isHeld = true
    await session.type("o")
    for _ in 0..<2 { await session.press(Key(.down)) }
    await session.answer()
    #expect(session.previews == ["glider", "glider-train"])
  }

  @Test func `a search finds the generation at which a condition holds`() async throws {
    var session = try await PlaySession(".OO\nOO.\n.O.")
    await session.type(":until pop>100\n")
    #expect(session.model.playback.search == nil && session.model.session.snapshot.population > 100)
    let first = session.model.session.snapshot.generation
    await session.type("b")
    #expect(session.model.session.snapshot.population <= 100)
    #expect(session.model.session.snapshot.generation == first - 1)
    await session.type(":until nonsense\n")
    #expect(session.model.note?.isError == true)
    session.isHeld = true
    await session.type(":until stable\n\u{1b}")
    #expect(session.model.playback.search == nil && session.requests.contains(.cancelSearch))
    let generation = session.model.session.snapshot.generation
    await session.answer()
    #expect(session.model.session.snapshot.generation == generation)
  }

  @Test(arguments: [":clear\n", ":random 50\n", ":rule B36/S23\n", "ex", "u"])
  func `a change of the pattern cancels a search`(keys: String) async throws {
    var session = try await PlaySession(".OO\nOO.\n.O.")
    await session.type("ex\u{1b}")
    session.isHeld = true
    await session.type(":until pop>20\n:comment x\n")
    #expect(session.model.playback.search != nil)
    await session.type(keys)
    #expect(session.model.playback.search == nil)
    await session.answer()
    #expect(session.model.session.snapshot.generation == 0)
  }

  @Test(arguments: ["v", "x", "A", "y", "p", "O", "\\"])
  func `keys of the editor tell how to begin`(key: String) async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(key)
    #expect(session.model.note?.text.contains("press e") == true)
    #expect(!session.model.isModified && !session.model.editor.isEditing)
  }

  @Test func `a pattern of the collection is pasted`() async throws {
    var session = try await PlaySession(Self.glider)
    session.files["block"] = OpenedPattern(name: "block", pattern: Art.pattern("OO\nOO"))
    await session.type(":paste block\n")
    #expect(session.model.editor.isPasting)
    #expect(session.model.session.snapshot.clipboard?.population == 4)
    await session.type(":clear\n\n")
    #expect(session.model.session.snapshot.population == 4)
  }

  @Test func `keys that follow a rule act after its change`() async throws {
    var session = try await PlaySession(Self.glider)
    session.isHeld = true
    await session.type(":rule B1/S\n")
    await session.type("ln")
    await session.answer()
    let snapshot = session.model.session.snapshot
    #expect(snapshot.rulestring == "B1/S" && snapshot.generation == 1)
    #expect(snapshot.population != 5 && session.model.session.pending.isEmpty)
  }
}
