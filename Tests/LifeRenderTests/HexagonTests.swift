import LifeCore
import Testing

@testable import LifeRender

/// Hexagonal cells in images.
@Suite struct HexagonTests {
  private static let columns = 6
  private static let rows = 5

  /// The pixels of an image. Cell (x, y) has the index 1 + x + 6 y.
  private static func pixels(scale: Int) throws -> [[UInt8]] {
    let shape = try FrameShape(width: columns, height: rows, scale: scale, tiling: .hexagons)
    #expect(shape.pixelWidth % 2 == 0 && shape.pixelHeight % 2 == 0)
    return try indices(of: shape, columns: columns)
  }

  private static func cell(_ index: UInt8) -> Cell {
    Cell(x: (Int(index) - 1) % columns, y: (Int(index) - 1) / columns)
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 12, 16, 31])
  func `exactly the six neighbors of a hexagonal rule touch a cell`(scale: Int) throws {
    let pixels = try Self.pixels(scale: scale)
    var touching: Set<[UInt8]> = []
    for y in pixels.indices.dropLast() {
      for x in pixels[y].indices.dropLast() {
        for other in [pixels[y][x + 1], pixels[y + 1][x]] where other != pixels[y][x] {
          touching.insert([pixels[y][x], other].sorted())
        }
      }
    }
    var expected: Set<[UInt8]> = []
    let all = UInt8(Self.columns * Self.rows)
    for first in 1...all {
      for second in 1...all where first < second {
        let a = Self.cell(first)
        let b = Self.cell(second)
        let step = (b.x - a.x, b.y - a.y)
        if [(1, 0), (0, 1), (1, 1)].contains(where: { $0 == step }) {
          expected.insert([first, second])
        }
      }
    }
    #expect(touching.filter { $0[0] != 0 } == expected)
  }

  @Test(arguments: [4, 5, 8, 16])
  func `hexagons have equal shapes and no gaps`(scale: Int) throws {
    let pixels = try Self.pixels(scale: scale)
    var shapes: [UInt8: Set<[Int]>] = [:]
    for (y, row) in pixels.enumerated() {
      for (x, index) in row.enumerated() where index > 0 {
        shapes[index, default: []].insert([x, y])
      }
      // The cells of a row of pixels have no background between them.
      let inner = row.drop { $0 == 0 }.reversed().drop { $0 == 0 }
      let isInside = y >= scale && y < pixels.count - scale
      if isInside { #expect(!inner.contains(0)) }
    }
    let moved = shapes.mapValues { shape in
      let left = shape.map { $0[0] }.min() ?? 0
      let top = shape.map { $0[1] }.min() ?? 0
      return Set(shape.map { [$0[0] - left, $0[1] - top] })
    }
    #expect(moved.count == Self.columns * Self.rows)
    // Rows with an odd scale are shifted by rounded halves, so their corners may differ by one.
    if scale % 2 == 0 { #expect(Set(moved.values).count == 1) }
  }

  @Test(arguments: [FrameShape.Tiling.hexagons, .triangles], [4, 5, 8, 16, 31])
  func `an image of a given size is a full part of a larger one`(
    tiling: FrameShape.Tiling, scale: Int
  ) throws {
    let image = try FrameShape(width: 97, height: 61)
    let shape = FrameShape(covering: image, scale: scale, tiling: tiling)
    let pixels = try indices(of: shape, columns: 7)
    let whole = try indices(
      of: FrameShape(width: shape.width, height: shape.height, scale: scale, tiling: tiling),
      columns: 7)
    let slope = tiling == .hexagons ? shape.hexagons.slope : 0
    for (y, row) in pixels.enumerated() {
      #expect(row == Array(whole[y].dropFirst(shape.inset).prefix(97)), "row \(y)")
      if y >= slope { #expect(!row.contains(0), "row \(y)") }
    }
  }

  @Test func `too large an image of hexagons is refused`() {
    #expect(throws: ShapeRefused.self) {
      try FrameShape(width: 4, height: 1 << 20, scale: 4, tiling: .hexagons)
    }
    #expect(throws: ShapeRefused.self) {
      try FrameShape(width: .max, height: .max, scale: 4, tiling: .hexagons)
    }
  }
}
