import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRender

/// Text above and below the cells, its font, and grid lines.
@Suite struct LabelTests {
  private static func appearance(_ change: (inout Appearance) -> Void) -> Appearance {
    Appearance {
      $0.theme = .plain
      change(&$0)
    }
  }

  /// The gray levels of the rows of an image.
  private static func rows(
    of scene: Scene, appearance: Appearance, scale: Int = 1, captions: [String] = []
  ) throws -> [[UInt8]] {
    let bytes = try encoded(
      of: [scene], as: .pgm, scale: scale, appearance: appearance, captions: captions)
    let header = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
    let width = try #require(
      Int(String(decoding: header[1], as: UTF8.self).split(separator: " ")[0]))
    return stride(from: 0, to: header[3].count, by: width).map {
      Array(header[3].dropFirst($0).prefix(width))
    }
  }

  @Test func `a label stands above the cells and covers none`() throws {
    let scene = Scene(width: 120, height: 40, seed: 3)
    let appearance = Self.appearance { $0.hasLabel = true }
    let rows = try Self.rows(of: scene, appearance: appearance, captions: ["gen 7", "pop 12"])
    let above = rows.count - 40
    #expect(above == 26 && rows[0].count == 120)
    // The glyphs of g and e.
    let letters = rows[4..<12].map { row in
      row[4..<15].map { $0 == 255 ? "O" : "." }.joined()
    }
    #expect(
      letters == [
        "...........", "...........", ".OOOO..OOO.", "O...O.O...O", "O...O.OOOOO",
        "O...O.O....", ".OOOO..OOO.", "OOOO.......",
      ])
    #expect(
      rows.dropFirst(above).map { $0.map { $0 == 255 } }
        == scene.cells.map { $0.map { $0 == 1 } })
  }

  /// The smallest scales and patterns.
  @Test(arguments: [1, 2, 3, 64, 1000])
  func `text makes a small image wider and moves all cells as they are`(width: Int) throws {
    let scene = Scene(width: width, height: 5, seed: 1)
    let appearance = Self.appearance {
      $0.title = "A title"
      $0.hasLabel = true
      $0.hasLegend = true
    }
    let rows = try Self.rows(of: scene, appearance: appearance, captions: ["gen 0", "pop 1"])
    #expect(rows[0].count == max(96, width) && rows.count % 2 == 1)
    let left = (rows[0].count - width) / 2
    let size = PixelSize(width: width, height: 5)
    let height = Margins.height(appearance, of: size, in: .pgm)
    let below = Margins.height(Self.appearance { $0.hasLegend = true }, of: size, in: .pgm)
    #expect(rows.count == height + 5)
    let board = rows[(height - below)...].prefix(5).map {
      $0[left..<left + width].map { $0 == 255 }
    }
    #expect(board == scene.cells.map { $0.map { $0 == 1 } })
  }

  @Test func `a long title is broken into lines`() throws {
    let text = "A rather long title that has many words and more"
    let heights = [("Title", 100), (text, 1000), (text, 150), (text, 100), ("a\nb", 100)]
      .map { title, width in
        Margins.height(
          Self.appearance { $0.title = title }, of: PixelSize(width: width, height: 600), in: .png)
      }
    #expect(heights == [16, 48, 36, 36, 26])
  }

  @Test(arguments: [(640, 480), (1920, 1080), (1080, 1920), (7680, 4320), (7200, 10800)])
  func `a line of text takes about 4 % of the shorter side`(width: Int, height: Int) {
    let scale = Margins.textScale(for: PixelSize(width: width, height: height))
    let share = Double(scale * Font.lineHeight) / Double(min(width, height))
    #expect((0.035...0.05).contains(share), "\(share)")
  }

  @Test(arguments: [2, 3, 4, 6, 8, 9, 12, 16])
  func `names above parts take at least 2 % of the shorter side`(count: Int) {
    var view = ViewOptions()
    view.size = PixelSize(width: 1920, height: 1080)
    let grid = ImageGrid(of: count, view, as: .png)
    #expect(grid.textScale * Font.lineHeight * 50 >= 1080)
  }

  @Test func `a legend that is too long is drawn smaller, then cut`() {
    let entry = LegendEntry(text: "a state", colors: [1])
    for (count, shown, scale) in [(2, 2, 4), (5, 5, 3), (9, 8, 2)] {
      let margins = Margins(
        Self.appearance { $0.hasLegend = true }, legend: Array(repeating: entry, count: count),
        around: 1000, height: 1000, in: .png)
      let texts = margins.marks([]).texts
      #expect(texts.count == shown && texts.allSatisfy { $0.scale == scale }, "\(texts)")
    }
  }

  @Test(arguments: [
    ("α", ImageFormat.png, true), ("α", .svg, false), ("α", .html, false), ("a —\nb", .png, false),
  ])
  func `characters without a drawing are told where they would be drawn`(
    title: String, format: ImageFormat, isTold: Bool
  ) {
    let appearance = Self.appearance { $0.title = title }
    let margins = Margins(appearance, legend: [], around: 200, height: 10, in: format)
    #expect(margins.omissions.isEmpty == !isTold)
    guard format.hasStrips else { return }
    var view = ViewOptions()
    view.appearance = appearance
    let grid = ImageGrid(of: 4, view, as: format)
    #expect(grid.omissions([]).isEmpty == !isTold)
  }

  @Test func `the columns of an image grid are the chosen ones, or have the largest parts`() {
    var view = ViewOptions()
    view.size = PixelSize(width: 1000, height: 200)
    #expect(ImageGrid(of: 4, view, as: .png).part == PixelSize(width: 240, height: 184))
    view.view = .window(Bounds(x: 0, y: 0, width: 90, height: 10))
    #expect(ImageGrid(of: 4, view, as: .png).part == PixelSize(width: 488, height: 88))
    view.columns = 1
    #expect(ImageGrid(of: 4, view, as: .png).part == PixelSize(width: 984, height: 40))
    view.columns = 9
    #expect(ImageGrid(of: 4, view, as: .png).part == PixelSize(width: 240, height: 184))
  }

  @Test(arguments: [(4, 2, 2), (6, 3, 2), (7, 4, 2), (9, 3, 3), (12, 4, 3), (16, 4, 4)])
  func `an image grid has no empty place if its cells are nearly as large`(
    count: Int, columns: Int, rows: Int
  ) {
    var view = ViewOptions()
    view.size = PixelSize(width: 1920, height: 1080)
    let part = ImageGrid(of: count, view, as: .png).part
    #expect(1920 / part.width == columns && 1080 / part.height == rows, "\(part)")
  }

  @Test(arguments: [
    ("Title", 100, false), ("One word-longer-than-a-line-of-the-image", 100, true),
    ("one two three four five six seven eight nine ten", 100, true),
    ("one two three four five six seven eight nine ten", 1000, false),
  ])
  func `a title that is cut ends in dots, and that is told`(
    title: String, width: Int, isCut: Bool
  ) throws {
    let margins = Margins(
      Self.appearance { $0.title = title }, legend: [], around: width, height: 10, in: .png)
    #expect(margins.omissions.isEmpty == !isCut)
    let lines = margins.marks([]).texts.map(\.text)
    #expect(lines.contains { $0.hasSuffix("...") } == isCut, "\(lines)")
    let letters = (margins.width - 8) / Font.advance
    #expect(lines.allSatisfy { $0.count <= letters + 1 }, "\(lines)")
  }

  @Test func `labels are text elements in SVG`() throws {
    let appearance = Self.appearance {
      $0.title = "Ship & <gun>"
      $0.hasLabel = true
    }
    let svg = String(
      decoding: try encoded(
        of: [Scene("OO.", "OO.")], as: .svg, scale: 4, appearance: appearance,
        captions: ["gen 7", "pop 4"]), as: UTF8.self)
    #expect(svg.contains(">Ship &amp; &lt;gun&gt;</text>"))
    #expect(svg.contains(">gen 7</text>") && svg.contains(">pop 4</text>"))
    #expect(svg.contains("<svg x=\"42\" y=\"36\" width=\"12\" height=\"8\" viewBox=\"0 0 3 2\">"))
  }

  @Test func `a label is a line in formats of characters`() throws {
    let appearance = Self.appearance {
      $0.title = "Block"
      $0.hasLabel = true
    }
    let text = try encoded(
      of: [Scene("OO", "OO")], as: .blocks, appearance: appearance, captions: ["gen 7", "pop 4"])
    #expect(String(decoding: text, as: UTF8.self) == "Block\ngen 7  pop 4\n██\n")
  }

  @Test func `a page has no strips, because it shows the numbers itself`() {
    let size = PixelSize(width: 99, height: 99)
    #expect(Margins.height(Self.appearance { $0.hasLabel = true }, of: size, in: .html) == 0)
  }

  @Test(
    arguments: [
      (Theme.plain, 2, ["alive"]), (.heat, 2, ["age 1 to 64"]),
      (.fire, 2, ["age 1 to 64", "dead for 1 to 24"]), (.history, 2, ["alive", "was alive"]),
      (.golly, 4, ["state 1", "state 2", "state 3"]), (.golly, 29, ["state 1", "states 2 to 28"]),
      (.golly, 8, ["state 1", "states 2 to 7"]),
    ])
  func `the legend of an image names the colors`(theme: Theme, states: Int, names: [String]) throws
  {
    let appearance = Self.appearance {
      $0.theme = theme
      $0.hasLegend = true
    }
    let colors = StateColors.fading(states)
    let svg = String(
      decoding: try encoded(
        of: [Scene(width: 600, height: 9, seed: 1)], as: .svg, appearance: appearance,
        states: states,
        colors: colors), as: UTF8.self)
    let texts = svg.split(separator: "</text>").dropLast().map { $0.split(separator: ">").last! }
    #expect(texts.map(String.init) == names)
  }

  @Test func `the legend has the names that the rule gives its states`() {
    let names: [UInt8: String] = [1: "conductor", 3: "tail"]
    let coloring = Coloring(
      Appearance(), states: 4, stateColors: StateColors.fading(4), stateNames: names)
    #expect(coloring.legend.map(\.text) == ["conductor", "state 2", "tail"])
  }

  @Test func `many states whose names begin with one word share an entry of the legend`() throws {
    func legend(of rulestring: String) throws -> [String] {
      let rule = try Rule(parsing: rulestring)
      return Coloring(
        Appearance(), states: rule.states, stateColors: StateColors.usual(for: rule),
        stateNames: rule.stateNames
      ).legend.map { "\($0.text): \($0.colors.count)" }
    }
    #expect(try legend(of: "345/2/25") == ["alive: 1", "dying: 23"])
    #expect(try legend(of: "345/2/4") == ["alive: 1", "dying 1: 1", "dying 2: 1"])
    #expect(try legend(of: "R2,C9,S2-4,B3") == ["alive: 1", "dying: 7"])
    #expect(try legend(of: "LifeHistory") == ["alive: 1", "states 2 to 6: 5"])
    let names = Dictionary(uniqueKeysWithValues: (1..<10).map { (UInt8($0), "\($0)-cell") })
    let coloring = Coloring(
      Appearance(), states: 10, stateColors: StateColors.fading(10), stateNames: names)
    #expect(coloring.legend.map(\.text) == ["1-cell", "states 2 to 9"])
  }

  @Test func `the legend of a PCA rule names the sides of single particles`() throws {
    let rule = try Rule(parsing: "PCA_2")
    let coloring = Coloring(
      Appearance(), states: 16, stateColors: StateColors.usual(for: rule),
      stateNames: rule.stateNames)
    #expect(coloring.legend.map(\.text) == ["south", "west", "north", "east", "other states"])
    #expect(coloring.legend.map(\.colors.count) == [1, 1, 1, 1, 11])
  }

  @Test func `every character of ASCII has a glyph of its own`() {
    let ascii = (0x20..<0x7f).map { Character(Unicode.Scalar(UInt8($0))) }
    let drawings = Set(ascii.map(ink))
    #expect(drawings.count == ascii.count)
    #expect(!drawings.contains(ink("日")))
  }

  @Test func `letters have their accents, capitals above`() {
    #expect(ink("é").dropFirst(4) == ink("e").dropFirst(4))
    #expect(ink("É").dropFirst(2) == ink("E").dropFirst(2))
    let letters = (0x20..<0x180).compactMap(Unicode.Scalar.init).map(Character.init)
      .filter { $0.isLetter && Font.hasGlyph($0) }
    #expect(Set(letters.map(ink)).count == letters.count)
    #expect("ÄÖÜÉÈÇÑÅŠØŁøłñň".allSatisfy(letters.contains))
    #expect(!Font.hasGlyph("ŧ"), "a letter without its accent is another one")
  }

  private func ink(_ character: Character) -> [String] {
    Font.rows.map { y in
      String((0..<Font.glyphWidth).map { Font.isInk(character, x: $0, y: y) ? "O" : "." })
    }
  }

  @Test func `the width of a label excludes the space after the last glyph`() {
    #expect(Font.width("") == 0)
    #expect(Font.width("gen") == 17)
  }

  @Test func `every tenth grid line is a major line`() throws {
    let appearance = Self.appearance { $0.hasGrid = true }
    let bytes = try encoded(
      of: [Scene("............")], as: .gray, scale: 4, appearance: appearance)
    let row = bytes[48..<96]
    let lines = row.enumerated().filter { $0.element != 0 }
    #expect(lines.map(\.offset) == Array(stride(from: 0, to: 48, by: 4)) + [47])
    let major = lines[0].element
    let minor = lines[1].element
    #expect(major > minor && lines[10].element == major && lines[9].element == minor)
    #expect(bytes[..<48].allSatisfy { $0 == major })
    #expect(bytes[144...].allSatisfy { $0 == minor })
  }

  @Test func `the grid of a small view is closed and has no major lines`() throws {
    let appearance = Appearance { $0.hasGrid = true }
    func bytes(_ format: ImageFormat) throws -> [UInt8] {
      try encoded(of: [Scene("..")], as: format, scale: 4, appearance: appearance)
    }
    let pixels = try bytes(.gray)
    let isLine = pixels.map { $0 == pixels[0] }
    let row = [true, false, false, false, true, false, false, true]
    let line = Array(repeating: true, count: 8)
    #expect(isLine == line + row + row + line)
    let svg = String(decoding: try bytes(.svg), as: UTF8.self)
    #expect(svg.contains("d=\"M0 0v1M1 0v1M1.75 0v1M0 0h2M0 0.75h2\""))
  }
}
