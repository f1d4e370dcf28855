/// The bounding box of the cells so far, checked against a limit.
struct Extent {
  private var west = Int.max
  private var east = Int.min
  private var north = Int.max
  private var south = Int.min
  private let limit: Int

  /// The largest limit: the difference of two coordinates within ±2^61 never overflows.
  static let largest = 1 << 60

  init(limit: Int) { self.limit = min(limit, Self.largest) }

  /// Adds a cell, whose coordinates are within ±2^61; false if it is farther than the limit from
  /// another cell along an axis.
  @inline(__always)
  mutating func include(y: Int, x: Int) -> Bool {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
    return east - west <= limit && south - north <= limit
  }

  /// The error message for a cell that is too far away.
  var complaint: String { "the distance between cells exceeds the limit of \(limit)" }
}
