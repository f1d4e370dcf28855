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

extension RunBounds: Resumable {
  package mutating func exchange(with state: inout StateExchange) throws {
    try Self.exchange(&firstBounds, with: &state)
    try Self.exchange(&allBounds, with: &state)
    let blank = Velocity(x: 0, y: 0, generations: 1)
    try state.exchange(&velocity, blank: blank) { velocity, state in
      try state.exchange(&velocity.x)
      try state.exchange(&velocity.y)
      try state.exchange(&velocity.generations, in: 1...Int.max)
    }
  }

  private static func exchange(_ box: inout Bounds?, with state: inout StateExchange) throws {
    let blank = Bounds(x: 0, y: 0, width: 1, height: 1)
    try state.exchange(&box, blank: blank) { box, state in
      try state.exchange(&box.x)
      try state.exchange(&box.y)
      try state.exchange(&box.width)
      try state.exchange(&box.height)
      try state.require(box.width > 0 && box.height > 0)
    }
  }
}
