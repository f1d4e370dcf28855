import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeRender
@testable import LifeRun

/// The size of images and their visible cells.
@Suite struct ViewPlannerTests {
  private func glider() throws -> any Stepper {
    let glider = Art.pattern(".O.\n..O\nOOO", at: .origin)
    return try Engine.tiles.makeStepper(for: glider, options: EngineOptions())
  }

  private func planner(
    _ kind: ImageFormat = .gif, isStill: Bool = false, universe: Universe = .plane,
    bounds: RunBounds = RunBounds(), rule: Rule = .life,
    _ change: (inout ViewOptions) -> Void = { _ in }
  ) -> ViewPlanner {
    var options = ViewOptions()
    change(&options)
    options.track = bounds.velocity.map { .velocity($0) }
    let subject = try! ViewSubject(
      options, universe: universe, schedule: Schedule(start: 0, end: 1, every: 1),
      isShort: bounds.allBounds != nil, isStill: isStill)
    return ViewPlanner(
      subject: subject, options: options, kind: kind, rule: rule, universe: universe, start: 0,
      runBounds: bounds)
  }

  private func size(_ planner: ViewPlanner) throws -> [Int] {
    let shape = try planner.viewport(showing: glider().bounds).shape
    return [shape.pixelWidth, shape.pixelHeight]
  }

  private func window(width: Int, height: Int) -> ViewChoice {
    .window(Bounds(from: .origin, width: width, height: height))
  }

  @Test func `images enlarge the cells of a small view and shrink those of a large one`() throws {
    #expect(try size(planner { $0.view = window(width: 40, height: 20) }) == [640, 320])
    #expect(try size(planner { $0.view = window(width: 100, height: 10) }) == [900, 90])
    #expect(try size(planner { $0.view = window(width: 400, height: 300) }) == [1200, 900])
    #expect(try size(planner { $0.view = window(width: 700, height: 500) }) == [1400, 1000])
    #expect(try size(planner { $0.view = window(width: 1000, height: 10) }) == [1000, 10])
    #expect(try size(planner { $0.view = window(width: 2000, height: 1000) }) == [1000, 500])
    #expect(try size(planner { $0.view = window(width: 1000, height: 2000) }) == [500, 1000])
    let still = planner(.png, isStill: true) { $0.view = window(width: 1600, height: 100) }
    #expect(try size(still) == [1600, 100])
  }

  @Test func `images of formats that need even sides have smaller cells or a wider view`() throws {
    let change = { (options: inout ViewOptions) in options.view = window(width: 101, height: 21) }
    #expect(try size(planner(.gif, change)) == [909, 189])
    #expect(try size(planner(.mp4, change)) == [808, 168])
    var bounds = RunBounds()
    bounds.allBounds = Bounds(x: 0, y: 0, width: 301, height: 201)
    let (odd, even) = try (size(planner(bounds: bounds)), size(planner(.mp4, bounds: bounds)))
    #expect(odd.contains { $0 % 2 == 1 } && even.allSatisfy { $0 % 2 == 0 })
    #expect(zip(odd, even).allSatisfy { $1 - $0 <= 3 })
  }

  @Test(arguments: ImageFormat.allCases.filter { !$0.isText }, [(40, 20), (300, 200), (9000, 8)])
  func `images have the same size in every format`(kind: ImageFormat, view: (Int, Int)) throws {
    let change = { (options: inout ViewOptions) in
      options.view = window(width: view.0, height: view.1)
    }
    #expect(try size(planner(kind, change)) == size(planner(.gif, change)))
    #expect(try size(planner(kind, isStill: true, change)) == size(planner(.gif, change)))
    #expect(try size(planner(kind, change))[1] <= 1080)
  }

