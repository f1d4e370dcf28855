import LifeCore

/// A number of columns to the east and of rows to the south.
public struct Displacement: Hashable, Codable, Sendable {
  /// Columns to the east; negative to the west.
  public var x: Int
  /// Rows to the south; negative to the north.
  public var y: Int

  /// A displacement by `x` columns and `y` rows.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
