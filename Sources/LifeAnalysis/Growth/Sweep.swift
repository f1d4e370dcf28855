/// Whether two boxes that move on straight lines can come close, each at any time of its own.
///
/// The boxes need not be there at the same time: what one of them has swept is compared with what
/// the other has swept. So a stream of spaceships is apart from another stream if their sweeps are.
///
/// An object that was there before a stream has moved for longer than any object of the stream, and
/// may have left the line on which the stream follows.
struct Sweep {
  /// The first box at its time 0, and its velocity.
  let first: MovingBox
  let second: MovingBox
  /// The earliest time of the first box.
  var firstFrom = 0.0
  /// For how much longer the first box has moved at least; nil if either may have moved for longer.
  var headStart: Double?

  /// Far more generations than two different velocities take to bring boxes together.
  private static let longest = 1e13

  /// Whether there are times *a* and *b* at which the boxes are within `reach` cells.
  ///
  /// The conditions are half-planes of (*a*, *b*), which clip the quarter-plane of all times.
  func meets(within reach: Int) -> Bool {
    let gap = Double(reach) + MovingBox.margin
    var corners: [Times] = [
      (firstFrom, 0), (Self.longest, 0), (Self.longest, Self.longest), (firstFrom, Self.longest),
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

  /// A time of the first box and one of the second.
  private typealias Times = (a: Double, b: Double)

  /// The part of a convex polygon where a linear function is not positive.
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