  @Test func `images have the size that is given, with the view in the middle`() throws {
    for (view, corner) in [((40, 20), (-1, -11)), ((1200, 10), (-30, -625))] {
      let planner = planner {
        $0.view = window(width: view.0, height: view.1)
        $0.size = PixelSize(width: 630, height: 630)
      }
      #expect(try size(planner) == [630, 630])
      let stepper = try glider()
      var viewport = try planner.viewport(showing: stepper.bounds)
      let frame = try Frame(viewport.size)
      try viewport.draw(stepper, into: frame)
      #expect(frame.corner == Position(x: BigInt(corner.0), y: BigInt(corner.1)))
    }
    let following = planner {
      $0.view = .auto
      $0.size = PixelSize(width: 333, height: 222)
    }
    #expect(try size(following) == [333, 222])
  }

  @Test func `images have the scale that is given`() throws {
    let large = planner {
      $0.view = window(width: 40, height: 20)
      $0.zoom = Zoom(pixelsPerCell: 2, cellsPerPixel: 1)
    }
    #expect(try size(large) == [80, 40])
    let small = planner {
      $0.view = window(width: 40, height: 20)
      $0.zoom = Zoom(pixelsPerCell: 1, cellsPerPixel: 8)
    }
    #expect(try size(small) == [5, 3])
  }

  @Test func `images show a small bounded universe completely`() throws {
    let torus = Universe(.torus, width: 100, height: 50)
    #expect(try size(planner(universe: torus)) == [900, 450])
  }

  @Test(arguments: [(4, 1), (3, 1), (1, 1), (1, 2), (1, 3)])
  func `pixels without a cell of the universe have a color of their own`(scale: (Int, Int)) throws {
    let zoom = Zoom(pixelsPerCell: scale.0, cellsPerPixel: scale.1)
    for (width, height) in [(5, 4), (7, 0), (0, 3), (200, 1)] {
      let universe = Universe(.torus, width: width, height: height)
      let planner = planner(.png, universe: universe) {
        $0.view = .window(Bounds(x: -4, y: -3, width: 9, height: 6))
        $0.size = PixelSize(width: 50, height: 30)
        $0.zoom = zoom
      }
      let viewport = try planner.viewport()
      let corner = try #require(viewport.window).corner
      var renderer = Renderer(viewport, appearance: planner.appearance, rule: .life)
      let pattern = Art.pattern("O", at: .origin, in: universe)
      let image = try renderer.image(of: AutoStepper(pattern, options: EngineOptions()))
      try image.forEachRow { y, row in
        for x in row.indices {
          let cell = corner.moved(
            byX: x / zoom.pixelsPerCell * zoom.cellsPerPixel,
            y: y / zoom.pixelsPerCell * zoom.cellsPerPixel)
          let side = zoom.cellsPerPixel
          let isOutside = universe.part(of: Bounds(from: cell, width: side, height: side)) == nil
          #expect((row[x] == image.palette.outside) == isOutside, "\(universe) \(x) \(y)")
        }
      }
    }
  }

  @Test(arguments: [.squares, .hexagons, .triangles, .particles] as [FrameShape.Tiling])
  func `grid lines end at the edges of a universe`(tiling: FrameShape.Tiling) throws {
    let rules: [FrameShape.Tiling: String] = [
      .squares: "B3/S23", .hexagons: "B2/S34H", .triangles: "B45/S34L", .particles: "PCA_2",
    ]
    let rule = try Rule(parsing: rules[tiling]!)
    let universe = Universe(.plane, width: 6, height: 4)
    func isOutside(hasGrid: Bool) throws -> [[Bool]] {
      let planner = planner(.png, universe: universe, rule: rule) {
        $0.size = PixelSize(width: 200, height: 100)
        $0.appearance.hasGrid = hasGrid
      }
      var renderer = Renderer(try planner.viewport(), appearance: planner.appearance, rule: rule)
      let pattern = Art.pattern("O", at: .origin, rule: rule, in: universe)
      let image = try renderer.image(of: AutoStepper(pattern, options: EngineOptions()))
      var pixels: [[Bool]] = []
      try image.forEachRow { _, row in
        pixels.append(row.indices.map { row[$0] == image.palette.outside })
      }
      return pixels
    }
    let plain = try isOutside(hasGrid: false)
    let lined = try isOutside(hasGrid: true)
    #expect(plain[50][100] == false && plain[50][0])
    // The last lines are in the first pixels outside.
    for y in 1..<100 {
      for x in 1..<200 where plain[y][x] && plain[y][x - 1] && plain[y - 1][x] {
        #expect(lined[y][x] || !plain[y - 1][x - 1], "\(x) \(y)")
      }
    }
  }

