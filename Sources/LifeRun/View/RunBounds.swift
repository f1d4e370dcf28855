import LifeCore
import LifeEngines
package import LifeIO
import LifeRender

/// Bounds and velocity of the live cells of a run, found before its animation begins.
package struct RunBounds {
  /// The bounding box of the first generation; nil if empty or not needed.
  var firstBounds: Bounds?
  /// The bounding box of all samples together, or of their core; nil if not needed.
  var allBounds: Bounds?
  package var velocity: Velocity?

  package init() {}

  /// Runs the pattern as far as the view requires.
  init(_ scan: inout ViewScan, subject: ViewSubject, track: Track?) throws {
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

extension RunBounds {
  package func save(to state: inout StateWriter) {
    for box in [firstBounds, allBounds] {
      state.write(box != nil)
      guard let box else { continue }
      for number in [box.x, box.y, box.width, box.height] { state.write(number) }
    }
    state.write(velocity != nil)
    guard let velocity else { return }
    for number in [velocity.x, velocity.y, velocity.generations] { state.write(number) }
  }

  package init(from state: inout StateReader) throws {
    firstBounds = try Self.readBounds(&state)
    allBounds = try Self.readBounds(&state)
    guard try state.readFlag() else { return }
    let x = try state.readInt()
    let y = try state.readInt()
    let generations = try state.readInt()
    guard generations > 0 else { throw InvalidSavedState() }
    velocity = Velocity(x: x, y: y, generations: generations)
  }

  private static func readBounds(_ state: inout StateReader) throws -> Bounds? {
    guard try state.readFlag() else { return nil }
    let corner = try state.readPosition()
    let width = try state.readBigInt()
    let height = try state.readBigInt()
    guard width > 0, height > 0 else { throw InvalidSavedState() }
    return Bounds(x: corner.x, y: corner.y, width: width, height: height)
  }
}
