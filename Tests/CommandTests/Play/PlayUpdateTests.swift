import LifeCore
import LifeIO
import LifeRun
import LifeTerminal
import TestSupport
import Testing

@testable import life

@Suite struct PlayUpdateTests {
  private static let glider = ".O.\n..O\nOOO"

  @Test func `keys step, run and go back`() async throws {
    var session = try await PlaySession(Self.glider)
    #expect(session.row(0).hasPrefix(" life  test"))
    #expect(session.row(-2).contains("STOP   gen 0  pop 5"))
    await session.type("nnn")
    #expect(session.model.snapshot.generation == 3)
    await session.type("b")
    #expect(session.model.snapshot.generation == 2)
    await session.type("uu")
    #expect(session.model.snapshot.generation == 2)
    await session.type("u")
    #expect(session.model.snapshot.generation == 1)
    await session.type("U")
    #expect(session.model.snapshot.generation == 2)
    await session.type(":1000\n")
    #expect(session.model.snapshot.generation == 1000 && session.model.goal == nil)
    await session.type("B")
    #expect(session.model.snapshot.generation == 900)
    await session.type("r")
    #expect(session.model.snapshot.generation == 0)
    #expect(session.exitCode == nil)
    await session.type("q")
    #expect(session.exitCode == 0)
  }

  @Test(arguments: [("0.5s", 3, 7), ("0.1s", 2, 20), ("30/s", 2, 60), ("1s", 10, 10)])
  func `the time of generations does not drift`(speed: String, seconds: Int, count: Int)
    async throws
  {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed \(speed)\n ")
    #expect(session.model.isRunning)
    await session.wait(.seconds(seconds))
    let made = try #require(session.model.snapshot.generation.int)
    #expect((count - 1...count + 1).contains(made), "\(made)")
  }

  @Test func `speeds are on a logarithmic scale`() {
    for (slower, faster) in zip(PlaySpeed.stops, PlaySpeed.stops.dropFirst()) {
      #expect(slower.faster == faster && faster.slower == slower)
      #expect(slower.value < faster.value)
      #expect(PlaySpeed(slower.text) != nil, "\(slower.text)")
      #expect(PlaySpeed.nearest(to: slower.value) == slower)
    }
    #expect(PlaySpeed("500ms") == .interval(0.5) && PlaySpeed("2^4") == .power(4))
    for text in ["", "x", "0", "-1", "2^", "2^99", "1e9s", "0.001s"] {
      #expect(PlaySpeed(text) == nil)
    }
  }

  @Test func `keys and the mouse edit`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type("e")
    #expect(session.model.isEditing && session.row(-2).hasPrefix(" EDIT"))
    await session.type(":clear\n")
    await session.type("xllx")
    #expect(session.model.snapshot.population == 2 && session.model.isModified)
    let rect = try #require(session.rendering.rect(of: "board"))
    let point = { (x: Int, y: Int) in Point(x: rect.x + x, y: rect.y + y) }
    await session.send(.mouse(Mouse(.press, .left, at: point(2, 2))))
    await session.send(.mouse(Mouse(.drag, .left, at: point(20, 2))))
    await session.send(.mouse(Mouse(.release, .left, at: point(20, 2))))
    #expect(session.model.snapshot.population == 12)
    await session.type("u")
    #expect(session.model.snapshot.population == 2)
    await session.type("Ay")
    #expect(session.copied.first?.contains("obo!") == true)
    await session.type("jjjjpR\n")
    #expect(session.model.snapshot.population == 4)
    await session.type("vlllljjjj%")
    #expect(session.model.selection?.width == 5)
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
  }

  @Test func `commands are completed and checked`() async throws {
    var session = try await PlaySession(Self.glider)
    for (typed, completed) in [
      ("theme pa", "theme paper"), ("gl", "glyphs "), ("e gosp", "e gosper-gun"),
    ] {
      await session.type(":" + typed)
      await session.press(Key(.tab))
      guard case .prompt(let field)? = session.model.overlay else {
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
      #expect(session.model.snapshot.population == 5)
    }
    await session.type(":zoom 1:16\n")
    #expect(session.model.view.zoom == 4)
    await session.type(":rule B36/S23\n")
    #expect(session.row(0).contains("B36/S23"))
    await session.type(":theme paper\n:glyphs braille\n")
    #expect(session.row(0).hasSuffix("paper  braille"))
  }

  @Test func `every key of the table is unique and has an effect`() {
    for scope in [PlayBinding.Scope.always, .editing] {
      let keys = PlayBinding.all.filter { $0.scope == scope }.flatMap(\.keys).map(\.0)
      #expect(Set(keys).count == keys.count)
    }
    #expect(Set(PlayBinding.all.map(\.group)) == Set(PlayBinding.groups))
  }

  @Test(arguments: Effort.cases(6, long: 1000))
  func `random input at random sizes keeps the program sound`(seed: Int) async throws {
    var random = Seeded(seed)
    var session = try await PlaySession(Self.glider)
    let keys =
      PlayBinding.all.flatMap(\.keys).filter { $0.1 != .quit }.map(\.0) + [
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
            .mouse(Mouse(actions.randomElement(using: &random)!, .left, at: point)))
        }
      case 3: await session.send(.timer("tick", .milliseconds(step * 20)))
      case 4 where step % 50 == 0: await session.send(.paste("x = 3, y = 3\nbob$2bo$3o!"))
      default: await session.press(keys.randomElement(using: &random)!)
      }
      // A large step is interrupted by the next key in a session with a terminal.
      if case .power(let exponent) = session.model.speed, exponent > 6 {
        session.model.speed = .interval(0.1)
      }
      if session.model.snapshot.population > 20_000 { await session.send(.action(.reset)) }
      #expect(session.rendering.screen.size == session.model.size)
    }
    #expect(session.exitCode == nil)
    #expect(session.model.outstanding == 0)
  }
}
