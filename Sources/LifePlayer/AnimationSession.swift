package import LifeArguments
internal import LifeCore
internal import LifeEngines
internal import LifeRender
package import LifeRun
package import LifeTerminal

/// A pattern that runs in the terminal until it is stopped: `life show --play`. It is the player
/// without its panels, and with few keys.
package struct AnimationSession: Sendable {
  private let simulation: Simulation
  private var model: PlayModel

  package init(_ simulation: Simulation, title: String, secondsPerGeneration: Double) {
    self.simulation = simulation
    model = PlayModel(PlayTerminal.size, title: title, library: [])
    model.playback.speed = .interval(secondsPerGeneration)
    model.terminal.isMonochrome = PlayTerminal.depth == .none
    model.terminal.isAnimation = true
    model.session.startsWith = .toggleRun
    model.resize(PlayTerminal.size)
  }

  /// The colors that are used, at first those that the terminal has.
  package var depth = PlayTerminal.depth {
    didSet { model.terminal.isMonochrome = depth == .none }
  }

  package var isMonochrome: Bool {
    get { model.terminal.isMonochrome }
    set { model.terminal.isMonochrome = newValue }
  }

  /// Whether the board is an image, if the terminal supports images.
  package var prefersPictures: Bool {
    get { model.camera.prefersPictures }
    set { model.camera.prefersPictures = newValue }
  }

  package var glyphs: PlayGlyphs {
    get { model.camera.glyphs }
    set { model.camera.glyphs = newValue }
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
    guard case .window(let window)? = options.view else { return }
    model.camera.needsFit = false
    let box = Bounds(window)
    if options.zoom == nil { model.camera.fit(box) } else { model.camera.view.center(on: box) }
  }

  @MainActor
  package func run() throws -> ExitCode {
    let runtime = Runtime(PlayProgram(simulation, model: model), depth: depth)
    runtime.encodePNG = PictureTile.shownPNG
    return try PlayTerminal.run(runtime)
  }
}
