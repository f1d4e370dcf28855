/// A size in characters.
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A place on the screen: column `x` and row `y`, from 0.
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of characters; may be empty.
package struct Rect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var endX: Int { x + width }
  package var endY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < endX && point.y >= y && point.y < endY
  }

  /// The rectangle without a margin of `count` characters on each side.
  package func inset(by count: Int) -> Rect {
    Rect(x: x + count, y: y + count, width: width - 2 * count, height: height - 2 * count)
  }

  /// The part that is also in another rectangle.
  package func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: min(endX, other.endX) - left, height: min(endY, other.endY) - top)
  }
}
