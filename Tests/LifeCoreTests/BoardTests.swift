import LifeCore
import TestSupport
import Testing

@Suite struct BoardTests {
  static let widths =
    Array(1...130) + Array(511...514) + Array(1023...1025) + [1500, 1920, 4096, 8000, 33_000]

  /// A row of a board as truth values, and as words; bit 0 is column 0.
  struct Row {
    var cells: [Bool]

    init(width: Int, density: UInt8, _ random: inout Seeded) {
      cells = (0..<width).map { _ in UInt8(truncatingIfNeeded: random.next()) < density }
    }

    var words: [UInt64] {
      var words = [UInt64](repeating: 0, count: (cells.count + 63) / 64)
      for (x, isAlive) in cells.enumerated() where isAlive { words[x / 64] |= 1 << UInt64(x % 64) }
      return words
    }
  }

  struct Sample {
    let board: Board
    var rows: [Row] = []

    init(width: Int, height: Int, seed: Int) throws {
      board = try Board(width: width, height: height)
      var random = Seeded(seed)
      for y in 0..<height {
        let density: UInt8 = [0, 2, 96, 255][random.below(4)]
        rows.append(Row(width: width, density: density, &random))
        board.setRow(y, to: rows[y].words.span)
      }
    }

    var liveCells: [Cell] {
      rows.enumerated().flatMap { y, row in
        row.cells.enumerated().filter(\.element).map { Cell(x: $0.offset, y: y) }
      }
    }

    var bounds: Window? {
      var model = CellsModel()
      model.cells = Set(liveCells)
      return model.bounds
    }
  }

  /// The cell in a column, by the definition at `Board`: bit k of vector j is column k · n + j.
  static func cell(_ x: Int, of row: Span<UInt64>, vectors: Int) -> Bool {
    let (bit, vector) = x.quotientAndRemainder(dividingBy: vectors)
    return row[vector * 8 + bit / 64] >> UInt64(bit % 64) & 1 == 1
  }

  /// Fills the padding with ones, as a rule may leave it.
  static func fillPadding(_ board: Board, y: Int) {
    let words = board.words(ofRow: y)
    for x in board.width..<board.vectors * 512 {
      let (bit, vector) = x.quotientAndRemainder(dividingBy: board.vectors)
      words[vector * 8 + bit / 64] |= 1 << UInt64(bit % 64)
    }
  }

  @Test func `rows of a board convert to plain rows and back`() async throws {
    try await forEachCase(of: Self.widths) { width in
      let sample = try Sample(width: width, height: 5, seed: width)
      let board = sample.board
      var words = [UInt64](repeating: .max, count: board.stride)
      for y in 0..<5 {
        let row = board.row(y)
        for x in 0..<width
        where Self.cell(x, of: row, vectors: board.vectors) != sample.rows[y].cells[x] {
          Issue.record("column \(x) of row \(y)")
        }
        Self.fillPadding(board, y: y)
        var span = words.mutableSpan
        board.copyRow(y, to: &span)
        let expected = sample.rows[y].words
        #expect(Array(words.prefix(expected.count)) == expected)
        #expect(words.dropFirst(expected.count).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func `population, bounds and equality of boards ignore the padding`() async throws {
    try await forEachCase(of: Self.widths) { width in
      for seed in Effort.cases(3, long: 10) {
        let sample = try Sample(width: width, height: 4, seed: width * 1000 + seed)
        let board = sample.board
        let copy = try board.copy()
        for y in 0..<4 { Self.fillPadding(board, y: y) }
        #expect(board.population == sample.liveCells.count)
        #expect(board.liveWindow == sample.bounds)
        #expect(board.hasSameCells(as: copy) && copy.hasSameCells(as: board))
        #expect(board.digest == copy.digest)
        var row = sample.rows[2].words
        row[(width - 1) / 64] ^= 1 << UInt64((width - 1) % 64)
        copy.setRow(2, to: row.span)
        #expect(!board.hasSameCells(as: copy))
        #expect(board.digest != copy.digest)
      }
    }
  }

  @Test func `the bounding box of a single cell is the cell`() async throws {
    try await forEachCase(of: Self.widths) { width in
      for x in Set([0, width / 2, width - 1]) {
        let board = try Board(width: width, height: 3)
        #expect(board.population == 0)
        #expect(board.liveWindow == nil)
        var row = [UInt64](repeating: 0, count: (width + 63) / 64)
        row[x / 64] = 1 << UInt64(x % 64)
        board.setRow(1, to: row.span)
        #expect(board.population == 1)
        #expect(board.liveWindow == Window(x: x, y: 1, width: 1, height: 1))
        let nothing: [UInt64] = []
        board.setRow(1, to: nothing.span)
        #expect(board.population == 0)
      }
    }
  }

  @Test func `a row of a board has at least two cells of padding or none`() async throws {
    try await forEachCase(of: Self.widths) { width in
      let board = try Board(width: width, height: 1)
      let padding = board.vectors * 512 - width
      #expect(padding == 0 || padding >= 2)
      #expect(board.isPadded == (padding > 0))
      #expect(board.stride == board.vectors * 8)
      #expect((Edges(board, isTorus: true) == nil) == width.isMultiple(of: board.vectors))
    }
  }

  @Test func `the padding of a board has the cells beyond its edges`() async throws {
    try await forEachCase(of: Self.widths) { width in
      for isTorus in [false, true] {
        let sample = try Sample(width: width, height: 6, seed: width)
        let board = sample.board
        guard let edges = Edges(board, isTorus: isTorus) else { continue }
        for y in stride(from: 0, to: 6, by: 2) { Self.fillPadding(board, y: y) }
        edges.mend(board, rows: 0..<5)
        board.checkInvariants()
        for y in 0..<5 {
          let row = board.row(y)
          let cells = sample.rows[y].cells
          let beyond = width
          let before = board.vectors * 512 - 1
          let east = Self.cell(beyond, of: row, vectors: board.vectors)
          let west = Self.cell(before, of: row, vectors: board.vectors)
          #expect(east == (isTorus && cells[0]))
          #expect(west == (isTorus && cells[width - 1]))
          for x in 0..<width where Self.cell(x, of: row, vectors: board.vectors) != cells[x] {
            Issue.record("column \(x) of row \(y) was changed")
          }
        }
      }
    }
  }

  @Test func `a board beyond the memory limit is refused`() throws {
    #expect(try Board(width: 512, height: 10, limit: 641).height == 10)
    #expect(throws: MemoryExhausted(purpose: "board", bytes: 640)) {
      try Board(width: 512, height: 10, limit: 640)
    }
    #expect(throws: MemoryExhausted.self) { try Board(width: 1 << 40, height: 1 << 40) }
    #expect(throws: MemoryExhausted.self) { try Board(width: 1 << 50, height: 1 << 10) }
  }
}
