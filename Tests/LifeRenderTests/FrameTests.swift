import LifeCore
import LifeRender
import Testing

@Suite struct FrameTests {
  static let sizes = [1, 2, 63, 64, 65, 127, 128, 129]

  @Test(arguments: sizes, [2, 3, 200])
  func `a frame returns the stored words`(width: Int, states: Int) throws {
    let scene = Scene(width: width, height: 3, states: states, seed: width)
    let planes = planes(forStates: states)
    let frame = try Frame(try FrameShape(width: width, height: 3), content: .cells(planes: planes))
    scene.fill(frame)
    for y in 0..<3 { #expect(rowWords(of: frame, y: y) == scene.words(row: y, planes: planes)) }
  }

  @Test(arguments: sizes)
  func `a cleared frame equals a new one`(width: Int) throws {
    let frame = try Frame(try FrameShape(width: width, height: 2))
    let fresh = rowWords(of: frame, y: 1)
    Scene(width: width, height: 2, seed: 7).fill(frame)
    frame.rows.clear()
    #expect(rowWords(of: frame, y: 1) == fresh)
    #expect(fresh == [UInt64](repeating: 0, count: (width + 63) / 64))
  }

  @Test func `a piece of a row replaces only the words of a frame that it covers`() throws {
    let frame = try Frame(try FrameShape(width: 192, height: 2))
    let ones: [UInt64] = [1, 2, 3]
    frame.rows.set(y: 1, x: 0, words: ones.span)
    let middle: [UInt64] = [9]
    frame.rows.set(y: 1, x: 64, words: middle.span)
    let nothing: [UInt64] = []
    frame.rows.set(y: 1, x: 192, words: nothing.span)
    #expect(rowWords(of: frame, y: 0) == [0, 0, 0])
    #expect(rowWords(of: frame, y: 1) == [1, 9, 3])
  }

  @Test func `resetting a frame changes its shape and clears all shades`() throws {
    let frame = try Frame(try FrameShape(width: 10, height: 2))
    Scene(width: 10, height: 2, seed: 3).fill(frame)
    try frame.reset(try FrameShape(width: 300, height: 5), content: .shades(side: 4))
    #expect(frame.side == 4 && frame.width == 300)
    let shades = (0..<300).map { UInt8($0 & 63) }
    frame.rows.set(y: 4, shades: shades.span)
    let first = frame.shades(3)
    let last = frame.shades(4)
    #expect(first.indices.allSatisfy { first[$0] == 0 })
    #expect(last.indices.allSatisfy { last[$0] == shades[$0] })
  }

  @Test func `a frame without memory throws`() {
    #expect(throws: MemoryExhausted(purpose: "frame", bytes: 1 << 47)) {
      _ = try Frame(
        try FrameShape(width: 1 << 15, height: 1 << 15), content: .cells(planes: 1 << 20))
    }
  }

  @Test func `cells outside a frame trap`() async {
    await #expect(processExitsWith: .failure) {
      let frame = try Frame(try FrameShape(width: 65, height: 1))
      let pastTheEdge: [UInt64] = [0, 2]
      frame.rows.set(y: 0, x: 0, words: pastTheEdge.span)
    }
    await #expect(processExitsWith: .failure) {
      let frame = try Frame(try FrameShape(width: 65, height: 1))
      let words: [UInt64] = [0, 0]
      frame.rows.set(y: 0, x: 64, words: words.span)
    }
    await #expect(processExitsWith: .failure) {
      let frame = try Frame(try FrameShape(width: 65, height: 1))
      let words: [UInt64] = [0]
      frame.rows.set(y: 1, x: 0, words: words.span)
    }
  }
}

private func rowWords(of frame: Frame, y: Int) -> [UInt64] {
  let rows = frame.rows
  let row = rows.row(y)
  return row.indices.map { row[$0] }
}
