import LifeArguments
import LifeCore
import LifeEngines
import LifeRender
import LifeRun
import LifeTerminal

/// A pattern that runs in the terminal until it is stopped: `life show --play`. It is the player
/// without its panels, and with few keys.
struct AnimationProgram: TerminalProgram {
  private let player: PlayProgram

  init(_ simulation: Simulation, _ model: PlayModel) {
    var model = model
    (model.isAnimation, model.startsWith) = (true, .toggleRun)
    player = PlayProgram(simulation, model)
  }

  func start(_ size: Size) -> (PlayModel, [PlayEffect]) { player.start(size) }

  func update(_ model: inout PlayModel, with message: PlayMessage) -> [PlayEffect] {
    player.update(&model, with: message)
  }

  func view(_ model: PlayModel) -> PlayScreen.PlayView { player.view(model) }

  func message(
    for event: TerminalEvent, at region: Rendering<PlayMessage>.Region?, _ model: PlayModel
  ) -> PlayMessage? {
    switch event {
    case .key(let key): Self.actions[key].map { .action($0) }
    case .mouse, .paste: nil
    default: player.message(for: event, at: region, model)
    }
  }

  private static let actions: [Key: PlayAction] = [
    .character("q"): .quit, Key(.escape): .quit, .control("c"): .quit,
    .character(" "): .toggleRun, .control("z"): .suspend, .control("l"): .redraw,
  ]

  func perform(_ request: PlayRequest, send: @escaping @Sendable (PlayMessage) -> Void) {
    player.perform(request, send: send)
  }
}

extension PlayModel {
  /// Shows the part and the scale that options name; without options, the whole pattern.
  ///
  /// - Throws: ``UsageError`` for a scale between powers of two.
  mutating func show(_ options: ViewOptions) throws(UsageError) {
    view.appearance = options.appearance
    view.isFollowing = options.view == .auto
    if let zoom = options.zoom {
      let larger = max(zoom.pixelsPerCell, zoom.cellsPerPixel)
      let steps = larger.trailingZeroBitCount
      let exponent = zoom.cellsPerPixel > 1 ? steps : -steps
      guard larger.nonzeroBitCount == 1, exponent >= -SimulationView.nearest else {
        throw UsageError("with --play, --scale is a power of two, at most 32")
      }
      (view.zoom, prefersPictures) = (exponent, false)
    }
    guard case .window(let window)? = options.view else { return }
    needsFit = false
    let box = Bounds(
      x: window.corner.x, y: window.corner.y, width: BigInt(window.width),
      height: BigInt(window.height))
    if options.zoom == nil { fit(box) } else { view.center(on: box) }
  }
}
