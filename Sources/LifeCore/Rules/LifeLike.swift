/// An outer-totalistic rule of the Moore neighborhood: the numbers of live neighbors with which a
/// dead cell is born and a live cell survives.
package struct LifeLike: Hashable, Sendable {
  /// Bit *n*, 0…8, is set if a dead cell with *n* live neighbors is born.
  package let birth: UInt16
  /// Bit *n*, 0…8, is set if a live cell with *n* live neighbors survives.
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

  package func isBorn(_ neighbors: Int) -> Bool { birth >> UInt16(neighbors) & 1 == 1 }
  package func survives(_ neighbors: Int) -> Bool { survival >> UInt16(neighbors) & 1 == 1 }

  /// Whether the cell is alive in the next generation.
  package func next(alive: Bool, neighbors: Int) -> Bool {
    alive ? survives(neighbors) : isBorn(neighbors)
  }
}

extension LifeLike: CustomStringConvertible {
  package var description: String { "B\(Self.digits(birth))/S\(Self.digits(survival))" }

  private static func digits(_ mask: UInt16) -> String {
    (0...8).filter { mask >> UInt16($0) & 1 == 1 }.map(String.init).joined()
  }
}
