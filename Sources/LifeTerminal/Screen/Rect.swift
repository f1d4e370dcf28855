/// A rectangle of characters; may be empty.
public struct Rect: Hashable, Sendable {
  /// The column, from 0.
  public var x: Int
  /// The row, from 0.
  public var y: Int
  /// The number of columns, not negative.
  public var width: Int
  /// The number of rows, not negative.
  public var height: Int

  /// A rectangle by its top-left character and its size; negative sizes become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The column after the last one.
  public var endX: Int { x + width }
  /// The row after the last one.
  public var endY: Int { y + height }
  /// Whether it has no characters.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether a place is inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < endX && point.y >= y && point.y < endY
  }

  /// The rectangle without a margin of `count` characters on each side.
  public func inset(by count: Int) -> Rect {
    Rect(x: x + count, y: y + count, width: width - 2 * count, height: height - 2 * count)
  }

  /// The part inside another rectangle, too; may be empty.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(endX, other.endX) - left, height: min(endY, other.endY) - top)
  }
}

/// A place on the screen: column `x` and row `y`, from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0.
  public var x: Int
  /// The row, from 0.
  public var y: Int

  /// A place by its column and row.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A size in characters, or the size of a character in pixels.
public struct Size: Hashable, Sendable {
  /// The number of columns, not negative.
  public var width: Int
  /// The number of rows, not negative.
  public var height: Int

  /// A size; negative numbers become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}
