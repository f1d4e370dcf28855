import LifeCore
import LifeIO
import LifeRender
import Testing

@Suite struct FilmTests {
  static let glider = Soup(".O.", "..O", "OOO")

  // MARK: - Exact bytes

  @Test func `a glider as PBM`() throws {
    let bytes = try film(of: [Self.glider], .pbm, scale: 1)
    #expect(bytes == Array("P4\n3 3\n".utf8) + [0b0100_0000, 0b0010_0000, 0b1110_0000])
  }

  @Test func `a cell of three pixels as PBM`() throws {
    let bytes = try film(of: [Soup("O.O")], .pbm, scale: 3)
    #expect(bytes == Array("P4\n9 3\n".utf8) + [0xe3, 0x80, 0xe3, 0x80, 0xe3, 0x80])
  }

  @Test func `two cells as PPM are white and dark gray`() throws {
    let bytes = try film(of: [Soup("O.")], .ppm, scale: 1)
    #expect(bytes == Array("P6\n2 1\n255\n".utf8) + [255, 255, 255, 48, 48, 48])
  }

  @Test func `colours are those of the palette`() throws {
    var options = FilmOptions()
    options.palette = Palette(
      dead: Color(red: 1, green: 2, blue: 3), alive: Color(red: 4, green: 5, blue: 6))
    let bytes = try film(of: [Soup(".O")], .ppm, scale: 2, options)
    let row: [UInt8] = [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    #expect(bytes == Array("P6\n4 2\n255\n".utf8) + row + row)
  }

  // MARK: - Laws

  static let sizes = [1, 7, 8, 9, 63, 64, 65, 127, 130]
  static let scales = [1, 2, 3, 8]

  @Test(arguments: FilmKind.allCases, [1, 2, 3] as [UInt64])
  func `a film is the pictures drawn cell by cell`(kind: FilmKind, seed: UInt64) throws {
    for size in Self.sizes {
      for scale in Self.scales {
        let soups = [
          Soup(width: size, height: 3, seed: seed),
          Soup(width: size, height: 3, seed: seed + 100),
        ]
        let pictures = soups.flatMap { $0.picture(kind, scale: scale) }
        #expect(try film(of: soups, kind, scale: scale) == pictures, "\(size) at \(scale)")
      }
    }
  }

  @Test(arguments: FilmKind.allCases, sizes)
  func `a picture has every row`(kind: FilmKind, height: Int) throws {
    let soup = Soup(width: 9, height: height, seed: 5)
    #expect(try film(of: [soup], kind, scale: 2) == soup.picture(kind, scale: 2))
  }

  @Test(arguments: FilmKind.allCases, [4, 5, 6, 7, 9, 15, 16, 17, 33, 64, 100, 171, 684])
  func `large cells are drawn as small ones are`(kind: FilmKind, scale: Int) throws {
    let soup = Soup(width: 3 + 600 / scale, height: 1, seed: 9)
    #expect(try film(of: [soup], kind, scale: scale) == soup.picture(kind, scale: scale))
  }

  @Test(arguments: FilmKind.allCases)
  func `each group of eight cells is drawn as itself`(kind: FilmKind) throws {
    let rows = (0..<256).map { group in (0..<8).map { group >> $0 & 1 == 1 } }
    var soup = Soup("")
    soup.cells = rows
    for scale in Self.scales {
      #expect(try film(of: [soup], kind, scale: scale) == soup.picture(kind, scale: scale))
    }
  }

  // MARK: - The registry

  @Test func `films are found by name and extension`() {
    #expect(FilmKind.allCases.map(\.name) == ["ppm", "pbm"])
    #expect(FilmKind.allCases.map(\.extensions) == [["ppm"], ["pbm"]])
    for kind in FilmKind.allCases { #expect(kind.summary.count <= 72) }
  }

  @Test(arguments: FilmKind.allCases)
  func `a resumable film is the same in two halves`(kind: FilmKind) throws {
    let isResumable = kind.makeWriter(to: ByteWriter(MemorySink()), FilmOptions()).isResumable
    guard isResumable else { return }
    let soups = (0..<4).map { Soup(width: 20, height: 10, seed: $0) }
    let halves = try [soups[..<2], soups[2...]].map { try film(of: Array($0), kind, scale: 2) }
    #expect(try film(of: soups, kind, scale: 2) == halves[0] + halves[1])
  }

  @Test(arguments: FilmKind.allCases)
  func `a full device is reported`(kind: FilmKind) throws {
    let shape = try FrameShape(width: 1000, height: 1000, scale: 1)
    var writer = kind.makeWriter(to: ByteWriter(FullDevice()), FilmOptions())
    let frame = try Frame(shape)
    try writer.begin(shape)
    #expect(throws: FullDevice.Failure.self) { try writer.append(frame) }
  }
}

/// A sink that takes nothing.
private final class FullDevice: ByteSink {
  struct Failure: Error {}

  func write(_ bytes: Span<UInt8>) throws { throw Failure() }
  func abandon() {}
  func finish() throws {}
}
