internal import LifeCore

/// The objects that a recurring core emits, period after period, and whether they keep apart.
struct Streams {
  private let found: GrowthProof.Recurrence
  /// The objects of the first period.
  private let first: [TrackedObject]
  private let start: Int
  private let reach: Int
  /// The box of the core and of what it emits in one period, at the start of that period.
  private let source: Path

  /// - Parameter windows: the boxes of the core alone and what it emits, from generation `start` to
  ///   the end of one period.
  init(
    _ found: GrowthProof.Recurrence, _ windows: [Window], from start: Int, reach: Int
  ) {
    (self.found, first, self.start, self.reach) = (found, found.emitted, start, reach)
    let period = Double(found.period)
    let (vx, vy) = (
      Double(found.displacement.x) / period, Double(found.displacement.y) / period
    )
    var source = Path(windows[0], vx: vx, vy: vy)
    for (index, window) in windows.enumerated() {
      source.formUnion(Path(window, vx: vx, vy: vy).after(-Double(index)))
    }
    self.source = source
  }

  /// The objects that are emitted at the end of period `index`, from 0.
  func emitted(_ index: Int) -> [TrackedObject] {
    let offset = Offset(x: index * found.displacement.x, y: index * found.displacement.y)
    return first.map { $0.repeated(after: index * found.period, movedBy: offset) }
  }

  private var firstEnd: Int { start + found.period }

  /// The path of an object as seen from the core, and how far it moves in a period.
  private func seenFromCore(_ path: Path) -> Path {
    var path = path
    path.vx -= source.vx
    path.vy -= source.vy
    return path
  }

  /// Whether objects that were emitted at least `periods` before never meet the core, or any object
  /// that was or will be emitted.
  func areApart(after periods: Int) -> Bool {
    let age = Double(periods * found.period)
    let paths = first.map { $0.path(from: firstEnd) }
    for path in paths {
      // The source box is that of one period before an object is free.
      let later = path.after(age)
      let core = source.after(Double(found.period) + age)
      if later.meets(core, within: reach) { return false }
      for other in paths {
        if hasSameVelocity(path, other) {
          if isNearLater(path, other, from: periods + 1) { return false }
          if isNearLater(other, path, from: periods + 1) { return false }
        } else {
          let sweep = Sweep(
            first: seenFromCore(path), second: seenFromCore(other), firstFrom: age)
          if sweep.meets(within: reach) { return false }
        }
      }
    }
    return true
  }

  /// Whether `other`, emitted at least `count` periods later, is ever near an object of the same
  /// velocity.
  private func isNearLater(_ path: Path, _ other: Path, from count: Int) -> Bool {
    var fixed = path
    (fixed.vx, fixed.vy) = (0, 0)
    // One step of this path is one period: it falls back by the way of the object in the core's
    // frame.
    var shifting = other
    shifting.vx = (source.vx - other.vx) * Double(found.period)
    shifting.vy = (source.vy - other.vy) * Double(found.period)
    return fixed.meets(shifting.after(Double(count)), within: reach)
  }

  private func hasSameVelocity(_ a: Path, _ b: Path) -> Bool {
    abs(a.vx - b.vx) < 1e-9 && abs(a.vy - b.vy) < 1e-9
  }

  /// Whether other objects of the pattern never meet the core or what it emits.
  func avoid(_ objects: [TrackedObject]) -> Bool {
    let paths = first.map { $0.path(from: firstEnd) }
    for object in objects {
      let path = object.path(from: start)
      if path.meets(source, within: reach) { return false }
      for emitted in paths {
        if hasSameVelocity(path, emitted) {
          if isNearLater(path, emitted.after(-Double(found.period)), from: 0) { return false }
        } else {
          // The object is at least one period older than what is emitted.
          let birth = seenFromCore(emitted).shifted(
            byX: -source.vx * Double(found.period), y: -source.vy * Double(found.period))
          let sweep = Sweep(
            first: seenFromCore(path), second: birth, firstFrom: 0, lead: Double(found.period))
          if sweep.meets(within: reach) { return false }
        }
      }
    }
    return true
  }
}

extension Path {
  fileprivate func shifted(byX dx: Double, y dy: Double) -> Path {
    var path = self
    path.left += dx
    path.right += dx
    path.top += dy
    path.bottom += dy
    return path
  }
}
