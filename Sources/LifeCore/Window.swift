/// A rectangle of cells in local coordinates, those of one board or pattern; may be empty.
package struct Window: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// One past the easternmost column.
  package var endX: Int { x + width }
  /// One past the southernmost row.
  package var endY: Int { y + height }

  package func contains(_ cell: Cell) -> Bool {
    cell.x >= x && cell.x < endX && cell.y >= y && cell.y < endY
  }

  /// Whether another window lies inside this one.
  package func contains(_ other: Window) -> Bool {
    other.x >= x && other.endX <= endX && other.y >= y && other.endY <= endY
  }

  /// The smallest window that contains both.
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

  /// How many columns or rows lie between two windows, whichever are more; negative if they
  /// overlap.
  package func gap(to other: Window) -> Int {
    max(max(other.x - endX, x - other.endX), max(other.y - endY, y - other.endY))
  }
}
