import LifeCore
import Testing

@testable import LifeRender

/// Triangular cells in images.
@Suite struct TriangleTests {
  private static let columns = 8
  private static let rows = 5

  /// The pixels of an image. Cell (x, y) has the index 1 + x + 8 y.
  private static func pixels(scale: Int, corner: Position = .origin) throws -> [[UInt8]] {
    let shape = try FrameShape(width: columns, height: rows, scale: scale, tiling: .triangles)
    #expect(shape.pixelWidth % 2 == 0 && shape.pixelHeight % 2 == 0)
    return try indices(of: shape, columns: columns, corner: corner)
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 12, 16, 31])
  func `triangles touch the three neighbors of their edges, and others only at corners`(
    scale: Int
  ) throws {
    let pixels = try Self.pixels(scale: scale)
    var lengths: [[Int]: Int] = [:]
    for y in pixels.indices.dropLast() {
      for x in pixels[y].indices.dropLast() {
        for other in [pixels[y][x + 1], pixels[y + 1][x]]
        where other != pixels[y][x] && other > 0 && pixels[y][x] > 0 {
          lengths[[Int(pixels[y][x]) - 1, Int(other) - 1].sorted(), default: 0] += 1
        }
      }
    }
    let edges = lengths.filter { $0.value >= scale }.keys.map { ($0[0], $0[1]) }
    var expected = 0
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        if x + 1 < Self.columns { expected += 1 }
        if y + 1 < Self.rows, (x + y) % 2 == 1 { expected += 1 }
      }
    }
    #expect(edges.count == expected)
    for (first, second) in edges {
      let isBelow = second - first == Self.columns
      #expect(isBelow ? (first / 8 + first % 8) % 2 == 1 : second - first == 1)
    }
  }

  @Test(arguments: [4, 8, 16])
  func `triangles have equal areas and no gaps, and point by the parity of their place`(
    scale: Int
  ) throws {
    let pixels = try Self.pixels(scale: scale)
    var areas: [UInt8: Int] = [:]
    for row in pixels {
      for index in row where index > 0 { areas[index, default: 0] += 1 }
      #expect(!row.drop { $0 == 0 }.reversed().drop { $0 == 0 }.contains(0))
    }
    #expect(areas.count == Self.columns * Self.rows && Set(areas.values).count == 1)
    #expect(pixels[0].count { $0 == 1 } > scale)
    let moved = try Self.pixels(scale: scale, corner: Position(x: 1, y: 0))
    #expect(moved[0].count { $0 == 1 } <= 1)
  }
}
