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
