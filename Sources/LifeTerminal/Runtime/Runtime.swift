import Synchronization

/// Runs a program in the terminal of the process. The runtime is the only owner of the program's
/// model.
///
/// Everything runs on the main actor; its thread sleeps until there is something to do. All events
/// and messages that have arrived are handled before the screen is drawn once.
@MainActor
public final class Runtime<Program: TerminalProgram> {
  /// The direction of the recorded bytes: from the terminal or to it.
  package enum Direction: String { case input = "i", output = "o" }

  /// Bytes to decode in addition to the terminal's input, each with its time since the start.
  package var script: [(time: Duration, bytes: [UInt8])] = []
  /// Receives all bytes of the session with their time since the start.
  package var record: ((Duration, Direction, [UInt8]) -> Void)?

  /// Ends the program after some time with this exit code, in the same way as a signal.
  package var timeLimit: (time: Duration, code: Int32)?

  /// Encodes pixels as a PNG file for kitty's protocol; `nil` if the program has no pictures.
  public var encodePNG: (@Sendable (PictureTile) -> [UInt8])? {
    get { encoder.encodePNG }
    set { encoder.encodePNG = newValue }
  }

  private let program: Program
  private var encoder: ScreenEncoder
  private var decoder = InputDecoder()
  private let mailbox = Mailbox<Program.Message>()
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  /// When to stop waiting for the rest of a sequence or paste; `nil` if none is under way.
  private var flushTime: Duration?
  private var timers: [String: Duration] = [:]
  private var size: Size
  private var support = PictureSupport()
  private var rendering: Rendering<Program.Message>?
  private var exitCode: Int32?
  /// Whether the screen may have to be drawn.
  private var isChanged = true

  /// A runtime for the terminal of the process. Call ``run()`` to start it.
  ///
  /// - Parameters:
  ///   - program: the program, started by ``run()``.
  ///   - depth: the colors to send.
  public init(_ program: Program, depth: ColorDepth) {
    self.program = program
    encoder = ScreenEncoder(depth: depth)
    size = TerminalDevice.size ?? Size(width: 80, height: 24)
    began = clock.now
  }

  /// Runs the program until it quits. Returns its exit code, or 128 plus the number of the signal
  /// that ended it.
  public func run() -> Int32 {
    TerminalDevice.installSignalHandlers()
    TerminalDevice.enter()
    defer {
      TerminalDevice.leave()
      TerminalDevice.setExitAlarm(seconds: nil)
    }
    queryPictures()
    var (model, effects) = program.start(size)
    perform(effects)
    while true {
      if TerminalDevice.endingSignal != nil { return end(model) }
      if let exitCode { return exitCode }
      if let timeLimit, now >= timeLimit.time { return end(model, code: timeLimit.code) }
      guard !isChanged || draw(model), let events = nextEvents() else { return end(model) }
      let messages = mailbox.takeAll()
      isChanged = isChanged || !events.isEmpty || !messages.isEmpty
      for event in events { handle(event, model: &model) }
      for message in messages { perform(program.update(&model, with: message)) }
    }
  }

  /// Lets the program save its state when a signal, a closed terminal or the time limit ends it.
  /// Returns the exit code.
  private func end(_ model: Program.Model, code: Int32? = nil) -> Int32 {
    TerminalDevice.setExitAlarm(seconds: 4)
    program.willEnd(model)
    // The terminal may not read the bytes of `leave`.
    TerminalDevice.setExitAlarm(seconds: 1)
    // Without a signal the terminal was closed, which counts as SIGHUP.
    return code ?? 128 + (TerminalDevice.endingSignal ?? 1)
  }

  private var now: Duration { clock.now - began }

  private func handle(_ event: TerminalEvent, model: inout Program.Model) {
    guard exitCode == nil else { return }
    if case .answer(let answer) = event { receive(answer, model: &model) }
    var region: Rendering<Program.Message>.Region?
    if case .mouse(let mouse) = event {
      region = rendering?.region(at: mouse.point)
      if mouse.action == .press, mouse.button == .left, let message = region?.message {
        return perform(program.update(&model, with: message))
      }
    }
    guard let message = program.message(for: event, at: region, model) else { return }
    perform(program.update(&model, with: message))
  }

