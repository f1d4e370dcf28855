import LifeCore
import LifeIO
import LifeRender
import TestSupport
import Testing

/// Uncompressed formats against a cell-by-cell reference, and properties of all formats.
@Suite struct ImageWriterTests {
  static let glider = Scene(".O.", "..O", "OOO")
  /// All formats of uncompressed rows of pixels.
  static let rasters: [ImageFormat] = [.ppm, .pgm, .pbm, .pam, .rgb24, .gray]

  // MARK: - Exact bytes

  @Test(
    arguments: [
      (ImageFormat.pbm, glider, 1, "P4\n3 3\n", [0b0100_0000, 0b0010_0000, 0b1110_0000]),
      (.pbm, Scene("O.O"), 3, "P4\n9 3\n", [0xe3, 0x80, 0xe3, 0x80, 0xe3, 0x80]),
      (.ppm, Scene("O."), 1, "P6\n2 1\n255\n", [255, 255, 255, 48, 48, 48]),
    ] as [(ImageFormat, Scene, Int, String, [UInt8])])
  func `an image has a header and the bits or bytes of the pixels`(
    format: ImageFormat, scene: Scene, scale: Int, header: String, pixels: [UInt8]
  ) throws {
    #expect(try encoded(of: [scene], as: format, scale: scale) == Array(header.utf8) + pixels)
  }

