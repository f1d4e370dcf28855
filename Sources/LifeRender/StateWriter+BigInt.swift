package import LifeCore
package import LifeIO

extension StateWriter {
  package mutating func write(_ number: BigInt) { write(Array("\(number)".utf8)) }

  package mutating func write(_ position: Position) {
    write(position.x)
    write(position.y)
  }
}

extension StateReader {
  /// Longer numbers do not occur in valid states; the limit bounds the work for damaged ones.
  private static let mostDigits = 100_000

  package mutating func readBigInt() throws(InvalidSavedState) -> BigInt {
    let digits = try readBytes()
    guard digits.count <= Self.mostDigits, let number = BigInt(decimal: digits) else {
      throw InvalidSavedState()
    }
    return number
  }

  package mutating func readPosition() throws(InvalidSavedState) -> Position {
    Position(x: try readBigInt(), y: try readBigInt())
  }
}