  private func perform(_ effects: [Effect<Program.Request>]) {
    for effect in effects {
      switch effect {
      case .quit(let code): exitCode = code
      case .suspend:
        TerminalDevice.suspend()
        redraw()
      case .redraw: redraw()
      case .timer(let name, let duration): timers[name] = now + duration
      case .cancelTimer(let name): timers[name] = nil
      case .copy(let text):
        _ = send(Array("\u{1b}]52;c;".utf8) + base64(Array(text.utf8)) + Array("\u{1b}\\".utf8))
      case .request(let request):
        let mailbox = mailbox
        program.perform(request) { mailbox.send($0) }
      }
    }
  }

  /// Shows the view. Returns `false` if the terminal is closed.
  private func draw(_ model: Program.Model) -> Bool {
    isChanged = false
    let rendering = Rendering(of: program.view(model), size: size)
    self.rendering = rendering
    return send(
      encoder.patch(
        to: rendering.screen, pictures: rendering.pictures, cursor: rendering.cursor))
  }

  private func redraw() {
    encoder.forget()
    isChanged = true
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    record?(now, .output, bytes)
    return TerminalDevice.send(bytes)
  }
}

// MARK: - Answers

extension Runtime {
  /// Asks about pictures. The answers arrive as events; nothing waits for them.
  private func queryPictures() {
    guard encodePNG != nil, encoder.depth != .none else { return }
    _ = send(PictureSupport.query)
  }

  private func receive(_ answer: TerminalAnswer, model: inout Program.Model) {
    if case .synchronizes(let isSupported) = answer { encoder.isSynchronized = isSupported }
    support.receive(answer)
    if encodePNG != nil, support.isComplete { announcePictures(&model) }
  }

  /// Tells the program the size of a character, when pictures become available or the size changes.
  private func announcePictures(_ model: inout Program.Model) {
    guard let format = support.best,
      let size = TerminalDevice.characterSize ?? support.characterSize
    else { return }
    encoder.pictureProtocol = format
    handle(.pictures(characterSize: size), model: &model)
  }
}

// MARK: - Events

extension Runtime {
  /// Sleeps until there are events or messages. Returns `nil` if the terminal is closed.
  private func nextEvents() -> [TerminalEvent]? {
    let wakeup = TerminalDevice.wait(timeout)
    let now = now
    var events: [TerminalEvent] = []
    if wakeup.isClosed { return nil }
    if wakeup.hasInput {
      guard let bytes = TerminalDevice.readInput() else { return nil }
      // Typed ^C: a paste would arrive in larger parts.
      if decoder.isPasting, bytes == [Self.controlC] { events += decoder.flush() }
      events += decode(bytes)
      flushTime = decoder.timeout.map { now + $0 }
    }
    if let end = flushTime, now >= end {
      events += decoder.flush()
      flushTime = nil
    }
    while let first = script.first, first.time <= now {
      script.removeFirst()
      events += decode(first.bytes)
      // Sequences in a script are complete, so don't wait for more bytes.
      events += decoder.flush()
    }
    if TerminalDevice.takeStop() {
      TerminalDevice.suspend()
      redraw()
    }
    if TerminalDevice.takeContinue() {
      TerminalDevice.enter()
      redraw()
    }
    if TerminalDevice.takeResize() || hasNewSize, let size = TerminalDevice.size {
      self.size = size
      encoder.forget()
      events.append(.resize(size))
      if let size = TerminalDevice.characterSize, encoder.pictureProtocol != nil {
        events.append(.pictures(characterSize: size))
      }
    }
    for (name, time) in timers.sorted(by: { $0.value < $1.value }) where time <= now {
      timers[name] = nil
      events.append(.timer(name, now))
    }
    return events
  }

  /// Whether the size has changed without a signal, for example while the process was stopped.
  private var hasNewSize: Bool { TerminalDevice.size.map { $0 != size } ?? false }

  private static var controlC: UInt8 { 3 }

  private func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
    record?(now, .input, bytes)
    return decoder.decode(bytes)
  }

  /// How long the runtime may sleep; `nil` without a limit.
  private var timeout: Duration? {
    var times = timers.values.map { $0 - now }
    if let first = script.first { times.append(first.time - now) }
    if let flushTime { times.append(flushTime - now) }
    if let timeLimit { times.append(timeLimit.time - now) }
    return times.min().map { max(.zero, $0) }
  }
}

/// Hands messages from other threads to the runtime, and wakes it with a byte in a pipe.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])

  func send(_ message: Message) {
    messages.withLock { $0.append(message) }
    TerminalDevice.wake()
  }

  /// The messages since the last call, in order.
  func takeAll() -> [Message] {
    messages.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
