import Testing

@testable import LifeAnalysis

@Suite struct ConstantPopulationTests {
  /// The generation at which a population is taken to be constant; nil if it never is.
  private static func end(_ population: (Int) -> Int) -> Int? {
    var (constant, generation) = (ConstantPopulation(), 0)
    while constant.isUndecided {
      generation += constant.turn
      if constant.isConstant(population(generation)) { return generation }
    }
    return nil
  }

  @Test func `a population that is constant from the start takes 16 turns`() {
    // The first turn ends with another population than none.
    #expect(Self.end { _ in 7 } == 12 + 15 * 8)
    #expect(Self.end { _ in 0 } == 15 * 12)
  }

  /// The last turn with a change is one of 8 generations here, so that 12 follow.
  @Test(arguments: [(100, 15), (400, 20), (600, 30), (1_000, 30)])
  func `older soups take more turns`(last: Int, turns: Int) {
    #expect(Self.end { min($0, last) } == last + turns * 12)
  }

  @Test(arguments: [(3, 12), (8, 8), (9, 18), (5, 30)])
  func `turns become multiples of the period`(period: Int, turn: Int) throws {
    var (constant, generation) = (ConstantPopulation(), 0)
    while constant.isUndecided {
      generation += constant.turn
      if constant.isConstant(generation % period) { break }
    }
    #expect(constant.turn == turn)
  }

  @Test func `a growing population is never constant`() {
    #expect(Self.end { $0 } == nil)
  }

  @Test func `the fewest generations are a lower bound`() {
    for last in stride(from: 0, through: 3_000, by: 4) {
      let end = Self.end { $0 <= last ? $0 : -1 } ?? .max
      #expect(end - last >= ConstantPopulation.fewestGenerations(from: last))
    }
  }
}
