import LifeCore
import LifeIO
@testable import LifePlayer
import LifeRun
import LifeTerminal
import TestSupport

/// A session of `life play` without a terminal: the model, and a simulation that answers.
struct PlaySession {
  var model: PlayModel
  let simulation: Simulation
  /// Whether requests wait for ``answer()``, like during a long step.
  var isHeld = false
  private(set) var requests: [PlayRequest] = []
  /// The patterns to open.
  var files: [String: OpenedPattern] = [:]
  var backupFailure: String?
  private(set) var backups = 0
  private(set) var discards = 0
  private(set) var copied: [String] = []
  private(set) var exitCode: Int32?
  private(set) var opened: [String] = []
  private(set) var previews: [String] = []
  private var hasPreviewTimer = false
  private(set) var hasNoteTimer = false
  /// The time at which the timer of a run expires.
  private var tick: Duration?
  private var time = Duration.zero

  init(
    _ art: String, width: Int = 80, height: Int = 24, selection: EngineSelection = .init(),
    change: (inout Pattern) -> Void = { _ in }
  ) async throws {
    var pattern = Art.pattern(art, at: .origin)
    change(&pattern)
    simulation = try Simulation(pattern, selection: selection)
    model = PlayModel(
      Size(width: width, height: height), title: "test",
      library: ["glider", "gosper-gun", "glider-train"].map { .init(name: $0, kind: "guns") })
    handle(model.start())
    await answer()
  }

  mutating func send(_ message: PlayMessage) async {
    handle(model.update(message))
    if !isHeld { await answer() }
  }

  mutating func send(_ event: TerminalEvent) async { await send(PlayMessage.event(event)) }

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
    guard let action = PlayBinding.action(of: key, isEditing: model.editor.isEditing) else {
      return
    }
    await send(.action(action))
  }

  /// Lets time pass in steps of a frame.
  mutating func wait(_ duration: Duration) async {
    let end = time + duration
    while time < end {
      time += .microseconds(16_667)
      guard let due = tick, due <= time else { continue }
      tick = nil
      await send(.timer("tick", time))
    }
  }

  /// Lets the timer of the backup expire.
  mutating func waitForBackup() async { await send(.timer("backup", time)) }

  /// Answers waiting requests until there are no more.
  mutating func answer() async {
    while true {
      if hasPreviewTimer {
        hasPreviewTimer = false
        handle(model.update(.event(.timer("preview", time))))
      }
      guard !requests.isEmpty else { return }
      if let message = await perform(requests.removeFirst()) { handle(model.update(message)) }
    }
  }

  private mutating func handle(_ effects: [PlayEffect]) {
    for effect in effects {
      switch effect {
      case .request(let request): requests.append(request)
      case .copy(let text): copied.append(text)
      case .quit(let code): exitCode = code
      case .timer("preview", _): hasPreviewTimer = true
      case .timer("tick", let delay): tick = time + delay
      case .cancelTimer("tick"): tick = nil
      case .timer("note", _): hasNoteTimer = true
      case .cancelTimer("note"): hasNoteTimer = false
      default: break
      }
    }
  }

  private mutating func perform(_ request: PlayRequest) async -> PlayMessage? {
    switch request {
    case .simulate(let request, let view):
      return .snapshot(await simulation.perform(request, view: view))
    case .save(let target)
    where target.path.bytes.first != UInt8(ascii: "/") && target.path != "-":
      return .saved(SavedPattern(path: target.path, failure: "not in a test"))
    case .save(let target):
      return .saved(PlaySaving.save(await copy(), to: target))
    case .backup:
      backups += 1
      return .saved(SavedPattern(failure: backupFailure))
    case .open(let name):
      opened.append(name)
      return files[name].map { .opened($0) }
    case .pickUp(let name, _): return files[name].map { .pickedUp($0) }
    case .preview(let name, _):
      previews.append(name)
      return .preview(PlayPicker.Preview(name: name, picture: nil, glyphs: .half, facts: []))
    case .find(let condition):
      return .found(PlaySearch.find(condition, copy: await copy(), interrupt: Interrupt()))
    case .identify(let title):
      return .identified(
        PlaySearch.identify(title, copy: await copy(), interrupt: Interrupt()))
    case .export(let recent, let target, let count):
      return .exported(PlaySaving.export(recent, to: target, last: count))
    case .discard:
      discards += 1
      return .discarded
    case .removeBackup, .cancelSearch: return nil
    }
  }

  private func copy() async -> Result<SimulationCopy, any Error> {
    simulation.announce()
    do {
      return .success(try await simulation.copy())
    } catch {
      return .failure(error)
    }
  }

  var rendering: Rendering<PlayMessage> {
    Rendering(of: PlayScreen(model).view, size: model.terminal.size)
  }

  func row(_ y: Int) -> String {
    let rows = rendering.screen
    return rows.text(row: y < 0 ? rows.size.height + y : y)
  }
}
