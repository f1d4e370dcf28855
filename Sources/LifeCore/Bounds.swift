/// A bounding box in absolute coordinates, exact at any size; not empty.
package struct Bounds: Hashable, Sendable {
  package var x: BigInt
  package var y: BigInt
  package var width: BigInt
  package var height: BigInt

  package init(x: BigInt, y: BigInt, width: BigInt, height: BigInt) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box of a local window whose coordinates are relative to `origin`.
  package init(_ window: Window, from origin: Position) {
    self.init(
      x: origin.x + BigInt(window.x), y: origin.y + BigInt(window.y),
      width: BigInt(window.width), height: BigInt(window.height))
  }

  package func moved(by offset: Position) -> Bounds {
    Bounds(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }

  /// The smallest box that holds both.
  package func union(_ other: Bounds) -> Bounds {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Bounds(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// The part that lies in another box as well; nil if there is none.
  package func intersection(_ other: Bounds) -> Bounds? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let width = min(x + width, other.x + other.width) - left
    let height = min(y + height, other.y + other.height) - top
    return width > 0 && height > 0 ? Bounds(x: left, y: top, width: width, height: height) : nil
  }
}
