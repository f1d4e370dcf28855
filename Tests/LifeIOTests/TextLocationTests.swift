import LifeIO
import TestSupport
import Testing

@Suite struct TextLocationTests {
  /// `^` marks the place; it is not part of the text.
  static let places = [
    ("^", 1, 1, "^"),
    ("^bob$", 1, 1, "^bob$"),
    ("x = 3\nbob$2b^qo!\n", 2, 7, "bob$2b^qo!"),
    ("x = 3\r\nbob^\r\n2bo!", 2, 4, "bob^"),
    ("x = 3\rbob\r^2bo!", 3, 1, "^2bo!"),
    ("bob\n\r^2bo!", 3, 1, "^2bo!"),
    ("bob\n^", 2, 1, "^"),
    ("#N Gößl's ^gun", 1, 11, "#N Gößl's ^gun"),
    ("#C 滑翔机 ^q", 1, 8, "#C ··· ^q"),
    ("#C e\u{301}\tо^q", 1, 8, "#C e·→о^q"),
    ("\u{feff}x^q", 1, 3, "·x^q"),
    ("b\u{1b}[1m\u{0}^q", 1, 7, "b·[1m·^q"),
  ]

  @Test(arguments: places)
  func `a place in a text has line, column and an excerpt with a caret`(
    marked: String, line: Int, column: Int, excerpt: String
  ) throws {
    for largest in [1, 1000] {
      let place = try place(in: marked, largest: largest)
      #expect(place.line == line)
      #expect(place.column == column)
      #expect(shown(place.excerpt) == excerpt)
    }
  }

  @Test func `between CR and LF the line has not ended yet`() throws {
    let reader = try ByteReader(Array("bob\r\n2bo!".utf8))
    for consumed in 0...3 {
      let place = reader.location(ahead: 4 - consumed)
      #expect(place.line == 1)
      #expect(place.column == 4)
      #expect(shown(place.excerpt) == "bob^")
      reader.consume(1)
    }
    #expect(reader.location().line == 1)
    #expect(reader.location(ahead: 1).line == 2)
  }

  @Test(arguments: [46, 47, 48, 1000, 300_000], [1, 27, 28, 1000])
  func `a long line is cut on both sides of the place`(before: Int, after: Int) throws {
    let line = String(repeating: "b", count: before) + "^" + String(repeating: "o", count: after)
    let place = try place(in: "\n" + line + "\n", largest: 5000)
    #expect(place.line == 2)
    #expect(place.column == before + 1)
    let head = (before > 47 ? "…" : "") + String(repeating: "b", count: min(before, 47))
    let tail = String(repeating: "o", count: min(after, 27)) + (after > 27 ? "…" : "")
    #expect(shown(place.excerpt) == head + "^" + tail)
    #expect(place.excerpt.text.count <= 76)
  }

  @Test func `a long line of any bytes is cut without a trap`() async throws {
    try await forEachCase(of: 0..<Effort.count(10, brief: 2)) { seed in
      var random = Seeded(seed)
      let bytes = random.bytes(600)
      let reader = try ByteReader(PiecemealSource(bytes, largest: 50, seed: seed), name: "noise")
      while try reader.fill() {}
      let places = (0...600).map { reader.location(ahead: $0) }
      #expect(places.allSatisfy { $0.excerpt.text.count <= 76 })
      #expect(places.allSatisfy { $0.excerpt.caret <= $0.excerpt.text.count })
    }
  }

  /// A parser may ask for the place of a warning and then continue with the same bytes.
  @Test(arguments: [1, 7, 600, 10_000])
  func `looking up a location does not change what is read next`(largest: Int) throws {
    var random = Seeded(largest)
    let bytes = random.bytes(5000, of: Array("bo$\n".utf8))
    let reader = try ByteReader(PiecemealSource(bytes, largest: largest), name: "input")
    var obvious = ObviousLineCounter()
    var read: [UInt8] = []
    repeat {
      let before = reader.available.count
      let place = reader.location(ahead: before)
      #expect(reader.available.count == before)
      let taken = try reader.take(before)
      read += taken
      obvious.count(taken)
      #expect(place.line == obvious.line)
      #expect(place.column == obvious.column)
    } while try reader.fill()
    #expect(read == bytes)
  }

  /// Reads up to the caret and then the rest, in pieces, and asks where the caret is.
  private func place(in marked: String, largest: Int) throws -> TextLocation {
    let caret = UInt8(ascii: "^")
    let bytes = Array(marked.utf8)
    let at = try #require(bytes.firstIndex(of: caret))
    let source = PiecemealSource(bytes.filter { $0 != caret }, largest: largest)
    let reader = try ByteReader(source, name: "input")
    var rest = at
    while rest > 0 {
      let step = min(rest, reader.available.count)
      reader.consume(step)
      rest -= step
      if rest > 0 { #expect(try reader.fill()) }
    }
    while try reader.fill() {}
    return reader.location()
  }

  private func shown(_ excerpt: Excerpt) -> String {
    excerpt.text.prefix(excerpt.caret) + "^" + excerpt.text.dropFirst(excerpt.caret)
  }
}
