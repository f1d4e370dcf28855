import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// `life play` as a program of the terminal: events become messages, requests are carried out.
struct PlayProgram: TerminalProgram {
  private let simulation: Simulation
  private let initial: PlayModel
  /// Requests in their order, with the function that receives the answer.
  private let orders: AsyncStream<Order>.Continuation

  private struct Order: Sendable {
    var request: SimulationRequest
    var view: SimulationView?
    var send: @Sendable (PlayMessage) -> Void
  }

  init(_ simulation: Simulation, _ model: PlayModel) {
    self.simulation = simulation
    initial = model
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    Task.detached {
      for await order in stream {
        order.send(.snapshot(await simulation.answer(order.request, order.view)))
      }
    }
  }

  func start(_ size: Size) -> (PlayModel, [PlayEffect]) {
    var model = initial
    model.resize(size)
    let effects = model.start()
    return (model, effects)
  }

  func update(_ model: inout PlayModel, _ message: PlayMessage) -> [PlayEffect] {
    model.update(message)
  }

  func view(_ model: PlayModel) -> PlayScreen.PlayView { PlayScreen(model).view }

  func message(
    for event: TerminalEvent, at region: Rendering<PlayMessage>.Region?, _ model: PlayModel
  ) -> PlayMessage? {
    switch event {
    case .key(let key):
      if model.overlay != nil { return .key(key) }
      return PlayBinding.action(of: key, isEditing: model.isEditing).map { .action($0) }
    case .mouse(let mouse):
      if let region, region.key == "speed", [.press, .drag].contains(mouse.action) {
        let value = Slider.value(at: mouse.point.x, in: region.rect)
        return .setSpeed(PlaySpeed.nearest(to: value))
      }
      guard model.overlay == nil else { return mouseInOverlay(mouse, model) }
      return .mouse(mouse)
    case .paste(let text): return .paste(text)
    case .resize(let size): return .resize(size)
    case .timer(let name, let time): return .timer(name, time)
    case .focus, .synchronizes: return nil
    }
  }

  /// The wheel moves through lists.
  private func mouseInOverlay(_ mouse: Mouse, _ model: PlayModel) -> PlayMessage? {
    switch mouse.action {
    case .scrollUp: return .key(Key(.up))
    case .scrollDown: return .key(Key(.down))
    default: return nil
    }
  }

  func perform(_ request: PlayRequest, _ send: @escaping @Sendable (PlayMessage) -> Void) {
    switch request {
    case .simulate(let request, let view):
      simulation.announce()
      orders.yield(Order(request: request, view: view, send: send))
    case .open(let name): Task.detached { send(.opened(PlayFiles.open(name))) }
    case .preview(let name, let size):
      Task.detached { send(.preview(PlayFiles.preview(name, size))) }
    case .removeBackup: removeFile(PlayBackup.path)
    }
  }
}

/// The file with the unsaved changes of a session, which `--recover` opens.
enum PlayBackup {
  /// `life/play-backup` in the folder for the state of programs.
  static var path: Path { folder.appending("play-backup") }

  private static var folder: Path {
    let home = SystemResources.environment("HOME") ?? "/tmp"
    let state = SystemResources.environment("XDG_STATE_HOME") ?? ""
    return Path(state.isEmpty ? home + "/.local/state" : state).appending("life")
  }

  /// Makes the folders of the file; a failure shows when the file is written.
  static func prepare() {
    var made: [UInt8] = []
    for part in folder.bytes.split(separator: UInt8(ascii: "/")) {
      made += [UInt8(ascii: "/")] + part
      try? makeFolder(Path(bytes: made))
    }
  }
}

/// Patterns of files and of the collection, for the picker and for `:e`.
enum PlayFiles {
  static func open(_ name: String) -> OpenedPattern {
    var opened = OpenedPattern(name: name)
    do {
      let loaded = try InputOptions().load(Path(name), Diagnostics(isQuiet: true))
      opened.pattern = loaded.pattern
      if isRegularFile(Path(name)) { opened.path = Path(name) }
    } catch {
      opened.failure = RunFailure(describing: error)?.message ?? "\(error)"
    }
    return opened
  }

  /// The pattern in at most `size` characters, with its name, size and notes.
  static func preview(_ name: String, _ size: Size) -> PlayPicker.Preview {
    var preview = PlayPicker.Preview(name: name, picture: nil, glyphs: .half, facts: [])
    let opened = open(name)
    guard let pattern = opened.pattern, let box = pattern.bounds else {
      preview.facts = [opened.failure ?? "no live cells"]
      return preview
    }
    preview.facts = [
      name,
      "\(box.width)×\(box.height)  \(grouped(pattern.population)) cells  \(pattern.rulestring)",
    ]
    for kind in [Pattern.NoteKind.author, .comment] {
      for note in pattern.notes(kind).prefix(2) {
        preview.facts += Prose(String(decoding: note, as: UTF8.self)).lines(width: size.width - 1)
      }
    }
    let fits = box.width <= BigInt(size.width) && box.height <= BigInt(2 * size.height)
    preview.glyphs = fits ? .half : .braille
    let pixels = preview.glyphs.pixels
    var view = SimulationView(
      corner: .origin, zoom: 0, width: size.width * pixels.width,
      height: size.height * pixels.height)
    view.fit(box, nearest: 2)
    view.appearance.background = Color(0x22272e)
    view.appearance.theme = .plain
    preview.picture = try? SimulationPicture(pattern, view)
    return preview
  }
}
