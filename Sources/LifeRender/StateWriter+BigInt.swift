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
  /// Longer numbers are nobody's.
  private static let mostDigits = 100_000

  package mutating func readBigInt() throws(StateDamaged) -> BigInt {
    let digits = try readBytes()
    guard digits.count <= Self.mostDigits, let number = BigInt(decimal: digits) else {
      throw StateDamaged()
    }
    return number
  }

  package mutating func readPosition() throws(StateDamaged) -> Position {
    Position(x: try readBigInt(), y: try readBigInt())
  }
}
