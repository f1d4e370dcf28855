import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct ImageFormatTests {
  private func read(_ bytes: [UInt8], _ change: (inout ReadOptions) -> Void = { _ in }) throws
    -> Pattern
  {
    var options = ReadOptions()
    change(&options)
    return try LifeFormatsTests.read(bytes, options: options)
  }

  private func complaint(_ bytes: [UInt8], as format: Format? = nil) -> String {
    errorText { _ = try LifeFormatsTests.read(bytes, as: format) } ?? "nothing"
  }

  @Test(arguments: [
    ("P1\n# a glider\n3 3\n010\n001\n1 1 1\n", ".O/..O/OOO"), ("P1 3 1 101", "O.O"),
    ("P2\n3 1\n255\n0 127 128\n", "OO"), ("P2 3 1 4 0 1 2", "OO"),
    ("P3 2 1 255 0 0 0 255 255 255", "O"), ("P3 2 1 9 9 0 0 0 9 9", "O"),
  ])
  func `images written as text are read`(text: String, picture: String) throws {
    #expect(try read(Array(text.utf8)).picture == picture)
  }

  @Test func `images written as bytes are read`() throws {
    #expect(
      try read(Array("P4 10 2\n".utf8) + [0x80, 0x40, 0x00, 0xff]).picture
        == "O........O/........OO")
    #expect(try read(Array("P5 2 1 65535\n".utf8) + [0x7f, 0xff, 0x80, 0x00]).picture == "O")
    #expect(try read(Array("P6 2 1 255\n".utf8) + [0, 0, 0, 255, 255, 0]).picture == "O")
    // White, red, pale blue, green: only red is dark.
    let colors: [UInt8] = [255, 255, 255, 255, 0, 0, 120, 120, 255, 0, 255, 0]
    #expect(try read(Array("P6 4 1 255\n".utf8) + colors).picture == ".O")
  }

  @Test func `threshold and inversion select the live pixels`() throws {
    let gray = Array("P2 4 1 255 0 100 200 255".utf8)
    #expect(try read(gray).picture == "OO")
    #expect(try read(gray) { $0.images.threshold = 201 }.picture == "OOO")
    #expect(try read(gray) { $0.images.isInverted = true }.picture == "..OO")
  }

  @Test func `cells can be several pixels wide`() throws {
    let image = Array("P1 7 6 111000 0 111000 0 111000 0 000111 1 000111 1 000111 1".utf8)
    #expect(try read(image) { $0.images.cellSize = 3 }.picture == "O/.O")
    #expect(throws: ParseError.self) { try read(image) { $0.images.cellSize = 8 } }
  }

  @Test(arguments: [
    ("P1 0 3", "in:1:4: expected a width from 1 to"),
    ("P1 99999999999 3", "in:1:4: expected a width from 1 to"),
    ("P1 3", "in:1:5: expected a height"), ("P1 2 1 12", "in:1:9: expected '0' or '1', found '2'"),
    ("P4 9 1\n\u{1}", "in: the image is incomplete"),
    ("P2 1 1 0", "in:1:8: expected the largest value from 1"),
    ("P2 1 1 9 10", "in:1:10: expected a value from 0 to 9"),
    ("P5 1 1 9\n", "in: the image is incomplete"),
  ])
  func `invalid images are refused`(text: String, expected: String) {
    let said = complaint(Array(text.utf8))
    #expect(said.hasPrefix(expected), "\(said)")
  }

  @Test func `a mostly dark image is warned of`() throws {
    nonisolated(unsafe) var warnings: [Message] = []
    let dark = Array("P5 20 20 255\n".utf8) + [UInt8](repeating: 48, count: 400)
    _ = try read(dark) { $0.warn = { warnings.append($0.message) } }
    #expect(
      warnings == ["most pixels are dark and live cells; \(advice: .invert)"])
  }

  @Test func `states are palette indices`() throws {
    let rule = try Rule(parsing: "345/2/4")
    let runs = (1...3).map { CellRun(y: $0, x: 10 * $0, length: $0, state: State($0)) }
    let pattern = Pattern(cells: Cells(runs), rule: rule)
    let bytes = try written(pattern, as: .png)
    #expect(try read(bytes).cells.packedRuns == pattern.cells.packedRuns)
    #expect(try read(bytes).rule == rule)
    // Without the metadata it is an ordinary image, with three kinds of dark pixels.
    let bare = bytes.removing(chunk: "liFe")
    #expect(try read(bare).cells.population == 6)
    #expect(try read(bare) { $0.rule = rule }.cells.packedRuns == pattern.cells.packedRuns)
    let gray = try written(Art.pattern("OO"), as: .pgm)
    #expect(throws: ParseError.self) { try read(gray) { $0.rule = rule } }
  }

  @Test func `damaged PNG is refused`() throws {
    let bytes = try written(Pattern(cells: Soup.cells(3, width: 50, height: 40)), as: .png)
    for index in 8..<bytes.count {
      var damaged = bytes
      damaged[index] ^= 0x10
      // The name of an optional chunk may become another optional one.
      #expect(complaint(damaged, as: .png) != "nothing", "byte \(index)")
      #expect(
        complaint(Array(bytes.prefix(index)), as: .png) != "nothing" || index > bytes.count - 12)
    }
  }

  @Test(
    .needs(.ffmpeg),
    arguments: ["gray", "rgb24", "rgba", "pal8", "rgb48be", "monob"])
  func `other programs' PNG is read`(pixels: String) throws {
    let shell = try Shell()
    let pattern = Pattern(cells: Soup.cells(5, width: 37, height: 21))
    let file = shell.folder.appending(path: "a.png")
    try Data(written(pattern, as: .png)).write(to: file)
    let result = try shell.run("ffmpeg -v error -i a.png -pix_fmt \(pixels) b.png")
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: shell.folder.appending(path: "b.png"))
    #expect(try read(Array(bytes)).hasSameCells(as: pattern.kept(by: .png).cornered))
  }

  @Test(.needs(.ffmpeg), arguments: Format.images)
  func `other programs read what is written`(format: Format) throws {
    let shell = try Shell()
    let cells = Soup.cells(6, width: 37, height: 21)
    let ending = format.type.extensions[0]
    let file = shell.folder.appending(path: "a.\(ending)")
    try Data(written(Pattern(cells: cells), as: format)).write(to: file)
    let result = try shell.run(
      "ffmpeg -v error -i a.\(ending) -f rawvideo -pix_fmt gray - | od -An -v -tu1 -w37")
    let rows = result.text.split(separator: "\n").map { line in
      line.split(separator: " ").map { $0 == "0" }
    }
    #expect(rows.count == 21, "\(result.errors)")
    for (y, row) in rows.enumerated() {
      for (x, isBlack) in row.enumerated() where isBlack != cells[Cell(x: x, y: y)] {
        Issue.record("\(x), \(y)")
      }
    }
  }
}

extension Pattern {
  /// Moved to begin the image at (0, 0).
  fileprivate var cornered: Pattern { cropped() }
}

extension Cells {
  fileprivate var packedRuns: [CellRun] {
    var runs: [CellRun] = []
    let box = bounds ?? Window(x: 0, y: 0, width: 0, height: 0)
    forEachRun {
      runs.append(CellRun(y: $0.y - box.y, x: $0.x - box.x, length: $0.length, state: $0.state))
    }
    return runs
  }
}

extension [UInt8] {
  /// A PNG file without a chunk.
  fileprivate func removing(chunk: String) -> [UInt8] {
    guard let name = firstRange(of: Array(chunk.utf8)) else { return self }
    let start = name.lowerBound - 4
    let length = self[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    return Array(self[..<start]) + self[(start + 12 + length)...]
  }
}
