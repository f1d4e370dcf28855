// Tests the distance from zero.
extension Int {
  /// Whether the absolute value is at most `limit`. `abs` would trap for `Int.min`.
  package func isWithin(_ limit: Int) -> Bool { -limit <= self && self <= limit }
}
