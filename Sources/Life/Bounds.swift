import LifeCore

/// A bounding box: the smallest rectangle with all live cells, at any distance from the origin.
public struct Bounds: Hashable, Codable, Sendable {
  /// The westmost column.
  public var x: BigInt
  /// The northmost row.
  public var y: BigInt
  /// The number of columns, at least 1.
  public var width: BigInt
  /// The number of rows, at least 1.
  public var height: BigInt

  init(_ bounds: LifeCore.Bounds) {
    x = BigInt(bounds.x)
    y = BigInt(bounds.y)
    width = BigInt(bounds.width)
    height = BigInt(bounds.height)
  }
}
