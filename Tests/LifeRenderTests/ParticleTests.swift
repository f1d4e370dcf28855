import LifeCore
import LifeIO
import Testing

@testable import LifeRender

/// The particles of PCA rules in images, and the tilings of pages.
@Suite struct ParticleTests {
  /// A cell in each state.
  private static func image(scale: Int) throws -> Image {
    let shape = try FrameShape(width: 16, height: 1, scale: scale)
    let frame = try Frame(shape, content: .cells(planes: 4))
    let planes = (0..<4).map { plane in
      (0..<16).reduce(UInt64(0)) { $0 | UInt64($1 >> plane & 1) << UInt64($1) }
    }
    frame.rows.set(y: 0, x: 0, words: planes.span)
    let rule = try RuleAndUniverse(parsing: "PCA_2".utf8).rule
    let viewport = Viewport(size: shape, .one, movement: .resting(.origin), states: 16)
    let palette = viewport.coloring(Appearance(), rule: rule).palette
    return Image(ImageBoard(frame: frame, palette: palette, indices: nil, hasGrid: false))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 16, 31])
  func `the pixels nearest to one side of a cell show the particle on it`(scale: Int) throws {
    try Self.image(scale: scale).forEachRow { y, row in
      for x in row.indices {
        let state = UInt8(x / scale)
        let west = x % scale
        let distances = [scale - 1 - y, west, y, scale - 1 - west]
        let nearest = distances.indices.filter { distances[$0] == distances.min() }
        let particle = nearest.count == 1 ? UInt8(1 << nearest[0]) : 0
        #expect(row[x] == (scale < 4 ? state : state & particle))
      }
    }
  }

  @Test func `a vector image has a triangle for each particle`() throws {
    let image = try Self.image(scale: 1)
    let properties = ImageProperties(
      width: image.width, height: image.height, palette: image.palette)
    let svg = try ByteWriter.bytes { try SVGWriter(to: $0, properties).append(image) }
    let paths = String(decoding: svg, as: UTF8.self).split(separator: "<path").dropFirst()
    #expect(paths.map { $0.count { $0 == "M" } } == [8, 8, 8, 8])
  }

  @Test(
    arguments: [
      ("B3/S23", [.squares, .squares, .squares]), ("B2/S34H", [.hexagons, .hexagons, .hexagons]),
      ("B45/S34L", [.triangles, .triangles, .squares]),
      ("PCA_2", [.particles, .squares, .squares]),
    ] as [(String, [FrameShape.Tiling])])
  func `pages draw the cells of their rule, if places are single cells`(
    name: String, tilings: [FrameShape.Tiling]
  ) throws {
    let rule = try RuleAndUniverse(parsing: name.utf8).rule
    let trails = Appearance { $0.trail = 5 }
    for (index, zoom) in [Zoom.one, .one, Zoom(pixelsPerCell: 1, cellsPerPixel: 4)].enumerated() {
      let viewport = try Viewport(
        width: 64, height: 64, zoom, movement: .resting(.origin), states: rule.states)
      let coloring = viewport.coloring(index == 1 ? trails : Appearance(), rule: rule)
      #expect(coloring.palette.tiling == tilings[index])
    }
  }
}
