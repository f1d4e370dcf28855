import LifeRender
import Synchronization
import Testing

@Suite struct ThreadTests {
  @Test(arguments: [1, 2, 5])
  func `a crew does every part once`(threads: Int) {
    let crew = Crew(threads)
    for parts in [0, 1, 2, 7, 100] {
      // A part that is done twice is taken away again.
      let low = Atomic<UInt64>(0)
      let high = Atomic<UInt64>(0)
      let count = Atomic(0)
      crew.share(parts) { part in
        let bit: UInt64 = 1 << UInt64(part % 64)
        if part < 64 {
          low.bitwiseXor(bit, ordering: .relaxed)
        } else {
          high.bitwiseXor(bit, ordering: .relaxed)
        }
        count.add(1, ordering: .relaxed)
      }
      #expect(count.load(ordering: .relaxed) == parts)
      let all = { (bits: Int) -> UInt64 in bits < 64 ? (1 << UInt64(max(0, bits))) - 1 : .max }
      #expect(low.load(ordering: .relaxed) == all(parts))
      #expect(high.load(ordering: .relaxed) == all(parts - 64))
    }
  }

  private static func frames(_ count: Int) throws -> [Frame] {
    let shape = try FrameShape(width: 1, height: 1)
    return try (0..<count).map { _ in try Frame(shape) }
  }

  @Test(arguments: [1, 3])
  func `frames are drawn in the order in which they are shown`(count: Int) throws {
    let drawn = Mutex<[String]>([])
    let projector = Projector(try Self.frames(count)) { frame in
      drawn.withLock { $0.append(frame.caption[0]) }
    }
    for index in 0..<500 {
      let frame = try projector.blank()
      frame.caption = ["\(index)"]
      try projector.show(frame)
    }
    try projector.finish()
    #expect(drawn.withLock { $0 } == (0..<500).map { "\($0)" })
  }

  @Test func `a slow drawer is waited for`() throws {
    let drawn = Atomic(0)
    let projector = Projector(try Self.frames(3)) { _ in
      for _ in 0..<20_000 { _ = drawn.load(ordering: .sequentiallyConsistent) }
      drawn.add(1, ordering: .sequentiallyConsistent)
    }
    var most = 0
    for shown in 1...30 {
      let frame = try projector.blank()
      most = max(most, shown - drawn.load(ordering: .sequentiallyConsistent))
      try projector.show(frame)
    }
    try projector.finish()
    #expect(drawn.load(ordering: .sequentiallyConsistent) == 30)
    #expect(most <= 3)
  }

  @Test func `what drawing throws stops the film`() throws {
    struct Broken: Error {}
    let projector = Projector(try Self.frames(2)) { _ in throw Broken() }
    #expect(throws: Broken.self) {
      for _ in 0..<10 { try projector.show(projector.blank()) }
      try projector.finish()
    }
  }
}
