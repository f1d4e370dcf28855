package import LifeCore
package import LifeIO

extension StateExchange {
  /// Longer numbers do not occur in valid states; the limit bounds the work for damaged ones.
  private static let mostDigits = 100_000

  package mutating func exchange(_ number: inout BigInt) throws(InvalidSavedState) {
    var digits = isRestoring ? [] : Array("\(number)".utf8)
    try exchange(&digits)
    guard isRestoring else { return }
    guard digits.count <= Self.mostDigits, let known = BigInt(decimal: digits) else {
      throw InvalidSavedState()
    }
    number = known
  }

  package mutating func exchange(_ position: inout Position) throws(InvalidSavedState) {
    try exchange(&position.x)
    try exchange(&position.y)
  }
}
