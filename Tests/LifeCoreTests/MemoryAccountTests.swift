import LifeCore
import TestSupport
import Testing

/// The memory of the process. The limit is restored, because other tests run at the same time.
@Suite(.serialized) struct MemoryAccountTests {
  private static let huge = 1 << 50

  @Test func `an allocation beyond the limit is refused and not counted`() throws {
    MemoryAccount.setLimit(Self.huge)
    defer { MemoryAccount.setLimit(.max) }
    #expect(!MemoryAccount.take(Self.huge + 1))
    #expect(MemoryAccount.available > Self.huge / 2)
    #expect(throws: MemoryExhausted.self) {
      _ = try MemoryClaim(purpose: "test", bytes: Self.huge + 1)
    }
    let claim = try MemoryClaim(purpose: "test", bytes: Self.huge / 4 * 3)
    withExtendedLifetime(claim) {
      #expect(throws: MemoryExhausted.self) {
        _ = try MemoryClaim(purpose: "test", bytes: Self.huge / 4 * 3)
      }
      #expect(MemoryAccount.take(16), "a small allocation")
      MemoryAccount.give(16)
    }
  }

  @Test func `memory that is returned can be taken again`() throws {
    let before = MemoryAccount.available
    for _ in 0..<3 {
      let list = FallibleArray<UInt64>(purpose: "test")
      for number in 0..<200_000 { try list.append(UInt64(number)) }
      list.trim()
      _ = try Arena<UInt64>(purpose: "test", capacity: 1 << 20)
      _ = try MemoryClaim(purpose: "test", bytes: 1 << 30)
    }
    // Other tests take and return memory at the same time.
    #expect(abs(MemoryAccount.available - before) < 1 << 30)
  }
}
