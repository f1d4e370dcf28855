import Foundation
import LifeCore
import TestSupport
import Testing

@testable import LifeIO
@testable import LifeRender

/// The recordings of HTML pages, decoded by the obvious program and compared with the frames.
@Suite struct RecordingTests {
  /// Numbers of states that need 1, 2, 4 and 8 bits, with several frame sizes.
  @Test(arguments: [2, 4, 11, 40])
  func `the differences of a recording restore every frame`(states: Int) async throws {
    let sizes = [(1, 1), (3, 2), (4, 2), (5, 3), (64, 2), (65, 5), (70, 31), (129, 4)]
    try await forEachCase(of: sizes) { size in
      let scenes = (0..<5).map {
        Scene(width: size.0, height: size.1, states: states, seed: $0 / 2)
      }
      let all = scenes + [scenes[0].dead, scenes[1]]
      let colors = StateColors.fading(states)
      let page = try encoded(of: all, as: .html, states: states, colors: colors)
      let recording = try Recording(page)
      #expect(recording.frames.map(\.cells) == all.map { $0.cells })
      #expect(recording.members["palette"] as? [String] == colors.map { "\($0)" })
      #expect(recording.members["schema"] as? String == "life.recording/1")
    }
  }

  @Test(arguments: [Theme.fire, .heat, .history, .trails])
  func `ages and trails of a recording are palette indices`(theme: Theme) throws {
    let scenes = (0..<9).map { Scene(width: 33, height: 9, seed: $0) }
    let appearance = Appearance { $0.theme = theme }
    let page = try encoded(of: scenes, as: .html, scale: 3, appearance: appearance)
    let recording = try Recording(page)
    // The colors of the places equal the pixels of another format.
    let pixels = try encoded(of: scenes, as: .rgb24, appearance: appearance)
    let palette = try #require(recording.members["palette"] as? [String])
    let shown = recording.frames.flatMap { $0.cells.joined().map { palette[Int($0)] } }
    let expected = stride(from: 0, to: pixels.count, by: 3).map {
      "\(Color(red: pixels[$0], green: pixels[$0 + 1], blue: pixels[$0 + 2]))"
    }
    #expect(shown == expected)
    #expect(recording.frames.allSatisfy { $0.scale == 3 })
  }

  @Test func `a recording in many pieces restores every frame`() throws {
    let scenes = (0..<12).map { Scene(width: 700, height: 400, seed: $0) }
    let recording = try Recording(try encoded(of: scenes, as: .html))
    #expect(recording.pieces > 2)
    #expect(recording.frames.map(\.cells) == scenes.map(\.cells))
  }

  @Test func `frames of a recording may change their size and position`() throws {
    let sizes = [(9, 4, 8), (9, 4, 8), (18, 8, 4), (9, 4, 8), (9, 4, 8)]
    let scenes = sizes.map { Scene(width: $0.0, height: $0.1, seed: $0.0) }
    let output = MemorySink()
    let writer = ByteWriter(output)
    let shape = try FrameShape(width: 9, height: 4, scale: 8)
    let coloring = Coloring(Appearance())
    let painter = Painter(coloring, appearance: Appearance(), pool: WorkerPool(threads: 1))
    var recorder = ImageFormat.html.makeWriter(
      to: writer, ImageProperties(shape, palette: coloring.palette))
    try recorder.begin()
    let populations = [3, 0, BigInt(1) << 90, 5, 4]
    for (index, scene) in scenes.enumerated() {
      let (width, height, scale) = sizes[index]
      let frame = try Frame(try FrameShape(width: width, height: height, scale: scale))
      scene.fill(frame)
      frame.corner = Position(x: BigInt(-13 * index), y: 7)
      frame.generation = (BigInt(1) << 70) * index
      frame.population = populations[index]
      try recorder.append(painter.paint(frame))
    }
    try recorder.finish()
    try writer.finish()
    let recording = try Recording(output.bytes)
    #expect(recording.frames.map(\.cells) == scenes.map(\.cells))
    #expect(recording.frames.map(\.scale) == sizes.map(\.2))
    #expect(recording.frames.map(\.corner) == [0, 7, 4, 1, 8].map { [$0, 7] })
    #expect(recording.frames.map(\.generation) == (0..<5).map { (BigInt(1) << 70) * $0 })
    #expect(recording.frames.map(\.population) == populations)
  }

