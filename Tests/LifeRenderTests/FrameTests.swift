import LifeCore
import LifeRender
import Testing

@Suite struct FrameTests {
  static let sizes = [1, 2, 63, 64, 65, 127, 128, 129]

  @Test(arguments: sizes)
  func `a frame shows the words it was given`(width: Int) throws {
    let soup = Soup(width: width, height: 3, seed: UInt64(width))
    var frame = try Frame(width: width, height: 3)
    soup.fill(&frame)
    for y in 0..<3 { #expect(rowWords(frame, y) == soup.words(row: y)) }
  }

  @Test(arguments: sizes)
  func `a cleared frame is as a new one`(width: Int) throws {
    var frame = try Frame(width: width, height: 2)
    let fresh = rowWords(frame, 1)
    Soup(width: width, height: 2, seed: 7).fill(&frame)
    frame.clear()
    #expect(rowWords(frame, 1) == fresh)
    #expect(fresh == [UInt64](repeating: 0, count: (width + 63) / 64))
  }

  @Test func `a piece replaces only the words it covers`() throws {
    var frame = try Frame(width: 192, height: 2)
    let ones: [UInt64] = [1, 2, 3]
    frame.set(y: 1, x: 0, words: ones.span)
    let middle: [UInt64] = [9]
    frame.set(y: 1, x: 64, words: middle.span)
    let nothing: [UInt64] = []
    frame.set(y: 1, x: 192, words: nothing.span)
    #expect(rowWords(frame, 0) == [0, 0, 0])
    #expect(rowWords(frame, 1) == [1, 9, 3])
    #expect(frame.states == 2)
  }

  @Test func `more cells than memory can hold are an error`() {
    #expect(throws: MemoryExhausted(purpose: "frame", bytes: .max)) {
      _ = try Frame(width: 1 << 40, height: 1 << 40)
    }
    #expect(throws: MemoryExhausted.self) { _ = try Frame(width: 1 << 40, height: 1 << 25) }
  }

  @Test func `cells outside the frame are a fault`() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(width: 65, height: 1)
      let pastTheEdge: [UInt64] = [0, 2]
      frame.set(y: 0, x: 0, words: pastTheEdge.span)
    }
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(width: 65, height: 1)
      let words: [UInt64] = [0, 0]
      frame.set(y: 0, x: 64, words: words.span)
    }
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(width: 65, height: 1)
      let words: [UInt64] = [0]
      frame.set(y: 1, x: 0, words: words.span)
    }
  }
}

private func rowWords(_ frame: borrowing Frame, _ y: Int) -> [UInt64] {
  let row = frame.row(y)
  return row.indices.map { row[$0] }
}
