import LifeRender
import Testing

@Suite struct FrameShapeTests {
  @Test func `an image has scale × scale pixels per cell`() throws {
    let shape = try FrameShape(width: 36, height: 9, scale: 8)
    #expect(shape.pixelWidth == 288)
    #expect(shape.pixelHeight == 72)
  }

  @Test(arguments: [(0, 5, 1), (5, 0, 1), (5, 5, 0), (-1, 5, 1), (5, 5, -8)])
  func `an empty image is rejected`(width: Int, height: Int, scale: Int) {
    #expect {
      try FrameShape(width: width, height: height, scale: scale)
    } throws: {
      "\($0)".contains("image of \(width)x\(height) cells at scale \(scale) is empty")
    }
  }

  static let tooLarge = [
    (32769, 32768, 1), (16384, 16384, 3), (.max, 1, 1), (1, 1, .max), (1 << 33, 1 << 33, 1),
    (1 << 31, 1 << 31, 2),
  ]

  @Test(arguments: tooLarge)
  func `an image of too many pixels is rejected`(width: Int, height: Int, scale: Int) {
    #expect {
      try FrameShape(width: width, height: height, scale: scale)
    } throws: {
      "\($0)".contains("at scale \(scale) has more than \(1 << 30) pixels")
    }
  }

  @Test func `an image has at most as many pixels as the limit`() throws {
    #expect(try FrameShape(width: 32768, height: 32768).pixelWidth == 32768)
    #expect(try FrameShape(width: 1 << 30, height: 1).pixelHeight == 1)
    #expect(throws: ShapeRefused.self) { try FrameShape(width: 1 << 30 + 1, height: 1) }
    #expect(throws: ShapeRefused.self) { try FrameShape(width: .max / 2, height: 1) }
  }
}
