@testable import LifeArguments
import LifeCore
@testable import LifePlayer
import LifeRun
import LifeTerminal
import TestSupport
import Testing

/// Random keys and mouse events: 10^6 of them in the long form.
@Suite struct PlayLaws {
  private static let lines = [
    ":q\n", ":q!\n", ":e glider\n", ":e! gosper-gun\n", ":rule B36/S23\n", ":rule 345/2/4\n",
    ":rule B3/S23:T40,30\n", ":random 30\n", ":clear\n", ":1e3\n", ":0\n", ":zoom 1024:1\n",
    ":zoom 2:1\n", ":glyphs braille\n", ":glyphs pixels\n", ":theme fire\n", ":speed 2^9\n",
    ":speed 0.1s\n", ":nonsense\n", ":export\n", ":name x\n", ":comment y\n", ":paste block\n",
    ":w\n", ":w /nowhere/x.rle\n",
  ]

  private static func key(_ random: inout Seeded) -> Key {
    if Int.random(in: 0..<4, using: &random) > 0 {
      return .character(Character(Unicode.Scalar(UInt8.random(in: 32..<127, using: &random))))
    }
    let codes: [Key.Code] = [
      .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .function(1), .character("漢"), .character("c"), .character("r"),
    ]
    let modifiers: [Key.Modifiers] = [[], [], .shift, .alt, .control]
    return Key(
      codes.randomElement(using: &random)!, modifiers: modifiers.randomElement(using: &random)!)
  }

  private static func event(within size: Size, by random: inout Seeded) -> TerminalEvent {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: return .key(key(&random))
    case 60..<92:
      let actions: [Mouse.Action] = [.press, .drag, .drag, .release, .move, .scrollUp, .scrollDown]
      let buttons: [Mouse.Button] = [.left, .left, .right, .middle, .none]
      let point = Point(
        x: Int.random(in: 0...size.width, using: &random),
        y: Int.random(in: 0...size.height, using: &random))
      return .mouse(
        Mouse(
          actions.randomElement(using: &random)!, with: buttons.randomElement(using: &random)!,
          at: point, modifiers: Bool.random(using: &random) ? [] : .shift))
    case 92..<94:
      return .paste(
        ["bo$2bo$3o!", "x = 3\nbob!", "\u{1b}[A", "OO\nOO"].randomElement(using: &random)!)
    case 94..<96:
      let sizes = [(1, 1), (2, 2), (10, 3), (40, 10), (7, 30), (80, 24), (100, 30)]
      let (width, height) = sizes.randomElement(using: &random)!
      return .resize(Size(width: width, height: height))
    default:
      let width = Bool.random(using: &random) ? 4 : 7
      return .pictures(characterSize: Size(width: width, height: 9))
    }
  }

  /// Whether an event ends a session although there are unsaved changes.
  private static func discards(_ event: TerminalEvent, in model: PlayModel) -> Bool {
    guard case .key(let key) = event else { return false }
    switch model.overlay {
    case .unsaved(.quit): return key.code == .character("n")
    case .prompt(let field, _): return key.code == .enter && field.string.contains("q!")
    default: return false
    }
  }

  private struct CellRun {
    var session: PlaySession
    let program: PlayProgram

    init() async throws {
      session = try await PlaySession(".O.\n..O\nOOO", width: 60, height: 20)
      let pattern = Art.pattern("OO\nOO")
      for name in ["glider", "gosper-gun", "block"] {
        session.files[name] = OpenedPattern(name: name, pattern: pattern)
      }
      program = PlayProgram(session.simulation, model: session.model)
    }

    /// Handles an event as the runtime does.
    mutating func receive(_ event: TerminalEvent) async {
      let rendering = session.rendering
      var region: Rendering<PlayMessage>.Region?
      if case .mouse(let mouse) = event {
        region = rendering.region(at: mouse.point)
        if mouse.action == .press, mouse.button == .left, let message = region?.message {
          return await session.send(message)
        }
      }
      guard let message = program.message(for: event, at: region, session.model) else { return }
      await session.send(message)
    }
  }

  @Test func `random events lose nothing and leave nothing waiting`() async throws {
    try await forEachCase(of: Effort.cases(3, long: 100)) { seed in
      var random = Seeded(seed)
      var run = try await CellRun()
      for step in 0..<(Effort.isLong ? 10_000 : 400) {
        var events = [Self.event(within: run.session.model.terminal.size, by: &random)]
        if Int.random(in: 0..<20, using: &random) == 0 {
          let line = Self.lines.randomElement(using: &random)!
          events = line.map { .key($0 == "\n" ? Key(.enter) : .character($0)) }
        }
        for event in events {
          let before = run.session.model
          await run.receive(event)
          // A large step is interrupted by the next key in a session with a terminal.
          if case .power(let exponent) = run.session.model.playback.speed, exponent > 6 {
            run.session.model.playback.speed = .interval(0.1)
          }
          #expect(run.session.model.session.pending.isEmpty && run.session.model.files.saves == 0)
          if run.session.exitCode != nil {
            #expect(
              !before.isModified || Self.discards(event, in: before), "seed \(seed), step \(step)")
            run = try await CellRun()
          }
        }
        if run.session.model.session.snapshot.population > 20_000 { run = try await CellRun() }
        if step.isMultiple(of: 10) { await run.session.wait(.milliseconds(17)) }
        if step.isMultiple(of: 50) { await run.session.waitForBackup() }
      }
    }
  }
}
