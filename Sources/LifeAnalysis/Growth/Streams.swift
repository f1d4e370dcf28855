internal import LifeCore

/// The objects emitted by a recurring core, period after period. Checks whether they stay apart.
struct Streams {
  let found: GrowthProof.Recurrence
  /// The generation of the core.
  let start: Int
  let reach: Int

  /// The moving box of the core. Time 0 is ``start``.
  private var source: MovingBox { found.box }

  /// The objects emitted at the end of period `index`, counted from 0.
  func emitted(_ index: Int) -> [TrackedObject] {
    let offset = found.displacement * index
    return found.emitted.map { $0.repeated(after: index * found.period, movedBy: offset) }
  }

  /// The ``source`` some generations after the start, as a window.
  func source(after generations: Int) -> Window {
    source.after(Double(generations)).window
  }

  /// The end of the first period. Its objects are free from then on.
  private var firstEnd: Int { start + found.period }

  /// The path of an object in the core's frame of reference.
  private func seenFromCore(_ path: MovingBox) -> MovingBox {
    var path = path
    path.vx -= source.vx
    path.vy -= source.vy
    return path
  }

  /// Whether an object emitted at least `periods` ago never meets the core or any other emitted
  /// object. Up to this age, ``GrowthProof`` runs them all together and compares cells.
  ///
  /// For two objects with the same velocity, this run is enough if it takes them through all of
  /// their common phases. Other objects are compared by their boxes.
  func areApart(after periods: Int, interrupt: Interrupt?) throws -> Bool {
    let age = Double(periods * found.period)
    let paths = found.emitted.map { $0.path(from: firstEnd) }
    for (object, path) in zip(found.emitted, paths) {
      try interrupt?.check()
      // The source's box starts one period before an object is free.
      let core = source.after(Double(found.period) + age)
      if path.after(age).meets(core, within: reach) { return false }
      for (otherObject, other) in zip(found.emitted, paths) {
        if path.hasSameVelocity(as: other) {
          let count = repeatWithinPeriod(object, with: otherObject) ? periods : 0
          if isNear(path, other: other, emittedAfter: count) { return false }
        } else if meets(path, from: age, other: other, bornAt: nil) {
          return false
        }
      }
    }
    return true
  }

  /// Whether, `periods` after the first, free objects avoid the core, its objects and each other.
  func avoid(
    _ objects: [TrackedObject], after periods: Int, interrupt: Interrupt?
  ) throws -> Bool {
    let age = Double((periods + 1) * found.period)
    let emittedPaths = found.emitted.map { $0.path(from: start) }
    let paths = objects.map { $0.path(from: start) }
    for (index, path) in paths.enumerated() {
      try interrupt?.check()
      let object = objects[index]
      if path.after(age).meets(source.after(age), within: reach) { return false }
      for (otherObject, other) in zip(objects[..<index], paths) {
        if path.hasSameVelocity(as: other) {
          guard
            repeatWithinPeriod(object, with: otherObject)
              || !object.isClose(to: otherObject, from: start, reach: reach)
          else { return false }
        } else if path.after(age).meets(other.after(age), within: reach) {
          return false
        }
      }
      for (otherObject, other) in zip(found.emitted, emittedPaths) {
        if path.hasSameVelocity(as: other) {
          let count = repeatWithinPeriod(object, with: otherObject) ? periods : 0
          if isNear(path, other: other, emittedAfter: count) { return false }
        } else if meets(path, from: age, other: other, bornAt: found.period) {
          return false
        }
      }
    }
    return true
  }

  /// The maximum number of earlier, and of later, objects of a stream to compare one by one.
  private static let maxCrossings = 4_096

  /// Whether an object comes near objects with a different velocity that the core emits in any
  /// period. Streams may cross if their objects never arrive at the crossing together.
  ///
  /// - Parameters:
  ///   - path: the object at time 0. Encounters before `age` don't count.
  ///   - other: the path at time 0 of an object emitted by the core.
  ///   - birth: the time of the first emitted object. `nil` if `path` is an object of a stream as
  ///     well: then objects are emitted both before and after it.
  private func meets(
    _ path: MovingBox, from age: Double, other: MovingBox, bornAt birth: Int?
  ) -> Bool {
    let sweep = Sweep(
      first: seenFromCore(path), second: seenFromCore(other).after(Double(birth ?? 0)),
      firstFrom: age, headStart: birth.map { Double($0) })
    guard sweep.meets(within: reach) else { return false }
    let period = Double(found.period)
    // The distance between consecutive objects of the stream at one time.
    let stepX = (source.vx - other.vx) * period
    let stepY = (source.vy - other.vy) * period
    let vx = other.vx - path.vx
    let vy = other.vy - path.vy
    // Seen from `path`, the objects move on parallel lines. This is the distance of the lines times
    // the relative speed.
    let spacing = abs(stepX * vy - stepY * vx)
    guard spacing > 1e-6 else { return true }
    let farX = max(abs(other.right - path.left), abs(path.right - other.left))
    let farY = max(abs(other.bottom - path.top), abs(path.bottom - other.top))
    let gap = Double(reach) + 2 * MovingBox.margin
    let count = ((farX + gap) * abs(vy) + (farY + gap) * abs(vx)) / spacing + 1
    guard count <= Double(Self.maxCrossings) else { return true }
    let first = birth == nil ? -Int(count) : 0
    return (first...Int(count)).contains { index in
      let passing = other.moved(byX: Double(index) * stepX, y: Double(index) * stepY)
      let time = max(age, Double(birth ?? 0) + Double(index) * period)
      return path.after(time).meets(passing.after(time), within: reach)
    }
  }

  /// Whether two objects go through all of their common phases within a period of the core:
  /// ``GrowthProof`` runs them together for at least one period.
  private func repeatWithinPeriod(_ object: TrackedObject, with other: TrackedObject) -> Bool {
    leastCommonMultiple(object.cycle.period, other.cycle.period) <= found.period
  }

  /// Whether an object ever comes near objects of the same velocity emitted at least `count`
  /// periods after the first one. The path of the first one is `other`.
  private func isNear(_ path: MovingBox, other: MovingBox, emittedAfter count: Int) -> Bool {
    var fixed = path
    fixed.vx = 0
    fixed.vy = 0
    // This box is a stream: at "time" *n* it is the object emitted *n* periods after the first. It
    // lags behind the object before it by their motion in a period, seen from the core.
    var shifting = other
    shifting.vx = (source.vx - other.vx) * Double(found.period)
    shifting.vy = (source.vy - other.vy) * Double(found.period)
    return fixed.meets(shifting.after(Double(count)), within: reach)
  }
}
