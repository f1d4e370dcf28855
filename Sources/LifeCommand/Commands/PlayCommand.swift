import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// `life play`: runs and edits a pattern in the terminal.
struct PlayCommand: Command {
  static let name = "play"
  static let summary = "Run and edit a pattern in the terminal."
  static var discussion: String {
    let keys = PlayBinding.groups.map { group in
      table(
        "\(group)",
        PlayBinding.all.filter { $0.group == group }.map { ($0.label, $0.help) }, width: 16)
    }
    let commands = table(
      "Commands",
      PlayCommandName.allCases.map {
        (":\($0.rawValue)" + ($0.argument.isEmpty ? "" : " \($0.argument)"), $0.summary)
      }, width: 32)
    return """
      Shows a pattern, runs it at any speed, and edits it with keys and the mouse. Without a \
      pattern, opens the list of the pattern collection. Terminals that report support for \
      images (kitty, iTerm2 or sixel) show the board as an image.

      \(keys.joined(separator: "\n\n"))

      \(commands)

      Unsaved changes are written to a backup every second; --recover opens the newest one \
      after a crash or a lost connection. Undo and steps back keep at most \
      \(Simulation.mostHistory >> 20) MB of earlier states; the oldest are dropped first.
      """
  }

  /// A title and lines with a label and its text.
  private static func table(
    _ title: String, _ rows: [(label: String, text: String)], width: Int
  ) -> String {
    rows.reduce("\(title):\n") { text, row in
      let gap = String(repeating: " ", count: max(1, width - row.label.count))
      return text + "\n  " + row.label + gap + row.text
    }
  }