  @Test func `PPM has the colors that were chosen`() throws {
    var appearance = Appearance()
    appearance.background = Color(0x010203)
    appearance.cell = Color(0x040506)
    let bytes = try encoded(of: [Scene(".O")], as: .ppm, scale: 2, appearance: appearance)
    let row: [UInt8] = [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    #expect(bytes == Array("P6\n4 2\n255\n".utf8) + row + row)
  }

  @Test func `Y4M of gray frames has one plane, the size and the rate`() throws {
    let bytes = try encoded(of: [Scene("O."), Scene(".O")], as: .y4m) {
      $0.rate = FrameRate(30000, denominator: 1001)
    }
    let head = "YUV4MPEG2 W2 H1 F30000:1001 Ip A1:1 Cmono XCOLORRANGE=FULL\nFRAME\n"
    #expect(bytes == Array(head.utf8) + [255, 48] + Array("FRAME\n".utf8) + [48, 255])
  }

  @Test func `Y4M in color has three planes`() throws {
    var appearance = Appearance()
    appearance.background = .black
    appearance.cell = Color(0xff0000)
    let scene = Scene("OO.", "OO.", ".O.")
    let (on, off) = ((y: UInt8(81), u: UInt8(90), v: UInt8(240)), UInt8(16))
    let luma = [on.y, on.y, off, on.y, on.y, off, off, on.y, off]
    let full = try encoded(of: [scene], as: .y4m, appearance: appearance)
    let chroma: [[UInt8]] = [on.u, on.v].map { c in [c, c, 128, c, c, 128, 128, c, 128] }
    let head = "YUV4MPEG2 W3 H3 F30:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n"
    #expect(full == Array(head.utf8) + luma + chroma[0] + chroma[1])
  }

  @Test func `SVG has a rectangle per run of cells`() throws {
    let svg = String(decoding: try encoded(of: [Self.glider], as: .svg), as: UTF8.self)
    #expect(svg.contains(#"viewBox="0 0 3 3""#))
    #expect(svg.contains(##"fill="#ffffff" d="M1 0h1v1h-1zM2 1h1v1h-1zM0 2h3v1h-3z"/>"##))
  }

  // MARK: - Laws

  static let sizes = [1, 7, 8, 9, 63, 64, 65, 127, 130]

  @Test(arguments: rasters, [2, 4, 200])
  func `images equal frames painted cell by cell`(format: ImageFormat, states: Int) throws {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    for size in Self.sizes {
      for scale in [1, 2, 3, 8] {
        let scenes = (1...2).map {
          Scene(width: size, height: 3, states: states, seed: $0 * size)
        }
        let expected = scenes.flatMap { $0.image(as: format, scale: scale, colors: colors)! }
        let bytes = try encoded(
          of: scenes, as: format, scale: scale, states: states, colors: colors)
        #expect(bytes == expected, "\(size) at \(scale)")
      }
    }
  }

  @Test(.needsOptimization, arguments: rasters, [1, 3])
  func `rows that did not change keep their pixels`(format: ImageFormat, threads: Int) throws {
    var random = Seeded(7)
    for size in Self.sizes {
      for scale in [1, 8, 2, 3].prefix(Effort.count(4, brief: 2)) {
        var scenes = [Scene(width: size, height: 20, seed: size)]
        for step in 0..<6 {
          var next = scenes[step]
          let other = step == 3 ? next.dead : Scene(width: size, height: 20, seed: step)
          for _ in 0..<random.next() % 5 {
            let row = Int(random.next() % 20)
            next.cells[row] = other.cells[row]
          }
          scenes.append(next)
        }
        let expected = scenes.flatMap {
          $0.image(as: format, scale: scale, colors: StateColors.twoStates)!
        }
        let bytes = try encoded(of: scenes, as: format, scale: scale, threads: threads)
        #expect(bytes == expected, "\(size) at \(scale)")
      }
    }
  }

  @Test(arguments: [ImageFormat.pbm, .pgm, .ppm])
  func `rows beside text keep their pixels`(format: ImageFormat) throws {
    var appearance = Appearance()
    appearance.title = "title"
    appearance.hasLegend = true
    var scenes = [Scene(width: 70, height: 12, seed: 3)]
    for row in [4, 0, 11] {
      var next = scenes[scenes.count - 1]
      next.cells[row] = next.dead.cells[row]
      scenes.append(next)
    }
    let alone = try scenes.flatMap {
      try encoded(of: [$0], as: format, scale: 3, appearance: appearance)
    }
    #expect(try encoded(of: scenes, as: format, scale: 3, appearance: appearance) == alone)
  }

  /// Images of all heights, of large cells, and of all groups of eight cells.
  static let images: [(scene: Scene, scales: [Int])] = {
    var groups = Scene("")
    groups.cells = (0..<256).map { group in (0..<8).map { UInt8(group >> $0 & 1) } }
    return sizes.map { (Scene(width: 9, height: $0, seed: 5), [2]) }
      + [4, 5, 6, 7, 9, 15, 16, 17, 33, 64, 100, 171, 684].map {
        (Scene(width: 3 + 600 / $0, height: 1, seed: 9), [$0])
      } + [(groups, [1, 2, 3, 8])]
  }()

  @Test(arguments: rasters)
  func `an image has every row, every group of cells and every size of them`(
    format: ImageFormat
  ) throws {
    for (scene, scales) in Self.images {
      for scale in scales {
        let expected = scene.image(as: format, scale: scale, colors: StateColors.twoStates)
        #expect(try encoded(of: [scene], as: format, scale: scale) == expected, "\(scale)")
      }
    }
  }

  @Test(.needsOptimization, arguments: [ImageFormat.ppm, .pbm, .y4m, .png, .gif, .apng])
  func `images do not depend on the number of threads`(format: ImageFormat) throws {
    let scenes = (0..<Effort.count(2, brief: 1)).map {
      Scene(width: 1500, height: Effort.count(1100, brief: 400), seed: $0)
    }
    let appearance = Appearance { $0.trail = 5 }
    let alone = try encoded(of: scenes, as: format, appearance: appearance)
    #expect(try encoded(of: scenes, as: format, appearance: appearance, threads: 3) == alone)
  }

  @Test(arguments: [(30, 1), (25, 1), (2997, 100), (50, 1), (1, 3), (24000, 1001)])
  func `the duration of a GIF is the sum of its frames`(numerator: Int, denominator: Int) throws {
    let scenes = (0..<240).map { Scene($0 % 2 == 0 ? "O" : ".") }
    let bytes = try encoded(of: scenes, as: .gif) {
      $0.rate = FrameRate(numerator, denominator: denominator)
    }
    // The introducer of a graphic control extension. The delay follows at offset 4.
    let controls = bytes.indices.filter { bytes[$0...].starts(with: [0x21, 0xf9, 0x04]) }
    let delays = controls.map { Int(bytes[$0 + 4]) | Int(bytes[$0 + 5]) << 8 }
    #expect(delays.count == 240)
    for count in 1...delays.count {
      let seconds = Double(count * denominator) / Double(numerator)
      let shown = delays[..<count].reduce(0, +)
      #expect(abs(Double(shown) - seconds * 100) <= 0.5, "after \(count)")
    }
  }

  @Test func `an image may end inside a cell`() throws {
    let image = try FrameShape(width: 7, height: 5)
    let shape = FrameShape(covering: image, scale: 3)
    #expect((shape.width, shape.height) == (3, 2))
    let scene = Scene("O.O", ".O.")
    let frame = try Frame(shape)
    scene.fill(frame)
    for hasGrid in [false, true] {
      let appearance = Appearance { $0.hasGrid = hasGrid }
      let coloring = Coloring(appearance)
      let painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
      let bytes = try ByteWriter.bytes { output in
        var writer = ImageFormat.gray.makeWriter(
          to: output, ImageProperties(image, palette: coloring.palette))
        try writer.append(painter.paint(frame))
      }
      let rows = (0..<5).map { Array(bytes[$0 * 7..<$0 * 7 + 7]) }
      let (on, off) = (UInt8(255), UInt8(48))
      #expect(rows[0] == [on, on, on, off, off, off, on])
      #expect(rows[4] == [off, off, off, on, on, on, off])
    }
  }

  // MARK: - The registry

  @Test func `image formats have unique extensions and short summaries`() {
    let extensions = ImageFormat.allCases.flatMap(\.extensions)
    #expect(Set(extensions).count == extensions.count)
    for format in ImageFormat.allCases { #expect(format.summary.count <= 72) }
  }

  @Test(arguments: ImageFormat.allCases)
  func `an error in writing an image is thrown`(format: ImageFormat) throws {
    let scene = Scene(width: 400, height: 400, seed: 1)
    let frame = try Frame(try FrameShape(width: 400, height: 400))
    scene.fill(frame)
    let painter = Painter(
      Coloring(Appearance()), appearance: Appearance(), pool: WorkerPool(threads: 1))
    let output = ByteWriter(FullDevice())
    let properties = ImageProperties(frame.shape, palette: Palette(StateColors.twoStates))
    var writer = format.makeWriter(to: output, properties)
    #expect(throws: FullDevice.Failure.self) {
      try writer.append(painter.paint(frame))
      try writer.finish()
      try output.flush()
    }
  }
}

/// A sink with failing writes.
private final class FullDevice: ByteSink {
  struct Failure: Error {}

  func write(_ bytes: Span<UInt8>) throws { throw Failure() }
  func finish() throws {}
}
