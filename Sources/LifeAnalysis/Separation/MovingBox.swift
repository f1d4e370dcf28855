internal import LifeCore

/// A box that moves with a constant velocity from time 0 on.
///
/// The edges are coordinates of the outermost cells. Arithmetic is in floating point. Tests for a
/// distance leave a margin of half a cell, far more than the rounding errors if ``isExact``.
struct MovingBox: Sendable {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  var vx: Double
  var vy: Double

  init(_ window: Window, vx: Double = 0, vy: Double = 0) {
    left = Double(window.x)
    right = Double(window.endX - 1)
    top = Double(window.y)
    bottom = Double(window.endY - 1)
    self.vx = vx
    self.vy = vy
  }

  /// A box that moves with an object. It contains the windows of one period in their generations,
  /// and so those of all later periods.
  ///
  /// - Parameters:
  ///   - windows: the boxes of one period.
  ///   - interval: the generations between two of them.
  init(_ windows: [Window], every interval: Int = 1, velocity: Velocity) {
    let vx = Double(velocity.displacement.x) / Double(velocity.period)
    let vy = Double(velocity.displacement.y) / Double(velocity.period)
    self.init(windows[0], vx: vx, vy: vy)
    for (index, window) in windows.enumerated() {
      formUnion(MovingBox(window, vx: vx, vy: vy).after(-Double(index * interval)))
    }
  }

  mutating func formUnion(_ other: MovingBox) {
    left = min(left, other.left)
    right = max(right, other.right)
    top = min(top, other.top)
    bottom = max(bottom, other.bottom)
  }

  /// The same path, with its time 0 at a later time.
  func after(_ time: Double) -> MovingBox {
    moved(byX: vx * time, y: vy * time)
  }

  /// The whole cells inside the box at time 0. The ``margin`` allows for rounding errors.
  var window: Window {
    let x = Int((left - Self.margin).rounded(.up))
    let y = Int((top - Self.margin).rounded(.up))
    let endX = Int((right + Self.margin).rounded(.down))
    let endY = Int((bottom + Self.margin).rounded(.down))
    return Window(x: x, y: y, width: endX - x + 1, height: endY - y + 1)
  }

  func moved(by offset: Offset) -> MovingBox {
    moved(byX: Double(offset.x), y: Double(offset.y))
  }

  func moved(byX dx: Double, y dy: Double) -> MovingBox {
    var path = self
    path.left += dx
    path.right += dx
    path.top += dy
    path.bottom += dy
    return path
  }

  static let margin = 0.5

  /// Whether the coordinates are small enough for floating-point numbers to be much more precise
  /// than one cell.
  var isExact: Bool {
    [left, right, top, bottom].allSatisfy { abs($0) <= Double(Self.farthest) }
  }

  /// The maximum coordinate of paths in comparisons.
  static let farthest = 1 << 40

  func hasSameVelocity(as other: MovingBox) -> Bool {
    abs(vx - other.vx) < 1e-9 && abs(vy - other.vy) < 1e-9
  }

  /// Whether both boxes come within `reach` cells of each other at some time from 0 on.
  func meets(_ other: MovingBox, within reach: Int) -> Bool {
    times(near: other, within: reach) != nil
  }

  /// The times from 0 on when both boxes are within `reach` cells of each other. `nil` if they
  /// never are.
  func times(near other: MovingBox, within reach: Int) -> ClosedRange<Double>? {
    let gap = Double(reach) + Self.margin
    var first = 0.0
    var last = Double.infinity
    // The distances between facing edges, negative where the boxes overlap, and their growth.
    for (distance, speed) in [
      (other.left - right, other.vx - vx), (left - other.right, vx - other.vx),
      (other.top - bottom, other.vy - vy), (top - other.bottom, vy - other.vy),
    ] {
      if speed == 0 {
        if distance > gap { return nil }
      } else if speed > 0 {
        last = min(last, (gap - distance) / speed)
      } else {
        first = max(first, (gap - distance) / speed)
      }
    }
    return first <= last ? first...last : nil
  }
}
