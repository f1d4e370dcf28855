import LifeRender
import Synchronization
import Testing

@Suite struct RenderQueueTests {
  private static func frames(_ count: Int) throws -> [Frame] {
    let shape = try FrameShape(width: 1, height: 1)
    return try (0..<count).map { _ in try Frame(shape) }
  }

  @Test(arguments: [1, 3], [true, false])
  func `a queue draws frames in the order of submission`(count: Int, hasThread: Bool) throws {
    let drawn = Mutex<[String]>([])
    let queue = RenderQueue(try Self.frames(count), hasThread: hasThread) { frame in
      drawn.withLock { $0.append(frame.caption[0]) }
    }
    for index in 0..<500 {
      let frame = try queue.freeFrame()
      frame.caption = ["\(index)"]
      queue.submit(frame)
    }
    try queue.finish()
    #expect(drawn.withLock { $0 } == (0..<500).map { "\($0)" })
  }

  @Test func `a queue of frames waits until one is free`() throws {
    let drawn = Atomic(0)
    let queue = RenderQueue(try Self.frames(3)) { _ in
      for _ in 0..<20_000 { _ = drawn.load(ordering: .sequentiallyConsistent) }
      drawn.add(1, ordering: .sequentiallyConsistent)
    }
    var most = 0
    for submitted in 1...30 {
      let frame = try queue.freeFrame()
      most = max(most, submitted - drawn.load(ordering: .sequentiallyConsistent))
      queue.submit(frame)
    }
    try queue.finish()
    #expect(drawn.load(ordering: .sequentiallyConsistent) == 30)
    #expect(most <= 3)
  }

  @Test(arguments: [true, false])
  func `an error of drawing is thrown, and no further frame is drawn`(hasThread: Bool) throws {
    struct Broken: Error {}
    let calls = Atomic(0)
    let queue = RenderQueue(try Self.frames(2), hasThread: hasThread) { _ in
      calls.add(1, ordering: .relaxed)
      throw Broken()
    }
    #expect(throws: Broken.self) {
      for _ in 0..<10 { queue.submit(try queue.freeFrame()) }
      try queue.finish()
    }
    #expect(throws: Broken.self) { try queue.finish() }
    #expect(calls.load(ordering: .relaxed) == 1)
  }
}
