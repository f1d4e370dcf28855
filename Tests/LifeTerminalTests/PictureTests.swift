import LifeTerminal
import TestSupport
import Testing

/// A terminal that receives the patches shows the characters and, behind them, the pictures.
@Suite struct PictureTests {
  private static let characterSize = Size(width: 2, height: 3)

  /// A file of the test: the width, the height and the colors of the pixels.
  @Sendable private static func file(_ tile: PictureTile) -> [UInt8] {
    var file = [UInt8(tile.width), UInt8(tile.height)]
    for index in tile.indices {
      let (red, green, blue) = tile.palette[Int(index)].components
      file += [UInt8(red), UInt8(green), UInt8(blue)]
    }
    return file
  }

  private static func pixels(_ file: [UInt8]) -> TerminalPictures.Pixels {
    let colors = stride(from: 2, to: file.count, by: 3).map { place in
      file[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return .init(width: Int(file[0]), height: Int(file[1]), colors: colors)
  }

  private static let colors = [TerminalColor(0), TerminalColor(0xffffff), TerminalColor(0xff0000)]

  private static func picture(of size: Size, indices: [UInt8]) -> Picture {
    Picture(size: size, characterSize: characterSize, indices: indices, palette: colors)
  }

  private static func indices(of size: Size, by random: inout Seeded) -> [UInt8] {
    (0..<size.width * size.height * characterSize.width * characterSize.height).map { _ in
      UInt8.random(in: 0..<3, using: &random)
    }
  }

  /// What is seen at a character of a picture.
  private static func expected(of picture: [UInt8], size: Size, x: Int, y: Int) -> [UInt32] {
    (0..<characterSize.height).flatMap { row in
      (0..<characterSize.width).map { column in
        let rows = y * characterSize.height + row
        let columns = x * characterSize.width + column
        let place = rows * size.width * characterSize.width + columns
        let (red, green, blue) = colors[Int(picture[place])].components
        return UInt32(red << 16 | green << 8 | blue)
      }
    }
  }

  @Test(arguments: PictureProtocol.allCases)
  func `patches show pictures behind characters`(format: PictureProtocol) async throws {
    try await forEachCase(of: Effort.cases(12, long: 300)) { seed in
      var random = Seeded(seed)
      let size = Size(width: Int.random(in: 1...40, using: &random), height: 11)
      var encoder = ScreenEncoder(depth: .full)
      encoder.pictureProtocol = format
      encoder.encodePNG = Self.file
      var terminal = TerminalEmulator(width: size.width, height: size.height + 2)
      terminal.pictures.cell = (Self.characterSize.width, Self.characterSize.height)
      terminal.pictures.decode = Self.pixels
      var indices = Self.indices(of: size, by: &random)
      for step in 0..<40 {
        let hasPicture = Int.random(in: 0..<8, using: &random) > 0
        if Bool.random(using: &random) {
          indices[Int.random(in: 0..<indices.count, using: &random)] = UInt8(step % 3)
        }
        let board: View<Int> =
          hasPicture
          ? .picture(Self.picture(of: size, indices: indices))
          : .text([Line("no picture"), Line("漢字 wide")])
        let style = Style(TerminalColor(0xff), on: TerminalColor(0x102030))
        let panel = View<Int>.centered(
          .text([Line("panel 漢", style: style), Line("of characters", style: style)]).filled(style))
        let layers = Bool.random(using: &random) ? [board, panel] : [board]
        let view = View<Int>.rows([.layers(layers).fixed(size.height), .text("status")])
        let rendering = Rendering(of: view, size: Size(width: size.width, height: size.height + 2))
        let patch = {
          encoder.patch(
            to: rendering.screen, pictures: rendering.pictures, cursor: rendering.cursor)
        }
        terminal.receive(patch())
        #expect(patch().isEmpty)
        #expect(terminal.unknown == [] && terminal.pictures.mistakes == [])
        for y in 0..<size.height {
          for x in 0..<size.width {
            let isSeen = rendering.screen[x, y].isPicture
            let wanted = isSeen ? Self.expected(of: indices, size: size, x: x, y: y) : nil
            #expect(terminal.picture(x: x, y: y) == wanted, "\(x), \(y)")
          }
        }
        let rows = (0..<size.height + 2).map { rendering.screen.text(row: $0) }
        #expect((0..<size.height + 2).map { terminal.text(row: $0) } == rows)
        if Int.random(in: 0..<20, using: &random) == 0 { encoder.forget() }
      }
    }
  }

  @Test func `only the tiles of a picture that differ are sent`() {
    let size = Size(width: 64, height: 24)
    var encoder = ScreenEncoder(depth: .full)
    encoder.pictureProtocol = .sixel
    encoder.encodePNG = Self.file
    var terminal = TerminalEmulator(width: 64, height: 25)
    terminal.pictures.cell = (Self.characterSize.width, Self.characterSize.height)
    var indices = [UInt8](repeating: 0, count: 64 * 24 * 6)
    var counts: [Int] = []
    for step in 0..<4 {
      if step > 0 { indices[step * 500] = 1 }
      let view = View<Int>.picture(Self.picture(of: size, indices: indices))
      let rendering = Rendering(of: view, size: Size(width: 64, height: 25))
      let before = terminal.pictures.received
      terminal.receive(encoder.patch(to: rendering.screen, pictures: rendering.pictures))
      counts.append(terminal.pictures.received - before)
    }
    #expect(counts == [12, 1, 1, 1])
  }
}
