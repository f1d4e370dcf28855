package import LifeCore
package import LifeRender
import LifeIO

/// The subject of the images of a run, decided once from the options, the universe and the length
/// of the run.
package enum ViewSubject: Hashable {
  /// A rectangle chosen by the user.
  case window(Bounds)
  /// All of a bounded universe.
  case universe
  /// The first generation, with space around it. The view then moves, for example with a spaceship.
  case start
  /// All live cells of all samples.
  case allSamples
  /// All live cells of all samples, except spaceships that fly away.
  case core
  /// All live cells of the last generation.
  case lastGeneration
  /// The live cells of each sample, followed smoothly.
  case following

  /// The maximum side of a universe that is shown completely by default.
  private static let maxSide = 4096

  /// - Parameters:
  ///   - schedule: the samples of the images; all generations if the run is short.
  ///   - isShort: whether the run is so short that it may run twice.
  ///   - isStill: whether the output is an image of one generation.
  /// - Throws: ``RunFailure`` if the view would need every generation of a long run.
  init(
    _ options: ViewOptions, universe: Universe, schedule: Schedule, isShort: Bool, isStill: Bool
  ) throws(RunFailure) {
    switch options.view {
    case .window(let window)?: self = .window(window)
    case .auto?: self = .following
    case .fit?: self = schedule.every == nil ? .lastGeneration : .allSamples
    case .core? where schedule.every == nil:
      throw RunFailure(
        .usage, "\(.view) core needs every generation, and the run is too long to be run twice",
        hint: "use \(.view) fit, which shows all cells of the last generation")
    case .core?: self = .core
    case nil where options.track != nil: self = .start
    case nil:
      if let whole = Self.whole(universe) {
        self = whole
      } else if isShort {
        self = .core
      } else {
        self = isStill ? .lastGeneration : .following
      }
    }
  }

  /// The subject of an image of a pattern without a run.
  package init(still options: ViewOptions, universe: Universe) {
    switch options.view {
    case .window(let window)?: self = .window(window)
    case .core?, .fit?, .auto?: self = .lastGeneration
    case nil: self = Self.whole(universe) ?? .lastGeneration
    }
  }

  private static func whole(_ universe: Universe) -> ViewSubject? {
    let isShown = universe.isBounded && max(universe.width, universe.height) <= maxSide
    return isShown ? .universe : nil
  }
}

extension ViewSubject: CustomStringConvertible {
  package var description: String {
    switch self {
    case .window: "as chosen"
    case .universe: "the universe"
    case .start: "the first generation, in a moving view"
    case .allSamples: "all live cells of all samples"
    case .core: "all live cells of all samples, without spaceships that leave"
    case .lastGeneration: "the live cells of the last generation"
    case .following: "the live cells of each sample"
    }
  }
}
