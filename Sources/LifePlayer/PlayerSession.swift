package import LifeArguments
internal import LifeCore
internal import LifeEngines
internal import LifeFormats
package import LifeIO
package import LifeRender
package import LifeRun
package import LifeTerminal

/// A session of the player, from its first pattern to its end.
package struct PlayerSession: Sendable {
  /// The file of the pattern at the start; nil to open the list of the collection.
  private let startFile: Path?
  private let simulation: Simulation
  private var model: PlayModel
  /// The keys that are replayed.
  private var script: [(time: Duration, bytes: [UInt8])] = []
  private var record: Path?
  /// The colors that are used, at first those that the terminal has.
  package var depth = PlayTerminal.depth {
    didSet { model.terminal.isMonochrome = depth == .none }
  }

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
    let pattern = start?.pattern ?? Pattern(cells: .none)
    self.init(try Simulation(pattern, selection: selection), of: start?.name, title: title)
    model.camera.needsFit = start != nil
    isRunning = false
  }

  private init(_ simulation: Simulation, of file: Path?, title: String) {
    startFile = file
    self.simulation = simulation
    model = PlayModel(
      PlayTerminal.size, title: title,
      library: PatternLibrary.patterns.map {
        PlayPicker.ListedPattern(name: $0.name, kind: $0.kind)
      })
    model.terminal.isMonochrome = depth == .none
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

  /// Types the keys of a script: in each line a time in seconds, a space and keys.
  ///
  ///     0.5 nn
  ///     1.2 :w glider.rle\n         Enter; also \t, \e for Escape, and \\
  ///
  /// - Throws: ``ReadError``; ``RunFailure`` for a line of another form.
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

  /// The bytes that keys send; nil after an unknown escape.
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

  /// Records the session in a file.
  ///
  /// - Throws: ``RunFailure`` if that would replace a file that the session needs.
  package mutating func record(to path: Path, beside script: Path?) throws {
    var files = CommandFiles(reading: [startFile, script].compactMap { $0 })
    try files.write(path, as: "--record")
    record = path
  }

  @MainActor
  package func run() throws -> ExitCode {
    if !model.terminal.isAnimation { PlayBackup.prepare() }
    let runtime = Runtime(PlayProgram(simulation, model: model), depth: depth)
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

// MARK: - Animations

extension PlayerSession {
  /// A pattern that runs until it is stopped, for `life show --play`: without panels, with few
  /// keys.
  package init(animating simulation: Simulation, title: String, secondsPerGeneration: Double) {
    self.init(simulation, of: nil, title: title)
    model.playback.speed = .interval(secondsPerGeneration)
    model.terminal.isAnimation = true
    model.session.startsWith = .toggleRun
    model.resize(PlayTerminal.size)
  }

  package var isMonochrome: Bool {
    get { model.terminal.isMonochrome }
    set { model.terminal.isMonochrome = newValue }
  }

  /// Shows the part and the scale that options name; without options, the whole pattern.
  ///
  /// - Throws: ``UsageError`` for cells that are larger than the player's.
  package mutating func show(_ options: ViewOptions) throws(UsageError) {
    model.camera.view.appearance = options.appearance
    model.camera.view.isFollowing = options.view == .auto
    if let zoom = options.zoom {
      guard zoom <= SimulationView.nearest else {
        throw UsageError("with --play, --scale is at most \(SimulationView.nearest.pixelsPerCell)")
      }
      model.camera.view.zoom = zoom
      model.camera.prefersPictures = false
    }
    guard case .window(let box)? = options.view else { return }
    model.camera.needsFit = false
    if options.zoom == nil { model.camera.fit(box) } else { model.camera.view.center(on: box) }
  }
}
