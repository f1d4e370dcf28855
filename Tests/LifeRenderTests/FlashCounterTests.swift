import LifeCore
import LifeRender
import Testing

@Suite struct FlashCounterTests {
  /// Whether an animation of ten places flashes.
  ///
  /// - Parameter live: the number of live places in each frame, a digit each.
  private func isFlashing(_ live: String, rate: Int, repeats: Bool = false) throws -> Bool {
    var counter = FlashCounter(FrameRate(rate, denominator: 1))
    let painter = Painter(
      Coloring(Appearance()), appearance: Appearance(), pool: WorkerPool(threads: 1))
    for count in live.compactMap(\.wholeNumberValue) {
      let live = String(repeating: "O", count: count)
      let scene = Scene(live + String(repeating: ".", count: 10 - count))
      let frame = try Frame(FrameShape(width: 10, height: 1, scale: 4))
      scene.fill(frame)
      counter.add(try painter.paint(frame))
    }
    if repeats { counter.repeatStart() }
    return counter.isFlashing
  }

  @Test func `light and dark frames in turn flash`() throws {
    #expect(try isFlashing("09090909", rate: 30))
    #expect(try isFlashing("00099900099900099900099900099900", rate: 24))
    #expect(try isFlashing("123456789876543212345678987654321234567898765432123456789", rate: 120))
  }

  @Test func `three flashes a second, small changes and growth are no flashes`() throws {
    #expect(try !isFlashing("090909090909090909090909", rate: 6))
    #expect(try !isFlashing("0909090", rate: 30))
    #expect(try !isFlashing("353535353535353535", rate: 30))
    #expect(try !isFlashing("0123456789", rate: 30))
  }

  @Test func `a short animation flashes if viewers repeat it`() throws {
    #expect(try isFlashing("09", rate: 8, repeats: true))
    #expect(try !isFlashing("09", rate: 8))
    #expect(try !isFlashing("09", rate: 6, repeats: true))
    #expect(try !isFlashing("", rate: 30, repeats: true))
  }
}
