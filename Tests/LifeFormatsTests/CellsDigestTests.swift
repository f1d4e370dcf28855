import LifeCore
import LifeFormats
import TestSupport
import Testing

@Suite struct CellsDigestTests {
  // Computed with Python's hashlib from lines of `x y 1`, sorted by y and then x.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("OO\nOO", "29244d040933e46b39c73a163a46e5cfdbe5428e006fc144f9a6eb8709b71084"),
    ("OOO", "0663ab8f581f269e2eeec972f036ee5dcc6e295b264c24e9cf6626c8e44bffb6"),
    (".O\n..O\nOOO", "c0eb05fc7bec36dff96ccb9344479878f22fd46646ab42b53694cbef33190712"),
    (".OO\nOO\n.O", "ab9d34b25177325bed03176b42d03d08bd3175d853ecd386ac86143bd4189914"),
    (
      "O.OO......................................................................O"
        + "\n\n\n\n\n\n\n\n\n\n\n\n...O",
      "7bf98e62ca9b395954dfcab7aa37a9e64de591bf6538c06fb0093e15f4b4094d"
    ),
  ])
  func `digests are those of the documented text`(drawing: String, digest: String) throws {
    #expect(try Pattern(cells: Art.cells(drawing)).digest() == digest)
  }

  @Test func `cells more than 2^63 apart have no digest`() throws {
    let text = "[M2]\n*$\n" + (4...80).map { "\($0) \($0 == 80 ? 1 : 0) 0 0 \($0 - 3)\n" }.joined()
    let far = try read(Array(text.replacing("80 1 ", with: "80 77 ").utf8), as: .macrocell)
    #expect(throws: WriteError.self) { try far.digest() }
  }

  /// A tree of this many levels without dead cells.
  private func full(levels: Int) throws -> Pattern {
    let nodes = (4...levels).map { "\($0) \($0 - 3) \($0 - 3) \($0 - 3) \($0 - 3)\n" }
    let leaf = String(repeating: "********$", count: 8)
    return try read(Array(("[M2]\n\(leaf)\n" + nodes.joined()).utf8), as: .macrocell)
  }

  @Test func `a tree of 2^46 cells is refused at once`() throws {
    let error = #expect(throws: WriteError.self) { try self.full(levels: 23).digest() }
    #expect(error.map { "\($0)".contains("70368744177664 cells") } == true)
  }

  @Test func `the digest of a long computation can be stopped`() throws {
    let tree = try full(levels: 20)
    #expect(throws: Stopped.self) { try tree.digest { throw Stopped() } }
  }

  @Test func `the digest of a tree does not depend on its memory limit`() async throws {
    try await forEachCase(of: pairs(Effort.cases(20, long: 500), [2, 4, 29])) { seed, states in
      var rows = Pattern(cells: Soup.cells(seed, width: 200, height: 50, states: states))
      rows.statedRule = try Rule(parsing: states == 2 ? "B3/S23" : "/2/\(states)")
      let tree = try rows.inTree()
      let digest = try rows.digest()
      #expect(try tree.digest() == digest)
      // With little memory, rows are visited one by one.
      #expect(try tree.digest(limit: 300) == digest)
      #expect(try tree.digest(limit: 0) == digest)
    }
  }

  @Test func `a row longer than the buffer has the documented digest`() throws {
    let row = Pattern(cells: Cells([CellRun(y: 7, x: -5, length: 100_000)]))
    #expect(
      try row.digest() == "a44220c382881ae8765bb5fae021d2b0985d30e501af2f71b7a078239497beed")
  }

  @Test func `the digest depends on every cell and not on the position`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 2_000)) { seed in
      let here = Soup.cells(seed, width: 70, height: 9)
      let there = Soup.cells(seed, width: 70, height: 9, x: 1 << 40 + seed, y: -seed)
      let digest = try Pattern(cells: here).digest()
      #expect(try Pattern(cells: there).digest() == digest)
      #expect(digest.utf8.count == 64)
      var runs = here.runs
      runs[0].length += 1
      // One cell more is another pattern, unless the next run continues there.
      let other = Cells(runs)
      #expect(try (Pattern(cells: other).digest() == digest) == (other == here))
    }
  }
}
