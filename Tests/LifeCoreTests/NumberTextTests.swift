import LifeCore
import Testing

@Suite struct NumberTextTests {
  @Test func `numbers are grouped, and counted with their nouns`() {
    #expect(BigInt(-1_234_567).grouped == "-1,234,567" && BigInt(999).grouped == "999")
    #expect(BigInt.powerOfTwo(60).grouped == "1.152e18")
    #expect(1.counted("cell") == "1 cell" && 0.counted("cell") == "0 cells")
    #expect(BigInt(1).counted("cell") == "1 cell" && BigInt(2).counted("cell") == "2 cells")
    #expect("a b  ".withoutSpacesAtEnd == "a b" && "  ".withoutSpacesAtEnd.isEmpty)
  }
}
