/// A rectangle of cells in local coordinates of one board or pattern; may be empty.
///
/// It is inlined into other modules: a census compares windows for every round of a soup.
@usableFromInline
package struct Window: Hashable, Sendable {
  @usableFromInline package var x: Int
  @usableFromInline package var y: Int
  @usableFromInline package var width: Int
  @usableFromInline package var height: Int

  @inlinable
  package init(x: Int, y: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// One past the easternmost column.
  @inlinable package var endX: Int { x + width }
  /// One past the southernmost row.
  @inlinable package var endY: Int { y + height }

  package func contains(_ cell: Cell) -> Bool {
    cell.x >= x && cell.x < endX && cell.y >= y && cell.y < endY
  }

  /// Whether another window lies inside this one.
  package func contains(_ other: Window) -> Bool {
    other.x >= x && other.endX <= endX && other.y >= y && other.endY <= endY
  }

  /// The smallest window around both.
  package func union(_ other: Window) -> Window {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Window(
      x: left, y: top,
      width: max(endX, other.endX) - left, height: max(endY, other.endY) - top)
  }

  package func moved(byX dx: Int, y dy: Int) -> Window {
    Window(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The window with `margin` more columns and rows on each side.
  package func widened(by margin: Int) -> Window {
    Window(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The same window in cells, if this one counts squares of `side` × `side` cells.
  @inlinable
  package func scaled(by side: Int) -> Window {
    Window(x: x * side, y: y * side, width: width * side, height: height * side)
  }

  /// The common part with another window; empty if there is none.
  package func intersection(_ other: Window) -> Window {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Window(
      x: left, y: top, width: max(0, min(endX, other.endX) - left),
      height: max(0, min(endY, other.endY) - top))
  }

  /// The number of columns or of rows between two windows, whichever is larger; negative if they
  /// overlap.
  @inlinable
  package func gap(to other: Window) -> Int {
    max(max(other.x - endX, x - other.endX), max(other.y - endY, y - other.endY))
  }
}

/// A rectangle in absolute coordinates, exact at any size. Without cells, a bounding box is `nil`.
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

  /// The box whose north-western cell is at `corner`.
  package init(from corner: Position, width: Int, height: Int) {
    self.init(Window(x: 0, y: 0, width: width, height: height), from: corner)
  }

  /// The position of the north-western cell.
  package var corner: Position { Position(x: x, y: y) }

  package func moved(by offset: Position) -> Bounds {
    Bounds(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }

  /// The box with `margin` more columns and rows on each side.
  package func widened(by margin: Int) -> Bounds {
    let margin = BigInt(margin)
    return Bounds(
      x: x - margin, y: y - margin, width: width + margin * 2, height: height + margin * 2)
  }

  /// The smallest box around both.
  package func union(_ other: Bounds) -> Bounds {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Bounds(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// The common part with another box. Returns `nil` if there is none.
  package func intersection(_ other: Bounds) -> Bounds? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let width = min(x + width, other.x + other.width) - left
    let height = min(y + height, other.y + other.height) - top
    return width > 0 && height > 0 ? Bounds(x: left, y: top, width: width, height: height) : nil
  }
}

extension Window {
  /// A box in coordinates relative to `origin`. Returns `nil` if its corner is more than `limit`
  /// columns or rows away, or a side longer than `longest`.
  package init?(
    _ bounds: Bounds, from origin: Position, atMost limit: Int = 1 << 61, longest: Int = 1 << 62
  ) {
    guard let place = bounds.corner.offset(from: origin, atMost: limit),
      let width = bounds.width.int, let height = bounds.height.int, max(width, height) <= longest
    else { return nil }
    self.init(x: place.x, y: place.y, width: width, height: height)
  }
}

extension Universe {
  /// The box of all cells of a universe. An infinite side has length 0.
  package var box: Bounds {
    Bounds(x: BigInt(left), y: BigInt(top), width: BigInt(width), height: BigInt(height))
  }

  /// The universe as a window in coordinates relative to `origin`. Returns `nil` for the unbounded
  /// plane. Infinite edges are at ±2^61; the north-western corner is clamped to this range.
  package func window(seenFrom origin: Position) -> Window? {
    guard !isUnbounded else { return nil }
    let far = 1 << 61
    let x = width == 0 ? -far : max(-far, min(far, (BigInt(left) - origin.x).clamped))
    let y = height == 0 ? -far : max(-far, min(far, (BigInt(top) - origin.y).clamped))
    return Window(
      x: x, y: y,
      width: width == 0 ? 2 * far : width,
      height: height == 0 ? 2 * far : height)
  }

  /// The part of a box inside the universe. Returns `nil` if there is none.
  package func part(of box: Bounds) -> Bounds? {
    var whole = self.box
    if width == 0 {
      whole.x = box.x
      whole.width = box.width
    }
    if height == 0 {
      whole.y = box.y
      whole.height = box.height
    }
    return box.intersection(whole)
  }
}
