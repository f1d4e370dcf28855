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
}
