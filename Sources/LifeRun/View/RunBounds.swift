import LifeAnalysis
package import LifeCore
import LifeEngines
import LifeRender

/// Bounds and velocity of the live cells of a run, found before its animation begins.
package struct RunBounds {
  /// The bounding box of the first generation; nil if empty or not needed.
  var firstBounds: Bounds?
  /// The bounding box of all samples together, or of their core; nil if not needed.
  var allBounds: Bounds?
  package var velocity: Velocity?

  package init() {}

  /// Runs the pattern only if the view needs it.
  init(_ scan: ViewScan, subject: ViewSubject, track: Track?) throws {
    switch track {
    case .velocity(let known)?: velocity = known
    case .auto?: velocity = try scan.velocity()
    case nil: velocity = nil
    }
    firstBounds = scan.pattern.bounds
    switch subject {
    case .allSamples: allBounds = try scan.bounds(ofCore: false)
    case .core: allBounds = try scan.bounds(ofCore: true)
    case .window, .universe, .start, .lastGeneration, .following: break
    }
  }
}
