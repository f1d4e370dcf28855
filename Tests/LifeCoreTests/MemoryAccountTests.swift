import LifeCore
import TestSupport
import Testing

private let huge = 1 << 50

/// The memory of the process. Other tests change it at the same time, so these have processes of
/// their own.
@Suite struct MemoryAccountTests {
  @Test func `an allocation beyond the limit is refused and not counted`() async {
    await #expect(processExitsWith: .success) {
      MemoryAccount.setLimit(huge)
      #expect(!MemoryAccount.take(huge + 1))
      #expect(MemoryAccount.available > huge / 2)
      #expect(throws: MemoryExhausted.self) {
        _ = try MemoryClaim(purpose: "test", bytes: huge + 1)
      }
      let claim = try MemoryClaim(purpose: "test", bytes: huge / 4 * 3)
      withExtendedLifetime(claim) {
        #expect(throws: MemoryExhausted.self) {
          _ = try MemoryClaim(purpose: "test", bytes: huge / 4 * 3)
        }
        #expect(MemoryAccount.take(16), "a small allocation")
        MemoryAccount.give(16)
      }
    }
  }

  @Test func `memory that is returned can be taken again`() async {
    await #expect(processExitsWith: .success) {
      let before = MemoryAccount.available
      for _ in 0..<3 {
        let list = FallibleArray<UInt64>(purpose: "test")
        for number in 0..<200_000 { try list.append(UInt64(number)) }
        list.trim()
        _ = try Arena<UInt64>(purpose: "test", capacity: 1 << 20)
        _ = try MemoryClaim(purpose: "test", bytes: 1 << 30)
      }
      #expect(MemoryAccount.available == before)
    }
  }
}
