/// A number of columns to the east and rows to the south.
package struct Offset: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package static let zero = Offset(x: 0, y: 0)

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