  @Test func `the colors of a view within a universe are those of the plane`() throws {
    func palette(_ universe: Universe) throws -> Palette {
      let planner = planner(.png, universe: universe) { $0.view = window(width: 4, height: 3) }
      return try planner.viewport().coloring(planner.appearance, rule: .life).palette
    }
    let torus = Universe(.torus, width: 9, height: 9)
    #expect(try palette(torus) == palette(.plane))
    #expect(try palette(Universe(.torus, width: 3, height: 9)) != palette(.plane))
  }

  @Test func `images show the live cells with a margin, which is the same beside text`() throws {
    #expect(try size(planner(.png, isStill: true)) == [112, 112])
    let labeled = planner(.png, isStill: true) { $0.appearance.hasLabel = true }
    #expect(try size(labeled) == [112, 112])
    let sized = planner(.png, isStill: true) {
      $0.appearance.hasLabel = true
      $0.size = PixelSize(width: 500, height: 300)
    }
    #expect(
      try size(sized) == [
        500, 300 - Margins.height(sized.appearance, of: sized.options.size!, in: .png),
      ])
    var bounds = RunBounds()
    bounds.allBounds = Bounds(x: -10, y: -20, width: 100, height: 60)
    // 100 × 60 cells with a margin of 3, nine pixels each.
    #expect(try size(planner(bounds: bounds)) == [954, 594])
  }

  @Test func `images that follow the live cells have a usual size`() throws {
    #expect(try size(planner { $0.view = .auto }) == [960, 720])
    #expect(try size(planner()) == [960, 720])
  }

  @Test(arguments: [(3, 32), (40, 13), (500, 1)])
  func `the first live cells fill at most half of a view that follows them`(
    side: Int, pixels: Int
  ) throws {
    var bounds = RunBounds()
    bounds.firstBounds = Bounds(from: .origin, width: side, height: side)
    let planner = planner(bounds: bounds) {
      $0.view = .auto
      $0.size = PixelSize(width: 1920, height: 1080)
    }
    #expect(try planner.viewport().zoom == Zoom(pixelsPerCell: pixels, cellsPerPixel: 1))
  }

  @Test func `text covers cells only if they are a pixel or less`() throws {
    for (side, isOver) in [(30, false), (40, false), (50, false), (100, true), (200, true)] {
      let planner = planner(.png, universe: Universe(.torus, width: side, height: side)) {
        $0.size = PixelSize(width: 200, height: 200)
        $0.appearance.hasLabel = true
      }
      #expect(try planner.viewport().hasTextOverCells == isOver, "\(side)")
      // A view of live cells has some in its first row.
      var bounds = RunBounds()
      bounds.allBounds = Bounds(from: .origin, width: side, height: side)
      let view = self.planner(.png, bounds: bounds) {
        $0.size = PixelSize(width: 200, height: 200)
        $0.appearance.hasLabel = true
      }
      #expect(try !view.viewport().hasTextOverCells, "\(side)")
    }
  }

  @Test func `every frame that follows the cells contains all of them`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      let planner = planner {
        $0.view = .auto
        $0.size = PixelSize(width: 16 + random.below(900), height: 16 + random.below(700))
        if seed % 2 == 1 { $0.appearance.theme = .fire }
      }
      var viewport = try planner.viewport()
      var x = 0...2
      var y = 0...2
      for generation in 0..<24 {
        let zoom = viewport.zoom
        let box = Bounds(
          x: BigInt(x.lowerBound), y: BigInt(y.lowerBound), width: BigInt(x.count),
          height: BigInt(y.count))
        let corner = viewport.corner(at: BigInt(generation), showing: box)
        #expect(viewport.zoom <= zoom && !viewport.hasCutCells)
        let frame = Bounds(
          from: corner, width: viewport.zoom.cells(viewport.size.pixelWidth),
          height: viewport.zoom.cells(viewport.size.pixelHeight))
        #expect(frame.intersection(box) == box, "generation \(generation)")
        // Each side moves outward by up to the size of the box, as between distant samples.
        x = x.lowerBound - random.below(x.count)...x.upperBound + random.below(x.count)
        y = y.lowerBound - random.below(y.count)...y.upperBound + random.below(y.count)
      }
    }
  }

  private static let tiled = ["B2/S34H", "B45/S34L"]

  @Test(arguments: tiled)
  func `images of a given size show hexagons and triangles unless they are small`(
    name: String
  ) throws {
    let rule = try Rule(parsing: name)
    for side in [20, 100, 300, 3_000] {
      let planner = planner(.png, rule: rule) {
        $0.view = window(width: side, height: side)
        $0.size = PixelSize(width: 1280, height: 720)
      }
      #expect(try size(planner) == [1280, 720])
      let viewport = try planner.viewport()
      let scale = viewport.shape.scale
      #expect(viewport.shape.tiling == (side <= 100 ? FrameShape.Tiling(rule) : .squares))
      #expect(side <= 100 ? scale >= 4 : scale < 4)
      let visible = try #require(viewport.window)
      let view = Bounds(from: .origin, width: side, height: side)
      #expect(visible.intersection(view) == view)
    }
  }

  @Test(arguments: tiled)
  func `all hexagons and triangles that are followed are inside the image`(
    name: String
  ) async throws {
    try await forEachCase(of: 0..<20) { seed in
      let rule = try Rule(parsing: name)
      var random = Seeded(seed)
      var viewport = try planner(rule: rule) {
        $0.view = .auto
        $0.size = PixelSize(width: 200 + random.below(700), height: 200 + random.below(500))
      }.viewport()
      var box = Bounds(x: 0, y: 0, width: 3, height: 3)
      for generation in 0..<30 {
        let corner = viewport.corner(at: BigInt(generation), showing: box)
        let shape = viewport.shape
        guard shape.tiling == FrameShape.Tiling(rule) else { break }
        let isHexagonal = shape.tiling == .hexagons
        let first = try #require((box.x - corner.x).int)
        let top = try #require((box.y - corner.y).int)
        for row in [top, top + box.rows - 1] {
          let west = isHexagonal ? shape.hexagons.west(ofRow: row) : -shape.inset
          let columns = box.columns + (isHexagonal ? 0 : 1)
          #expect(west + first * shape.scale >= 0, "generation \(generation)")
          #expect(west + (first + columns) * shape.scale <= shape.pixelWidth)
          #expect(row >= 0 && (row + 1) * shape.rowHeight <= shape.pixelHeight)
        }
        box.x += BigInt(random.below(9) - 4)
        box.y += BigInt(random.below(9) - 4)
        box.width += BigInt(random.below(4))
        box.height += BigInt(random.below(4))
      }
    }
  }

  @Test func `a chosen scale stays when the cells that are followed no longer fit`() throws {
    var viewport = try planner {
      $0.view = .auto
      $0.zoom = Zoom(pixelsPerCell: 4, cellsPerPixel: 1)
    }.viewport()
    _ = viewport.corner(at: 0, showing: Bounds(x: 0, y: 0, width: 9999, height: 3))
    #expect(viewport.zoom == Zoom(pixelsPerCell: 4, cellsPerPixel: 1) && viewport.hasCutCells)
  }

  @Test func `images move with a spaceship`() throws {
    var bounds = RunBounds()
    bounds.firstBounds = Bounds(x: 0, y: 0, width: 3, height: 3)
    bounds.velocity = Velocity(Offset(x: 1, y: 1), period: 4)
    var stepper = try glider()
    var viewport = try planner(bounds: bounds).viewport(showing: stepper.bounds)
    let frame = try Frame(viewport.size)
    for step in 0...3 {
      try viewport.draw(stepper, into: frame)
      #expect(frame.corner == Position(x: BigInt(step - 8), y: BigInt(step - 8)))
      try stepper.advance(by: 4)
    }
  }
}
