/// A two-state rule that counts the eight neighbours: which counts give birth, which let live.
package struct LifeLike: Hashable, Sendable {
  /// Bit *n* is set if a dead cell with *n* living neighbours is born; bits 0 to 8.
  package let birth: UInt16
  /// Bit *n* is set if a living cell with *n* living neighbours survives; bits 0 to 8.
  package let survival: UInt16

  private static let counts: UInt16 = 0b1_1111_1111

  package init(birthMask: UInt16, survivalMask: UInt16) {
    precondition((birthMask | survivalMask) & ~Self.counts == 0)
    birth = birthMask
    survival = survivalMask
  }

  package init(birth: [Int], survival: [Int]) {
    self.init(
      birthMask: birth.reduce(0) { $0 | 1 << UInt16($1) },
      survivalMask: survival.reduce(0) { $0 | 1 << UInt16($1) })
  }

  package func isBorn(_ neighbours: Int) -> Bool { birth >> UInt16(neighbours) & 1 == 1 }
  package func survives(_ neighbours: Int) -> Bool { survival >> UInt16(neighbours) & 1 == 1 }

  /// Whether the cell lives in the next generation.
  package func next(alive: Bool, neighbours: Int) -> Bool {
    alive ? survives(neighbours) : isBorn(neighbours)
  }
}

extension LifeLike: CustomStringConvertible {
  package var description: String { "B\(Self.digits(birth))/S\(Self.digits(survival))" }

  private static func digits(_ mask: UInt16) -> String {
    (0...8).filter { mask >> UInt16($0) & 1 == 1 }.map(String.init).joined()
  }
}
