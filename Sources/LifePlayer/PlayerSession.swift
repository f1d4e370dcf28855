package import LifeArguments
internal import LifeCore
internal import LifeFormats
package import LifeIO
package import LifeRender
package import LifeRun
internal import LifeTerminal

/// A session of the player, from its first pattern to its end.
package struct PlayerSession: Sendable {
  /// The file of the pattern at the start; nil to open the list of the collection.
  private let startFile: Path?
  private let simulation: Simulation
  private var model: PlayModel
  /// The keys that are replayed.
  private var script: [(time: Duration, bytes: [UInt8])] = []
  private var record: Path?

  /// A session with a pattern of a file or of the collection.
  ///
  /// - Parameter loader: what read the pattern; edits can be saved to a file that it read whole.
  package init(
    _ start: LoadedPattern?, from loader: PatternLoader, title: String, selection: EngineSelection
  ) throws {
    try self.init(start, title: title, selection: selection)
    model.files.path = start.flatMap { PlayFiles.target(of: $0, from: loader) }
    model.files.version = model.files.path.flatMap { FileVersion($0) }
    if PlayBackup.hasAbandoned {
      model.files.greeting =
        "an earlier session left unsaved changes; 'life play --recover' opens them"
    }
  }

  /// A session with the unsaved changes of an earlier one, which are in no file.
  package init(recovering backup: LoadedPattern, _ selection: EngineSelection) throws {
    try self.init(backup, title: "recovered", selection: selection)
    model.files.savedEdit = nil
  }

  private init(_ start: LoadedPattern?, title: String, selection: EngineSelection) throws {
    startFile = start?.name
    simulation = try Simulation(start?.pattern ?? Pattern(cells: .none), selection: selection)
    model = PlayModel(
      PlayTerminal.size, title: title,
      library: PatternLibrary.patterns.map {
        PlayPicker.ListedPattern(name: $0.name, kind: $0.kind)
      })
    model.terminal.isMonochrome = PlayTerminal.depth == .none
    model.camera.needsFit = start != nil
    isRunning = false
  }

  /// The backup of an earlier session, which this process takes over; nil if there is none.
  package static func claimBackup() -> Path? { PlayBackup.claim() }

  /// Whether the session starts with a run.
  package var isRunning: Bool {
    get { model.session.startsWith == .toggleRun }
    set {
      let stopped: PlayAction? = startFile == nil ? .open : nil
      model.session.startsWith = newValue ? .toggleRun : stopped
    }
  }

  package var speed: PlaySpeed {
    get { model.playback.speed }
    set { model.playback.speed = newValue }
  }

  package var theme: Theme {
    get { model.camera.view.appearance.theme }
    set { model.camera.view.appearance.theme = newValue }
  }

  package mutating func setGlyphs(_ glyphs: PlayGlyphs) {
    model.camera.prefersPictures = glyphs == .pixels
    model.camera.glyphs = glyphs == .pixels ? .half : glyphs
  }

  /// Replays the keys of a recording.
  package mutating func replay(_ recording: Path) throws {
    script = try Asciicast.input(ByteReader(opening: recording))
  }

  /// Records the session in a file.
  ///
  /// - Throws: ``RunFailure`` if that would replace a file that the session needs.
  package mutating func record(to path: Path, beside script: Path?) throws {
    for file in [startFile, script].compactMap({ $0 }) {
      let clashes = OutputIdentity(path).flatMap { OutputIdentity(file)?.clashes(with: $0) }
      guard clashes == true || isSameFile(path, as: file) else { continue }
      throw RunFailure(
        .usage, "--record '\(path)' would replace the input '\(file)'; use another name")
    }
    record = path
  }

  @MainActor
  package func run() throws -> ExitCode {
    PlayBackup.prepare()
    let runtime = Runtime(PlayProgram(simulation, model: model), depth: PlayTerminal.depth)
    runtime.script = script
    runtime.encodePNG = PictureTile.shownPNG
    let recording = try record.map { try PlayRecording($0, size: model.terminal.size) }
    if let recording { runtime.record = { recording.add($0, kind: $1.rawValue, bytes: $2) } }
    let code = try PlayTerminal.run(runtime)
    try recording?.finish()
    // A backup may be written at this moment.
    TemporaryFiles.removeAll()
    return code
  }
}