  static let examples = [
    Example("life play gosper-gun", "Run a pattern of the collection:"),
    Example("life play --recover", "Continue after a lost connection:"),
  ]
  static var operands: Operands<Self> {
    .optional(
      "PATTERN", help: "A file, - or the name of a pattern.", completes: .pattern,
      sets: \.pattern)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--speed", metavar: "SPEED", group: "Play",
        help: "Speed: 0.5s per generation, 30/s or 2^4 per frame (default 0.1s).", sets: \.speed),
      .value(
        "--theme", metavar: "THEME", group: "Play", help: "Theme (default blue).",
        sets: \.theme),
      .value(
        "--glyphs", metavar: "FORM", group: "Play",
        help: "Characters of the board (default pixels where the terminal has them, else half).",
        sets: \.glyphs),
      .flag("--run", group: "Play", help: "Start running.", sets: \.isRunning),
      .flag(
        "--recover", group: "Play", help: "Open the unsaved changes of the last session.",
        sets: \.recovers),
      .value(
        "--script", metavar: "FILE", group: "Play",
        help: "Replay the keys of a recording (asciicast).", sets: \.script),
      .value(
        "--record", metavar: "FILE", group: "Play",
        help: "Record input and output (asciicast).", sets: \.record),
    ] + InputOptions.options.map { $0.inside(\.input) }
      + StepperOptions.options.map { $0.inside(\.stepper) }
  }

  var pattern: Path?
  var speed: PlaySpeed?
  var theme: Theme?
  var glyphs: PlayGlyphs?
  var isRunning = false
  var recovers = false
  var script: Path?
  var record: Path?
  var input = InputOptions()
  var stepper = StepperOptions()

  mutating func validate() throws(UsageError) {
    try stepper.validate()
    if recovers, pattern != nil {
      throw UsageError("--recover cannot be combined with a pattern")
    }
    if let record, record.isStandardStream || isSpecialFile(record) {
      throw UsageError("--record \(record): expected the name of a file")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      let script = try script.map(PlayRecording.read)
      let start = try startPattern()
      try checkRecord(beside: start)
      try PlayTerminal.check("play", hint: "use 'life show' or 'life run'")
      let simulation = try Simulation(
        start?.pattern ?? Pattern(cells: .none), stepper.selection())
      let model = model(start)
      let (input, path) = (script ?? [], record)
      return try MainActor.assumeIsolated { try Self.play(simulation, model, input, path) }
    }
  }

  /// Checks that the recording does not replace a file that the session needs.
  private func checkRecord(beside start: LoadedPattern?) throws {
    guard let record else { return }
    for file in [start?.name, script].compactMap({ $0 }) {
      let clashes = OutputIdentity(record).flatMap { OutputIdentity(file)?.clashes(with: $0) }
      guard clashes == true || isSameFile(record, file) else { continue }
      throw RunFailure(
        .usage, "--record '\(record)' would replace the input '\(file)'; use another name")
    }
  }

  private func startPattern() throws -> LoadedPattern? {
    guard recovers else { return try pattern.map { try input.load($0, .ofProcess()) } }
    guard let backup = PlayBackup.claim() else {
      throw RunFailure(.missingInput, "no unsaved changes to recover")
    }
    return try input.load(backup, .ofProcess())
  }

  private func model(_ start: LoadedPattern?) -> PlayModel {
    let title = pattern.map { $0.isStandardStream ? "standard input" : $0.fileName.description }
    var model = PlayModel(
      PlayTerminal.size, title: title ?? (recovers ? "recovered" : "untitled"),
      library: PatternLibrary.patterns.map { PlayPicker.Entry(name: $0.name, kind: $0.kind) })
    model.isMonochrome = PlayTerminal.depth == .none
    if recovers {
      // No file holds these edits.
      model.savedEdit = nil
    } else {
      model.path = start.flatMap { PlayFiles.target(of: $0, input) }
      model.version = model.path.flatMap { FileVersion($0) }
      if PlayBackup.hasAbandoned {
        model.greeting = "an earlier session left unsaved changes; 'life play --recover' opens them"
      }
    }
    if let speed { model.speed = speed }
    if let theme { model.view.appearance.theme = theme }
    if let glyphs {
      model.prefersPictures = glyphs == .pixels
      model.glyphs = glyphs == .pixels ? .half : glyphs
    }
    model.needsFit = start != nil
    model.startsWith = isRunning ? .toggleRun : start != nil ? nil : .open
    return model
  }

  @MainActor
  private static func play(
    _ simulation: Simulation, _ model: PlayModel, _ script: PlayRecording.Input, _ record: Path?
  ) throws -> ExitCode {
    PlayBackup.prepare()
    let runtime = Runtime(PlayProgram(simulation, model), PlayTerminal.depth)
    runtime.script = script
    runtime.encodePicture = PlayBoard.encode
    let recording = try record.map { try PlayRecording($0, model.size) }
    if let recording { runtime.record = { recording.add($0, $1.rawValue, $2) } }
    let code = try PlayTerminal.run(runtime)
    try recording?.finish()
    // A backup may be written at this moment.
    TemporaryFiles.removeAll()
    return code
  }
}

/// The terminal of `life play` and of `life show --play`.
enum PlayTerminal {
  static var depth: ColorDepth { ColorDepth(environment: SystemResources.environment) }

  static var size: Size { TerminalDevice.size ?? Size(width: 80, height: 24) }

  /// Runs a program until it quits or the time limit of the environment is reached.
  @MainActor
  static func run<Program>(_ runtime: Runtime<Program>) throws -> ExitCode {
    Interruption.cancelEndOfProcess()
    if let time = try EnvironmentLimits.ofProcess().time {
      let rest = Interruption.began + time.duration - Interruption.clock.now
      runtime.timeLimit = (rest, ExitCode.limit.rawValue)
    }
    let code = ExitCode(rawValue: runtime.run())
    if code == .limit { Console.ofProcess.complain("life: the time limit was reached\n") }
    return code
  }

  /// - Throws: ``RunFailure`` if standard output is not a terminal.
  static func check(_ command: String, hint: String) throws {
    guard TerminalDevice.isUsable else {
      throw RunFailure(
        .usage, "\(command) needs a terminal, and standard output is not one", hint: hint)
    }
  }
}

extension PlaySpeed: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    guard let speed = PlaySpeed(argument.text) else {
      throw ValueError("expected a speed such as 0.5s, 30/s or 2^4")
    }
    self = speed
  }
}
