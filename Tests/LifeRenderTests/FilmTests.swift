import LifeCore
import LifeIO
import LifeRender
import Testing

@Suite struct FilmTests {
  static let glider = Scene(".O.", "..O", "OOO")
  /// The kinds that are nothing but rows of pixels.
  static let rasters: [FilmKind] = [.ppm, .pgm, .pbm, .pam, .rgb24, .gray]

  // MARK: - Exact bytes

  @Test func `a glider as PBM`() throws {
    let bytes = try film(of: [Self.glider], .pbm)
    #expect(bytes == Array("P4\n3 3\n".utf8) + [0b0100_0000, 0b0010_0000, 0b1110_0000])
  }

  @Test func `a cell of three pixels as PBM`() throws {
    let bytes = try film(of: [Scene("O.O")], .pbm, scale: 3)
    #expect(bytes == Array("P4\n9 3\n".utf8) + [0xe3, 0x80, 0xe3, 0x80, 0xe3, 0x80])
  }

  @Test func `two cells as PPM are white and dark gray`() throws {
    let bytes = try film(of: [Scene("O.")], .ppm)
    #expect(bytes == Array("P6\n2 1\n255\n".utf8) + [255, 255, 255, 48, 48, 48])
  }

  @Test func `colours are those that were asked for`() throws {
    var look = Look()
    look.background = Color(0x010203)
    look.cell = Color(0x040506)
    let bytes = try film(of: [Scene(".O")], .ppm, scale: 2, look: look)
    let row: [UInt8] = [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    #expect(bytes == Array("P6\n4 2\n255\n".utf8) + row + row)
  }

  @Test func `gray video says so, and carries size and rate`() throws {
    let bytes = try film(of: [Scene("O."), Scene(".O")], .y4m) { $0.rate = FrameRate(30000, 1001) }
    let head = "YUV4MPEG2 W2 H1 F30000:1001 Ip A1:1 Cmono XCOLORRANGE=FULL\nFRAME\n"
    #expect(bytes == Array(head.utf8) + [255, 48] + Array("FRAME\n".utf8) + [48, 255])
  }

  @Test func `colour video has three planes, or quarters of two of them`() throws {
    var look = Look()
    look.background = .black
    look.cell = Color(0xff0000)
    let scene = Scene("OO.", "OO.", ".O.")
    let (on, off) = ((y: UInt8(81), u: UInt8(90), v: UInt8(240)), UInt8(16))
    let luma = [on.y, on.y, off, on.y, on.y, off, off, on.y, off]
    let full = try film(of: [scene], .y4m, look: look)
    let chroma: [[UInt8]] = [on.u, on.v].map { c in [c, c, 128, c, c, 128, 128, c, 128] }
    let head = "YUV4MPEG2 W3 H3 F30:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n"
    #expect(full == Array(head.utf8) + luma + chroma[0] + chroma[1])
    let quarter = try film(of: [scene], .y4m, look: look) { $0.chroma = .quarter }
    let means: [[UInt8]] = [on.u, on.v].map { c in [c, 128, UInt8((Int(c) + 129) / 2), 128] }
    let other = "YUV4MPEG2 W3 H3 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\nFRAME\n"
    #expect(quarter == Array(other.utf8) + luma + means[0] + means[1])
  }

  // MARK: - Laws

  static let sizes = [1, 7, 8, 9, 63, 64, 65, 127, 130]

  @Test(arguments: rasters, [2, 4, 200])
  func `a film is the pictures drawn cell by cell`(kind: FilmKind, states: Int) throws {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    for size in Self.sizes {
      for scale in [1, 2, 3, 8] {
        let scenes = (1...2).map {
          Scene(width: size, height: 3, states: states, seed: UInt64($0 * size))
        }
        let pictures = scenes.flatMap { $0.picture(kind, scale: scale, colors)! }
        let bytes = try film(of: scenes, kind, scale: scale, states: states, colors: colors)
        #expect(bytes == pictures, "\(size) at \(scale)")
      }
    }
  }

  @Test(arguments: rasters, sizes)
  func `a picture has every row`(kind: FilmKind, height: Int) throws {
    let scene = Scene(width: 9, height: height, seed: 5)
    let expected = scene.picture(kind, scale: 2, StateColors.twoStates)
    #expect(try film(of: [scene], kind, scale: 2) == expected)
  }

  @Test(arguments: rasters, [4, 5, 6, 7, 9, 15, 16, 17, 33, 64, 100, 171, 684])
  func `large cells are drawn as small ones are`(kind: FilmKind, scale: Int) throws {
    let scene = Scene(width: 3 + 600 / scale, height: 1, seed: 9)
    let expected = scene.picture(kind, scale: scale, StateColors.twoStates)
    #expect(try film(of: [scene], kind, scale: scale) == expected)
  }

  @Test(arguments: rasters)
  func `each group of eight cells is drawn as itself`(kind: FilmKind) throws {
    var scene = Scene("")
    scene.cells = (0..<256).map { group in (0..<8).map { UInt8(group >> $0 & 1) } }
    for scale in [1, 2, 3, 8] {
      let expected = scene.picture(kind, scale: scale, StateColors.twoStates)
      #expect(try film(of: [scene], kind, scale: scale) == expected)
    }
  }

  @Test(arguments: [FilmKind.ppm, .pbm, .y4m, .png, .gif, .apng])
  func `threads that share a picture draw the same`(kind: FilmKind) throws {
    let scenes = (0..<2).map { Scene(width: 1500, height: 1100, seed: $0) }
    var look = Look()
    look.trail = 5
    let alone = try film(of: scenes, kind, look: look)
    #expect(try film(of: scenes, kind, look: look, threads: 3) == alone)
  }

  @Test(arguments: [(30, 1), (25, 1), (2997, 100), (50, 1), (1, 3), (24000, 1001)])
  func `a GIF is as long as its pictures`(numerator: Int, denominator: Int) throws {
    let scenes = (0..<240).map { Scene($0 % 2 == 0 ? "O" : ".") }
    let bytes = try film(of: scenes, .gif) { $0.rate = FrameRate(numerator, denominator) }
    // Each picture is announced by these, and how long it is shown follows.
    let places = bytes.indices.filter { bytes[$0...].starts(with: [0x21, 0xf9, 0x04]) }
    let delays = places.map { Int(bytes[$0 + 4]) | Int(bytes[$0 + 5]) << 8 }
    #expect(delays.count == 240)
    for count in 1...delays.count {
      let seconds = Double(count * denominator) / Double(numerator)
      let shown = delays[..<count].reduce(0, +)
      #expect(abs(Double(shown) - seconds * 100) <= 0.5, "after \(count)")
    }
  }

  @Test func `a picture may end within a cell`() throws {
    let picture = try FrameShape(width: 7, height: 5)
    let shape = FrameShape(covering: picture, scale: 3)
    #expect((shape.width, shape.height) == (3, 2))
    let scene = Scene("O.O", ".O.")
    let frame = try Frame(shape)
    scene.fill(frame)
    for hasGrid in [false, true] {
      var look = Look()
      look.hasGrid = hasGrid
      let coloring = Coloring(look)
      let painter = Painter(coloring, look, crew: Crew(1))
      let sink = MemorySink()
      let output = ByteWriter(sink)
      var writer = FilmKind.gray.makeWriter(to: output, FilmFormat(picture, coloring.palette))
      try writer.append(painter.paint(frame))
      try output.finish()
      let rows = (0..<5).map { Array(sink.bytes[$0 * 7..<$0 * 7 + 7]) }
      let (on, off) = (UInt8(255), UInt8(48))
      #expect(rows[0] == [on, on, on, off, off, off, on])
      #expect(rows[4] == [off, off, off, on, on, on, off])
    }
  }

  // MARK: - The registry

  @Test func `films are found by name and extension`() {
    let endings = FilmKind.allCases.flatMap(\.extensions)
    #expect(Set(endings).count == endings.count)
    for kind in FilmKind.allCases { #expect(kind.summary.count <= 72) }
  }

  @Test(arguments: FilmKind.allCases)
  func `a full device is reported`(kind: FilmKind) throws {
    let scene = Scene(width: 400, height: 400, seed: 1)
    let frame = try Frame(try FrameShape(width: 400, height: 400))
    scene.fill(frame)
    let painter = Painter(Coloring(Look()), Look(), crew: Crew(1))
    let output = ByteWriter(FullDevice())
    let format = FilmFormat(frame.shape, Palette(StateColors.twoStates))
    var writer = kind.makeWriter(to: output, format)
    #expect(throws: FullDevice.Failure.self) {
      try writer.append(painter.paint(frame))
      try output.flush()
    }
  }
}

/// A sink that takes nothing.
private final class FullDevice: ByteSink {
  struct Failure: Error {}

  func write(_ bytes: Span<UInt8>) throws { throw Failure() }
  func abandon() {}
  func finish() throws {}
}
