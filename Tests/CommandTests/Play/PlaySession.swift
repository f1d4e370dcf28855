import LifeCore
import LifeIO
import LifeRun
import LifeTerminal
import TestSupport

@testable import life

/// A session of `life play` without a terminal: the model, and a simulation that answers.
struct PlaySession {
  var model: PlayModel
  let simulation: Simulation
  var copied: [String] = []
  var exitCode: Int32?
  var opened: [String] = []
  private var time = Duration.zero

  init(_ art: String, width: Int = 80, height: Int = 24) async throws {
    var pattern = Art.pattern(art)
    pattern.position = .origin
    simulation = try Simulation(pattern, EngineSelection())
    model = PlayModel(
      Size(width: width, height: height), title: "test",
      library: ["glider", "gosper-gun", "glider-train"].map { .init(name: $0, kind: "guns") })
    let effects = model.start()
    await perform(effects)
  }

  mutating func send(_ message: PlayMessage) async { await perform(model.update(message)) }

  mutating func type(_ text: String) async {
    for character in text {
      let key =
        character == "\n"
        ? Key(.enter) : character == "\u{1b}" ? Key(.escape) : .character(character)
      await press(key)
    }
  }

  mutating func press(_ key: Key) async {
    if model.overlay != nil { return await send(.key(key)) }
    guard let action = PlayBinding.action(of: key, isEditing: model.isEditing) else { return }
    await send(.action(action))
  }

  /// Lets time pass in steps of a frame.
  mutating func wait(_ duration: Duration) async {
    let end = time + duration
    while time < end {
      time += .microseconds(16_667)
      if model.isRunning { await send(.timer("tick", time)) }
    }
  }

  private mutating func perform(_ effects: [PlayEffect]) async {
    for effect in effects {
      switch effect {
      case .request(.simulate(.save, _)): model.outstanding -= 1
      case .request(.simulate(let request, let view)):
        let snapshot = await simulation.perform(request, view)
        await perform(model.update(.snapshot(snapshot)))
      case .request(.open(let name)): opened.append(name)
      case .copy(let text): copied.append(text)
      case .quit(let code): exitCode = code
      default: break
      }
    }
  }

  var rendering: Rendering<PlayMessage> { Rendering(PlayScreen(model).view, model.size) }

  func row(_ y: Int) -> String {
    let rows = rendering.screen
    return rows.text(row: y < 0 ? rows.size.height + y : y)
  }
}
