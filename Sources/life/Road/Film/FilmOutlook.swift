import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// What is known of a run before it is filmed: where it begins, and where it goes.
struct FilmOutlook {
  /// What lives at the start, and what lives at any time; nil if that is not wanted.
  var firstBounds: Bounds?
  var allBounds: Bounds?
  var velocity: Velocity?

  init() {}

  /// Runs the pattern as far as that is needed.
  init(_ pass: FirstPass, _ film: FilmView) throws {
    let isFitted = film.view == .fit || film.view == nil && film.track == nil && pass.isCheap
    switch film.track {
    case .velocity(let known)?: velocity = known
    case .auto?: velocity = try pass.velocity()
    case nil: velocity = nil
    }
    firstBounds = pass.pattern.bounds
    allBounds = isFitted && pass.schedule.every != nil ? try pass.bounds() : nil
  }
}

extension FilmOutlook {
  func save(to state: inout StateWriter) {
    for box in [firstBounds, allBounds] {
      state.write(box != nil)
      guard let box else { continue }
      for number in [box.x, box.y, box.width, box.height] { state.write(number) }
    }
    state.write(velocity != nil)
    guard let velocity else { return }
    for number in [velocity.x, velocity.y, velocity.generations] { state.write(number) }
  }

  init(from state: inout StateReader) throws {
    firstBounds = try Self.readBounds(&state)
    allBounds = try Self.readBounds(&state)
    guard try state.readFlag() else { return }
    let (x, y, generations) = (try state.readInt(), try state.readInt(), try state.readInt())
    guard generations > 0 else { throw StateDamaged() }
    velocity = Velocity(x: x, y: y, generations: generations)
  }

  private static func readBounds(_ state: inout StateReader) throws -> Bounds? {
    guard try state.readFlag() else { return nil }
    let corner = try state.readPosition()
    let (width, height) = (try state.readBigInt(), try state.readBigInt())
    guard width > 0, height > 0 else { throw StateDamaged() }
    return Bounds(x: corner.x, y: corner.y, width: width, height: height)
  }
}
