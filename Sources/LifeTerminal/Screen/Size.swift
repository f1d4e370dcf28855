/// A size in characters.
public struct Size: Hashable, Sendable {
  /// The number of columns, not negative.
  public var width: Int
  /// The number of rows, not negative.
  public var height: Int

  /// A size in characters; negative numbers become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}
