import LifeArguments
import LifeCore
import LifeIO
import LifePlayer
import LifeRender
import LifeReport
import LifeRun
import LifeTerminal

/// `life play`: runs and edits a pattern in the terminal.
struct PlayCommand: Command {
  static let name = "play"
  static let ownsTerminal = true
  static let summary = "Run and edit a pattern in the terminal."
  static var discussion: String {
    let keys = PlayBinding.groups.map { group in
      table(group.name, rows: group.bindings.map { ($0.label, $0.help) }, width: 16)
    }
    let commands = table(
      "Commands",
      rows: PlayCommandName.allCases.map {
        (":\($0.rawValue)" + ($0.argument.isEmpty ? "" : " \($0.argument)"), $0.summary)
      }, width: 32)
    return """
      Shows a pattern, runs it at any speed, and edits it with keys and the mouse. Without a \
      pattern, opens the list of the pattern collection; Esc leaves an empty board. --rule and \
      --universe then apply to the board and to all patterns opened later. Terminals that report \
      support for images (kitty or sixel) show the board as an image.

      \(keys.joined(separator: "\n\n"))

      \(commands)

      While editing, a click draws a cell in the chosen state or kills one in that state, and a \
      drag draws. The right button erases; shift or control selects. RLE, plaintext or an apgcode \
      pasted into the terminal appears at the cursor; enter or a click puts it down. :export \
      writes the last N pictures as a .gif or video, or all since the last jump (:goto, b) or \
      change of zoom or colors, at the present speed, but at most 30 a second. A .png or .svg has \
      the present one.

      In :speed and --speed, a plain number is in generations per second.

      Unsaved changes are written to a backup every second. After a crash or a lost connection, \
      --recover opens the newest backup. Discarded changes are kept until others are discarded; \
      --recover opens them as well. Earlier states, for undo and steps back, take at most \
      \(Simulation.maxHistoryBytes >> 20) MB; the oldest are dropped first.
      """
  }

  /// A title and lines, each of a label and its text.
  private static func table(
    _ title: String, rows: [(label: String, text: String)], width: Int
  ) -> String {
    rows.reduce("\(title):\n") { $0 + "\n  " + "\($1.label) ".padded(to: width) + $1.text }
  }

  static let examples = [
    Example("life play gosper-gun", "Run a pattern of the collection:"),
    Example("life play --recover", "Continue after a lost connection:"),
  ]
  static var operands: Operands<Self> {
    .one(
      "PATTERN", isOptional: true, help: "A file, - or the name of a pattern.", completes: .pattern,
      sets: \.pattern)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--speed", metavar: "SPEED", group: "Play",
        help: "Speed: 0.5s per generation, 30/s or 2^4 per frame (default 0.1s).", sets: \.speed),
      .value(
        "--theme", metavar: "THEME", group: "Play",
        help: "Theme (default blue, or the colors of the rule).", sets: \.theme),
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
        help:
          "Type keys from FILE: each line has the seconds since the start, then keys: 0.5 :w\\n.",
        sets: \.script),
      .value(
        "--record", metavar: "FILE", group: "Play",
        help: "Record input and output (asciicast).", sets: \.record),
    ] + InputOptions.options.inside(\.input)
      + StepperOptions.options.inside(\.stepper)
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
    var session = try openSession()
    if let script { try session.type(script) }
    if let record { try session.record(to: record, beside: script) }
    try PlayTerminal.check()
    if let speed { session.setSpeed(speed) }
    if let theme { session.setTheme(theme) }
    if let glyphs { session.setGlyphs(glyphs) }
    if isRunning { session.startRunning() }
    let prepared = session
    return try MainActor.assumeIsolated { try prepared.run() }
  }

  private func openSession() throws -> PlayerSession {
    let loader = try input.loader(.ofProcess())
    let selection = try stepper.selection()
    if recovers {
      guard let backup = PlayerSession.claimBackup() else {
        throw RunFailure(.missingInput, "no unsaved changes to recover")
      }
      return try PlayerSession(recovering: loader.load(backup), selection)
    }
    let title = pattern.map { $0.isStandardStream ? "standard input" : $0.fileName.description }
    return try PlayerSession(
      pattern.map { try loader.load($0) }, from: loader, title: title ?? "untitled",
      selection: selection)
  }
}