  @Test func `titles of a recording cannot end the script element`() throws {
    let title = "</script><b title=\"x\">&'\u{1b}[31m"
    let page = try encoded(of: [Scene("O")], as: .html) { $0.recording.title = title }
    let recording = try Recording(page)
    #expect(recording.members["title"] as? String == "</script><b title=\"x\">&'?[31m")
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("<title>&lt;/script&gt;&lt;b title=&quot;x&quot;&gt;&amp;'?[31m</title>"))
    // The recording and the program.
    #expect(text.matches(of: #/</script>/#).count == 2)
    #expect(!text.contains("\u{1b}"))
  }

  @Test func `a recording to embed has no document around it and no blank lines`() throws {
    let page = try encoded(of: [Scene("O")], as: .html) { $0.recording.isEmbedded = true }
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.hasPrefix("<div class=\"life-player\" data-embed>\n"))
    #expect(text.hasSuffix("</div>\n") && !text.contains("<body") && !text.contains("\n\n"))
  }

  @Test func `the heading of several recordings is text`() throws {
    let start = try ByteWriter.bytes {
      try PlayerPage.start(title: "", heading: "\"><b>", isEmbedded: true, to: $0)
    }
    let tag = "<div class=\"life-player\" data-embed data-title=\"&quot;&gt;&lt;b&gt;\">\n"
    #expect(String(decoding: start, as: UTF8.self) == tag)
  }

  @Test func `the page of a recording is small and names no other place`() throws {
    let page = try encoded(of: [Scene("O")], as: .html)
    let text = String(decoding: page, as: UTF8.self)
    let data = try #require(text.firstMatch(of: #/<script type[^<]*/#)).output
    #expect(page.count - data.utf8.count < 26_000)
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("//"), "comments or addresses")
    #expect(!text.contains("fetch(") && !text.contains("import("))
  }
}

/// The decoded recording of a page.
private struct Recording {
  struct Frame {
    var cells: [[UInt8]]
    var scale: Int
    var corner: [Int]
    var generation: BigInt
    var population: BigInt
  }

  let members: [String: Any]
  private(set) var frames: [Frame] = []
  private(set) var pieces = 0

  init(_ page: [UInt8]) throws {
    let text = String(decoding: page, as: UTF8.self)
    let json = try #require(
      text.firstMatch(of: #/<script type="application/json"[^>]*>(.*?)</script>/#))
    let value = try JSONSerialization.jsonObject(with: Data(json.1.utf8))
    members = try #require(value as? [String: Any])
    let letters = try #require(members["frames"] as? String)
    let packed = try #require(Data(base64Encoded: letters))
    try decode(try Self.inflated(Array(packed)), bits: try #require(members["bits"] as? Int))
  }

  private static func inflated(_ packed: [UInt8]) throws -> [UInt8] {
    let source = try InflateSource(
      MemorySource(bytes: packed[...]), .zlib, path: "frames", dataName: "recording")
    var bytes = [UInt8]()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try source.read(into: &block, from: 0)
      if count == 0 { break }
      bytes += block[..<count]
    }
    #expect(source.inputCount == packed.count)
    return bytes
  }

  /// Decodes the format described in `recording.js`.
  private mutating func decode(_ bytes: [UInt8], bits: Int) throws {
    var place = 0
    func number() -> BigInt {
      var value = BigInt(0)
      var unit = BigInt(1)
      while true {
        let byte = bytes[place]
        place += 1
        value += unit * Int(byte & 127)
        unit *= 128
        if byte < 128 { return value }
      }
    }
    func signed() -> BigInt {
      let (half, odd) = number().quotientAndRemainder(dividingBy: 2)
      return odd == 1 ? half * -1 - 1 : half
    }
    let width = bits == 1 ? 4 : bits == 8 ? 1 : 2
    let height = bits > 2 ? 1 : 2
    var frame = Frame(cells: [], scale: 0, corner: [], generation: 0, population: 0)
    while place < bytes.count {
      pieces += 1
      let length = try #require(number().int)
      let end = place + length
      var change = end
      while place < end {
        let head = try #require(number().int)
        if head % 2 == 1 {
          let shape = try (0..<5).map { _ in try #require(number().int) }
          if frame.cells.count != shape[1] || frame.cells[0].count != shape[0] {
            let row = [UInt8](repeating: 0, count: shape[0])
            frame.cells = Array(repeating: row, count: shape[1])
          }
          frame.scale = shape[2]
          frame.corner = [shape[3], shape[4]]
        }
        frame.generation += signed()
        frame.population += signed()
        let across = (frame.cells[0].count + width - 1) / width
        var block = -1
        for _ in 0..<head / 2 {
          block += try #require(number().int) + 1
          for part in 0..<width * height {
            let index = Int(bytes[change]) >> (part * bits) & ((1 << bits) - 1)
            let x = block % across * width + part % width
            let y = block / across * height + part / width
            if index > 0 { frame.cells[y][x] ^= UInt8(index) }
          }
          change += 1
        }
        frames.append(frame)
      }
      place = change
    }
  }
}
