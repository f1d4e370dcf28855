package import LifeArguments
internal import LifeCore
internal import LifeEngines
internal import LifeFormats
package import LifeIO
package import LifeRender
internal import LifeReport
package import LifeRun
package import LifeTerminal

/// A session of the player, from its first pattern to its end.
package struct PlayerSession: Sendable {
  /// The file of the first pattern; `nil` to open the list of the collection.
  private let startFile: Path?
  /// The empty board of a session without a first pattern.
  private let board: Pattern
  private let simulation: Simulation
  private var model: PlayModel
  /// The keys to replay.
  private var script: [(time: Duration, bytes: [UInt8])] = []
  private var record: Path?
  /// The color depth of the terminal.
  private let depth = ColorDepth(environment: SystemResources.environment)

  /// A session with a pattern from a file or the collection.
  ///
  /// - Parameter loader: the loader of the pattern. Without a new name, edits are saved only if the
  ///   file contains nothing but this pattern.
  package init(
    _ start: LoadedPattern?, from loader: PatternLoader, title: String, selection: EngineSelection
  ) throws {
    let board = try start == nil ? loader.emptyBoard() : Pattern(cells: .none)
    try self.init(start, on: board, title: title, selection: selection)
    model.files.path = start.flatMap { PlayFiles.savePath(of: $0) }
    model.files.version = model.files.path.flatMap { FileVersion($0) }
    if PlayBackup.hasAbandoned {
      model.files.greeting =
        "an earlier session left unsaved changes; 'life play --recover' opens them"
    }
  }

  /// A session with the unsaved changes of an earlier one.
  package init(recovering backup: LoadedPattern, _ selection: EngineSelection) throws {
    try self.init(backup, title: "recovered", selection: selection)
    model.files.savedEdit = nil
  }

  private init(
    _ start: LoadedPattern?, on board: Pattern = Pattern(cells: .none), title: String,
    selection: EngineSelection
  ) throws {
    startFile = start?.name
    self.board = board
    simulation = try Simulation(start?.pattern ?? board, selection: selection)
    model = PlayModel(
      PlayTerminal.size, title: title,
      library: PatternLibrary.patterns.map {
        PlayPicker.ListedPattern(name: $0.name, kind: $0.kind)
      })
    model.terminal.isMonochrome = depth == .none
    model.camera.needsFit = start != nil || board.universe.isBounded
    model.camera.useTheme(for: (start?.pattern ?? board).rule)
    model.session.firstAction = start == nil ? .open : nil
  }

  /// Adopts the backup of an earlier session. Returns `nil` if there is none.
  package static func claimBackup() -> Path? { PlayBackup.claim() }

  /// Lets the session start with a run.
  package mutating func startRunning() { model.session.firstAction = .toggleRun }

  package mutating func setSpeed(_ speed: PlaySpeed) { model.playback.speed = speed }

  package mutating func setTheme(_ theme: Theme) {
    model.camera.chosenTheme = theme
    model.camera.view.appearance.theme = theme
  }

  package mutating func setGlyphs(_ glyphs: PlayGlyphs) {
    model.camera.prefersPictures = glyphs == .pixels
    model.camera.glyphs = glyphs == .pixels ? .half : glyphs
  }

  /// Types the keys of a script. Each line has the seconds since the start, a space and keys:
  ///
  ///     0.5 nn
  ///     1.2 :w glider.rle\n         Enter; also \t, \e for Escape, and \\
  ///
  /// - Throws: ``ReadError``; ``RunFailure`` for an invalid line.
  package mutating func type(_ file: Path) throws {
    let text = try ByteReader(opening: file).rest()
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let space = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      guard let seconds = Double(String(decoding: line[..<space], as: UTF8.self)),
        (0..<1e9).contains(seconds), let keys = Self.keys(line[space...].dropFirst())
      else {
        throw RunFailure(
          .invalidData,
          "\(file):\(index + 1): expected a time in seconds and keys such as '0.5 :w\\n'")
      }
      script.append((.seconds(seconds), keys))
    }
    script.sort { $0.time < $1.time }
  }

  /// The bytes of keys. Returns `nil` after an unknown escape.
  private static func keys(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var keys: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        keys.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): keys.append(0x0d)
      case UInt8(ascii: "t"): keys.append(0x09)
      case UInt8(ascii: "e"): keys.append(0x1b)
      case byte: keys.append(byte)
      default: return nil
      }
    }
    return keys
  }

  /// - Throws: ``RunFailure`` if it would replace a file of the session.
  package mutating func record(to path: Path, beside script: Path?) throws {
    var files = CommandFiles(reading: [startFile, script].compactMap { $0 })
    try files.addOutput(path, as: .recording)
    record = path
  }

  /// Runs the session until the user quits or the time limit of the environment is reached.
  @MainActor
  package func run() throws -> ExitCode {
    PlayBackup.prepare()
    let runtime = Runtime(PlayProgram(simulation, model: model, board: board), depth: depth)
    runtime.script = script
    runtime.encodePNG = PictureTile.shownPNG
    let recording = try record.map { try PlayRecording($0, size: model.terminal.size) }
    if let recording { runtime.record = { recording.add($0, kind: $1.rawValue, bytes: $2) } }
    Interruption.cancelEndOfProcess()
    if let time = try EnvironmentLimits.ofProcess().time {
      let rest = Interruption.began + time.duration - Interruption.clock.now
      runtime.timeLimit = (rest, ExitCode.limit.rawValue)
    }
    let code = ExitCode(rawValue: runtime.run())
    if code == .limit { Console.ofProcess.note("the time limit was reached") }
    try recording?.finish()
    if PlayBackup.hasDiscarded {
      Console.ofProcess.complain(
        "life: the discarded changes are kept; 'life play --recover' opens them\n")
    }
    // A backup may be unfinished at this moment.
    TemporaryFiles.removeAll()
    return code
  }
}

/// The terminal of `life play`.
package enum PlayTerminal {
  /// The size in characters; 80 × 24 if the terminal does not report it.
  package static var size: Size { TerminalDevice.size ?? Size(width: 80, height: 24) }

  /// - Throws: ``RunFailure`` if standard output is not a terminal.
  package static func check() throws {
    guard TerminalDevice.isUsable else {
      throw RunFailure(
        .usage, "play needs a terminal, and standard output is not one",
        hint: "use 'life show' or 'life run'")
    }
  }
}

/// Records a session: an object with the size, then an array for each piece of input or output.
///
///     {"version": 2, "width": 80, "height": 24}
///     [0.5, "i", "n"]
///
/// - SeeAlso: <https://docs.asciinema.org/manual/asciicast/v2/>
final class PlayRecording {
  private let writer: ByteWriter
  private var failure: (any Error)?

  init(_ path: Path, size: Size) throws {
    writer = try openOutput(path)
    try writer.write("{\"version\": 2, \"width\": \(size.width), \"height\": \(size.height)}\n")
  }

  func add(_ time: Duration, kind: String, bytes: [UInt8]) {
    guard failure == nil else { return }
    do {
      try writer.write("[\(seconds(time)), \"\(kind)\", ")
      try writer.write(JSONValue(repairing: bytes).utf8())
      try writer.write("]\n")
    } catch {
      failure = error
    }
  }

  func finish() throws {
    if let failure { throw failure }
    try writer.finish()
  }

  private func seconds(_ time: Duration) -> String {
    let microseconds = Int(time / .microseconds(1))
    let digits = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    return "\(microseconds / 1_000_000).\(digits)"
  }
}
