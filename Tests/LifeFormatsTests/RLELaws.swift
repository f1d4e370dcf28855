import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct RLELaws {
  @Test func `the reader of RLE agrees with the reference reader`() async throws {
    try await forEachCase(of: Effort.cases(500, long: 10_000)) { seed in
      var random = Seeded(seed)
      let text = Self.body(&random)
      try agree(text, seed, mustRead: true)
      for size in [1, 2, 3, 7] { try agree(text, seed, mustRead: true, piecesOf: size) }
    }
  }

  @Test func `both readers of RLE refuse the same files`() async throws {
    try await forEachCase(of: Effort.cases(500, long: 10_000)) { seed in
      let (text, body) = Self.questionable(seed)
      try agree(text, seed, piecesOf: [1, 2, 5, nil][seed % 4])
      try agree(body, seed)
    }
  }

  @Test func `questionable RLE files are of both kinds`() {
    let files = (0..<200).flatMap { [Self.questionable($0).text, Self.questionable($0).body] }
    expectBoth(files) { ReferenceRLE($0, limit: 1 << 20, isLenient: true) != nil }
  }

  /// Random letters, and a body with random changes.
  private static func questionable(_ seed: Int) -> (text: [UInt8], body: [UInt8]) {
    var random = Seeded(seed)
    let alphabet = [
      "bbbooo$$1234567890\n!", "bo$!12 \n\r\t.xyzAC?#\n", "bo$12345\n\r\n", "bo\n\r#C o",
    ][seed % 4]
    let text = randomText(of: alphabet, count: 200, by: &random)
    return (text, mutated(body(&random), by: &random).filter { !"=NORrP".utf8.contains($0) })
  }

  @Test(.needsOptimization) func `the readers of RLE agree at buffer ends`() async throws {
    try await forEachCase(of: 0..<48) { distance in
      for seed in Effort.cases(2, long: 50) {
        var random = Seeded(seed * 48 + distance)
        let comment = "#C" + String(repeating: "-", count: (1 << 18) - distance) + "\n"
        try agree(Array(comment.utf8) + Self.body(&random), seed, mustRead: true)
      }
    }
  }

  @Test func `the readers of RLE agree on rows longer than the buffer`() async throws {
    try await forEachCase(of: Effort.cases(4, long: 40)) { seed in
      var random = Seeded(seed)
      var text: [UInt8] = []
      for _ in 0..<300_000 {
        let item = ["b", "o", "7b", "31o", "2o", "63b", "64o"][random.below(7)]
        text += Array(item.utf8)
        if random.below(30) == 0 { text.append(0x0a) }
        if random.below(100_000) == 0 { text += Array("5000b$9000o70000b".utf8) }
      }
      try agree(text + Array("!".utf8), seed, mustRead: true, limit: 1 << 40)
    }
  }

  @Test func `the readers of RLE agree on many long rows`() async throws {
    try await forEachCase(of: Effort.cases(24, long: 500)) { seed in
      var random = Seeded(seed)
      let isOdd = seed % 3 == 0
      var text: [UInt8] = []
      for _ in 0..<random.below(40) {
        for _ in 0..<300 + random.below(1_000) {
          text += Array(["b", "o", "7b", "31o", "2o", "63b"][random.below(6)].utf8)
          if random.below(30) == 0 { text.append(0x0a) }
          if isOdd, random.below(2_000) == 0 {
            text += Array([" ", "64o", "500b", "\r"][random.below(4)].utf8)
          }
        }
        text += Array(
          ["$", "$", "$", "$", "3$", "$\n", "\n$", "$$", "$\n#C note\n"][random.below(9)].utf8)
      }
      let size = [nil, 700, 5_000][seed % 3]
      try agree(text + Array("!".utf8), seed, mustRead: true, piecesOf: size)
    }
  }

  /// A valid body: items of all counts, blanks, line ends anywhere and comments between lines.
  static func body(_ random: inout Seeded) -> [UInt8] {
    let ends = ["\n", "\r", "\r\n"]
    let end = ends[random.below(3)]
    var text = ""
    for _ in 0..<random.below(60) {
      let most = [2, 10, 70, 300, 5_000][random.below(5)]
      let count = max(1, random.below(most))
      let digits = count == 1 && random.below(3) > 0 ? "" : String(count)
      let tag = ["b", "o", "b", "o", "b", "o", "$", ".", "A", "x"][random.below(10)]
      let isSplit = digits.utf8.count > 1 && random.below(9) == 0
      text += isSplit ? digits.prefix(1) + end + digits.dropFirst() : digits
      // A mark before an A would be a state.
      text += tag == "A" && text.hasSuffix("x") ? "o" : tag
      switch random.below(12) {
      case 0: text += end
      case 1: text += [" ", "\t", end + " "][random.below(3)]
      case 2: text += end + ["#C comment", "#", "# bo$", "#D  x "][random.below(4)] + end
      default: break
      }
    }
    return Array((text + "!").utf8)
  }

  private func agree(
    _ text: [UInt8], _ seed: Int, mustRead: Bool = false, piecesOf size: Int? = nil,
    limit: Int = 1 << 20
  ) throws {
    var options = ReadOptions()
    options.limits.extent = limit
    options.isLenient = !mustRead && seed % 2 == 0
    let source = PiecewiseSource(text, piecesOf: size ?? text.count)
    let pattern = try? RLE.read(ByteReader(source, name: "in"), options: options)
    let expected = ReferenceRLE(text, limit: limit, isLenient: options.isLenient)
    #expect((pattern != nil) == (expected != nil))
    #expect(pattern != nil || !mustRead)
    guard let pattern, let expected else { return }
    #expect(pattern.cells == Cells(expected.runs))
    #expect(pattern.declaredSize?.width == expected.width)
    #expect(pattern.declaredSize?.height == expected.height)
    #expect(pattern.remarks.filter { !$0.hasPrefix("trailer") } == expected.comments)
  }
}

/// Returns a few bytes at a time, like a pipe.
struct PiecewiseSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], piecesOf size: Int) {
    rest = bytes[...]
    self.size = max(size, 1)
  }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let piece = rest.prefix(min(size, buffer.count - start))
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
