package import LifeArguments
package import LifeRun
package import LifeTerminal

/// A pattern that runs in the terminal until it is stopped: `life show --play`.
package struct AnimationSession: Sendable {
  private let simulation: Simulation
  private var model: PlayModel

  package init(_ simulation: Simulation, title: String, secondsPerGeneration: Double) {
    self.simulation = simulation
    model = PlayModel(PlayTerminal.size, title: title, library: [])
    model.speed = .interval(secondsPerGeneration)
    model.isMonochrome = PlayTerminal.depth == .none
    model.isAnimation = true
    model.resize(PlayTerminal.size)
  }

  /// The colors that are used, at first those that the terminal has.
  package var depth = PlayTerminal.depth {
    didSet { model.isMonochrome = depth == .none }
  }

  package var isMonochrome: Bool {
    get { model.isMonochrome }
    set { model.isMonochrome = newValue }
  }

  /// Whether the board is an image, if the terminal supports images.
  package var prefersPictures: Bool {
    get { model.prefersPictures }
    set { model.prefersPictures = newValue }
  }

  package var glyphs: PlayGlyphs {
    get { model.glyphs }
    set { model.glyphs = newValue }
  }

  /// Shows the part and the scale that options name; without options, the whole pattern.
  ///
  /// - Throws: ``UsageError`` for a scale between powers of two.
  package mutating func show(_ options: ViewOptions) throws(UsageError) {
    try model.show(options)
  }

  @MainActor
  package func run() throws -> ExitCode {
    let runtime = Runtime(AnimationProgram(simulation, model), depth: depth)
    runtime.encodePicture = PlayBoard.encode
    return try PlayTerminal.run(runtime)
  }
}
