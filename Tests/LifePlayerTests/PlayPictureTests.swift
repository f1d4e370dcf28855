import Foundation
@testable import LifeIO
@testable import LifePlayer
import LifeTerminal
import TestSupport
import Testing

/// The pictures of `life play`, decoded.
@Suite struct PlayPictureTests {
  private static let answers = ["kitty": "\u{1b}_Gi=31;OK\u{1b}\\", "sixel": ""]

  private func session(_ size: Size = Size(width: 8, height: 16)) async throws -> PlaySession {
    var session = try await PlaySession(".O.\n..O\nOOO", width: 60, height: 14)
    await session.send(.pictures(characterSize: size))
    return session
  }

  private func tiles(_ session: PlaySession) -> [PictureTile] {
    var encoder = ScreenEncoder(depth: .full)
    encoder.pictureProtocol = .kitty
    let tiles = Tiles()
    encoder.encodePNG = { tile in
      tiles.add(tile)
      return []
    }
    let rendering = session.rendering
    _ = encoder.patch(to: rendering.screen, pictures: rendering.pictures)
    return tiles.all
  }

  @Test(arguments: ["kitty", "sixel"])
  func `decoded tiles of a picture have the pixels of the board`(format: String) async throws {
    let format = try #require(PictureProtocol(rawValue: format))
    for tile in tiles(try await session(Size(width: 9, height: 19))) {
      let text = String(decoding: try tile.sequence(format) { try $0.png }, as: UTF8.self)
      let pixels = try #require(PNGPixels.decoded(text, as: format))
      #expect((pixels.width, pixels.height) == (tile.width, tile.height))
      for (index, color) in zip(tile.indices, pixels.colors) {
        let (red, green, blue) = tile.palette[Int(index)].components
        let expected = [red, green, blue].map { format == .sixel ? $0 * 100 / 255 * 255 / 100 : $0 }
        #expect(color == expected.reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
  }

  @Test func `the answer of the terminal changes the board once`() async throws {
    var session = try await session()
    #expect(session.model.camera.glyphs == .pixels && session.row(0).contains("pixels"))
    #expect(session.rendering.pictures.count == 1)
    await session.type("m")
    #expect(session.model.camera.glyphs == .half && session.rendering.pictures.isEmpty)
    await session.send(.pictures(characterSize: Size(width: 8, height: 16)))
    #expect(session.model.camera.glyphs == .half)
    await session.type(":glyphs pixels\n")
    #expect(session.model.camera.glyphs == .pixels)
    // Another font changes the size of the picture.
    await session.send(.pictures(characterSize: Size(width: 10, height: 20)))
    #expect(session.rendering.pictures.first?.picture.characterSize == Size(width: 10, height: 20))
  }

  @Test func `a terminal without pictures refuses them`() async throws {
    var session = try await PlaySession("O", width: 60, height: 14)
    await session.type(":glyphs pixels\n")
    #expect(session.model.camera.glyphs == .half && session.model.note?.isError == true)
    await session.type("mmmm")
    #expect(session.model.camera.glyphs == .half)
  }

  @Test func `the cells of a picture are edited where they are seen`() async throws {
    var session = try await session()
    await session.type("e")
    let corner = session.model.camera.view.corner
    let board = session.model.terminal.board
    let side = session.model.camera.view.zoom.pixelsPerCell
    let cell = try #require(session.model.camera.pictureCell)
    #expect(side >= cell.height)
    let point = Point(x: board.x + 11, y: board.y + 3)
    await session.send(.mouse(Mouse(.press, with: .left, at: point)))
    let place = corner.moved(byX: 11 * cell.width / side, y: 3 * cell.height / side)
    #expect(session.model.editor.cursor == place)
  }

  #if os(Linux)
    @Test(.runsProgram, arguments: ["kitty", "sixel"])
    func `a terminal that answers gets a picture of the glider`(format: String) throws {
      let shell = try Shell()
      let terminal = try PseudoTerminal(["play", "glider"], width: 60, height: 14, in: shell)
      terminal.screen.pictures.decode = PNGPixels.png
      #expect(terminal.waitForText("pop 5"))
      let attributes = format == "sixel" ? "\u{1b}[?62;4c" : "\u{1b}[?62c"
      terminal.type("\u{1b}[6;16;8t" + Self.answers[format]! + attributes)
      let isShown = terminal.wait { Self.liveSquares($0) == 5 }
      #expect(isShown, "\(Self.liveSquares(terminal.screen) ?? -1)")
      let received = terminal.screen.pictures.received
      #expect(terminal.waitForText("gen 1", after: "n"))
      #expect(terminal.wait { Self.liveSquares($0) == 5 })
      // Only the tiles around the glider were sent again.
      #expect((1...4).contains(terminal.screen.pictures.received - received))
      // Panels cover the picture, and it comes back afterwards.
      #expect(terminal.waitForText("keys", after: "?"))
      terminal.type("?")
      #expect(terminal.wait { !$0.text.contains("keys") && Self.liveSquares($0) == 5 })
      #expect(terminal.exitCode(after: "q") == 0)
      #expect(terminal.screen.unknown == [], "\(terminal.screen.unknown)")
      #expect(terminal.screen.pictures.mistakes == [])
    }

    /// The number of cells with another color than the background, in squares of 16 pixels.
    private static func liveSquares(_ screen: TerminalEmulator) -> Double? {
      var counts: [UInt32: Int] = [:]
      for y in 1..<screen.height - 2 {
        for x in 0..<screen.width {
          guard let pixels = screen.picture(x: x, y: y) else { return nil }
          for color in pixels { counts[color, default: 0] += 1 }
        }
      }
      let background = counts.values.max() ?? 0
      return Double(counts.values.reduce(0, +) - background) / 256
    }
  #endif

  @Test func `pictures have the ages of their generations`() async throws {
    var session = try await PlaySession("OO\nOO")
    await session.type(":theme heat\n")
    func age() -> UInt8 { session.model.session.picture?.indices.max() ?? 0 }
    let first = age()
    await session.type("nnnnn")
    #expect(age() == first + 5 && session.model.session.recent.count == 6)
    // Starting, stopping and moving the view are no generations.
    await session.type("  ")
    #expect(age() == first + 5 && session.model.session.recent.count == 6)
    await session.type("lh")
    #expect(age() == first + 5)
    await session.type("b")
    #expect(age() == first + 4)
    await session.type("b:goto 1\n")
    #expect(age() == first + 1)
    await session.type("n")
    #expect(age() == first + 2)
    // A toggled cell begins anew, and the others keep their age.
    await session.type("exx")
    #expect(age() == first + 2)
    await session.type(":clear\n")
    #expect(age() == 0)
  }
}

/// Collects the tiles of a patch.
private final class Tiles: @unchecked Sendable {
  private(set) var all: [PictureTile] = []

  func add(_ tile: PictureTile) { all.append(tile) }
}

/// Decodes the indexed PNG files of terminal images.
private enum PNGPixels {
  static func decoded(_ text: String, as format: PictureProtocol) -> TerminalPictures.Pixels? {
    switch format {
    case .sixel: return TerminalPictures.sixels(String(text.dropFirst(2).dropLast(2)))
    case .kitty:
      let chunks = text.matches(of: #/_G[^;]*;([^\u{1b}]*)/#).map { String($0.1) }
      return Data(base64Encoded: chunks.joined()).flatMap { png(Array($0)) }
    }
  }

  static func png(_ file: [UInt8]) -> TerminalPictures.Pixels? {
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47]) else { return nil }
    var (place, width, height, depth) = (8, 0, 0, 0)
    var (palette, packed): ([UInt32], [UInt8]) = ([], [])
    let number = { (place: Int) in file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    while place + 8 < file.count {
      let data = file[(place + 8)..<(place + 8 + number(place))]
      switch String(decoding: file[place + 4..<place + 8], as: UTF8.self) {
      case "IHDR":
        (width, height, depth) = (number(place + 8), number(place + 12), Int(file[place + 16]))
      case "PLTE":
        palette = stride(from: data.startIndex, to: data.endIndex, by: 3).map {
          data[$0..<$0 + 3].reduce(0) { $0 << 8 | UInt32($1) }
        }
      case "IDAT": packed += data
      default: break
      }
      place += 12 + number(place)
    }
    guard let rows = inflated(packed) else { return nil }
    let rowBytes = (width * depth + 7) / 8 + 1
    var colors: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        let byte = rows[y * rowBytes + 1 + x * depth / 8]
        let index = Int(byte) >> (8 - depth - x * depth % 8) & (1 << depth - 1)
        colors.append(palette[index])
      }
    }
    return .init(width: width, height: height, colors: colors)
  }

  private static func inflated(_ packed: [UInt8]) -> [UInt8]? {
    let source = try? InflateSource(
      MemorySource(bytes: packed[...]), .zlib, path: "picture", dataName: "picture")
    var bytes = [UInt8]()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? source?.read(into: &block, from: 0) {
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
    return nil
  }
}
