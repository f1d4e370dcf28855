/// Whether two boxes on straight lines can come close, each at any time.
///
/// The boxes need not be there at the same time: the areas swept by them are compared. For example,
/// two streams of spaceships are apart if their sweeps are.
///
/// An object older than a stream has moved for longer than each object of the stream, by
/// ``headStart`` or more. So it may have left the stream's line before the first of them comes.
struct Sweep {
  /// The first box at its time 0, and its velocity.
  let first: MovingBox
  let second: MovingBox
  /// The earliest time of the first box.
  var firstFrom = 0.0
  /// The minimum lead of the first box in time. `nil` if either may have moved for longer.
  var headStart: Double?

  /// A practically infinite time: boxes with different velocities meet far earlier.
  private static let maxTime = 1e13

  /// Whether the boxes are within `reach` cells of each other at some times *a* and *b*.
  ///
  /// The conditions are half-planes of (*a*, *b*). They clip the quarter-plane of all times.
  func meets(within reach: Int) -> Bool {
    let gap = Double(reach) + MovingBox.margin
    var corners: [Times] = [
      (firstFrom, 0), (Self.maxTime, 0), (Self.maxTime, Self.maxTime), (firstFrom, Self.maxTime),
    ]
    // Each condition is: p · a + q · b + r ≤ 0.
    var conditions = [
      (first.vx, -second.vx, first.left - second.right - gap),
      (-first.vx, second.vx, second.left - first.right - gap),
      (first.vy, -second.vy, first.top - second.bottom - gap),
      (-first.vy, second.vy, second.top - first.bottom - gap),
    ]
    if let headStart { conditions.append((-1, 1, headStart)) }
    for (p, q, r) in conditions {
      corners = Self.clipped(corners) { p * $0.a + q * $0.b + r }
      if corners.isEmpty { return false }
    }
    return true
  }

  /// A time of the first box and a time of the second.
  private typealias Times = (a: Double, b: Double)

  /// The part of a convex polygon with values of a linear function at most 0.
  private static func clipped(_ corners: [Times], by value: (Times) -> Double) -> [Times] {
    var kept: [Times] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      let here = value(corner)
      let there = value(next)
      if here <= 0 { kept.append(corner) }
      if (here <= 0) != (there <= 0) {
        let part = here / (here - there)
        kept.append(
          (corner.a + part * (next.a - corner.a), corner.b + part * (next.b - corner.b)))
      }
    }
    return kept
  }
}
