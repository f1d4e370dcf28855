import LifeCore
import TestSupport
import Testing

@Suite struct CellsTests {
  static let edges = [0, 1, 2, 63, 64, 65, 127, 128, 129]

  @Test func `a run of cells is read back as one run at every position`() async throws {
    try await forEachCase(of: pairs(Self.edges, Self.edges)) { x, length in
      for start in [x, -x, x - 64] {
        let run = CellRun(y: -3, x: start, length: length)
        let cells = Cells([run])
        #expect(cells.runs == (length > 0 ? [run] : []))
        #expect(cells.population == length)
        #expect(cells.isEmpty == (length == 0))
        let box = Window(x: start, y: -3, width: length, height: 1)
        #expect(cells.bounds == (length > 0 ? box : nil))
      }
    }
  }

  @Test func `two runs with a gap between them stay separate`() async throws {
    try await forEachCase(of: pairs(Self.edges, Self.edges)) { length, gap in
      let runs = [
        CellRun(y: 0, x: -5, length: length), CellRun(y: 0, x: length + gap - 5, length: length),
      ]
      let cells = Cells(runs)
      #expect(cells.runs == CellsModel(runs).runs)
      #expect(cells.population == 2 * length)
    }
  }

  @Test func `runs in any order give the same cells as a set`() async throws {
    try await forEachCase(of: Effort.cases(300, long: 4_000)) { seed in
      var random = Seeded(seed)
      let runs = CellsModel.randomRuns(&random)
      let cells = Cells(runs)
      let model = CellsModel(runs)
      #expect(cells.runs == model.runs)
      #expect(cells.population == model.cells.count)
      #expect(cells.bounds == model.bounds)
      #expect(cells.list == model.sorted)
      for y in -5...4 {
        for x in -140...270 where cells[Cell(x: x, y: y)] != model.cells.contains(Cell(x: x, y: y))
        {
          Issue.record("cell \(x), \(y)")
        }
      }
    }
  }

  @Test func `equality does not depend on how cells are packed`() async throws {
    try await forEachCase(of: Effort.cases(200, long: 2_000)) { seed in
      var random = Seeded(seed)
      let runs = CellsModel.randomRuns(&random)
      let model = CellsModel(runs)
      let packings =
        try [1, 2, 3, 100].map { try Cells.built(model, piecesOf: $0) }
        + [Cells(runs), Cells(model.runs.reversed())]
      for cells in packings {
        #expect(cells == packings[0])
        #expect(cells.runs == model.runs)
      }
      guard let cell = model.sorted.last else { return #expect(packings[0].isEmpty) }
      var other = model
      other.cells.remove(cell)
      #expect(Cells(other.runs) != packings[0])
      let difference = try Pattern(cells: Cells(other.runs))
        .difference(from: Pattern(cells: packings[0]))
      #expect(difference?.first == Position.origin.moved(byX: cell.x, y: cell.y))
      other.cells.insert(Cell(x: cell.x + 1, y: cell.y))
      #expect(Cells(other.runs) != packings[0])
      #expect(Cells(other.runs).population == packings[0].population)
    }
  }

  @Test func `the first difference is the first cell that only one pattern has`() async throws {
    try await forEachCase(of: Effort.cases(200, long: 2_000)) { seed in
      var random = Seeded(seed)
      let one = CellsModel.randomRuns(&random)
      let two = CellsModel.randomRuns(&random)
      let shift = Offset(x: random.below(5) - 2, y: random.below(3) - 1)
      let moved = two.map { CellRun(y: $0.y + shift.y, x: $0.x + shift.x, length: $0.length) }
      var model = CellsModel()
      model.cells = CellsModel(one).cells.symmetricDifference(CellsModel(moved).cells)
      let difference = try Pattern(cells: Cells(one), at: .origin)
        .difference(from: Pattern(cells: Cells(two), at: Position(shift)))
      #expect(
        difference?.first == model.sorted.first.map { Position.origin.moved(byX: $0.x, y: $0.y) })
      #expect(Cells(two).isSame(as: Cells(moved), shiftedBy: shift * -1))
    }
  }

  @Test func `clipping keeps exactly the cells inside a window`() async throws {
    try await forEachCase(of: Effort.cases(300, long: 4_000)) { seed in
      var random = Seeded(seed)
      let runs = CellsModel.randomRuns(&random)
      let window = Window(
        x: random.below(300) - 150, y: random.below(8) - 4,
        width: Self.edges[random.below(9)], height: random.below(7))
      let clipped = try Cells(runs).clipped(to: window)
      let model = CellsModel(runs).clipped(to: window)
      #expect(clipped.runs == model.runs)
      #expect(clipped.bounds == model.bounds)
      #expect(clipped.population == model.cells.count)
    }
  }

  @Test func `pieces of rows are complete words in order and never touch`() async throws {
    try await forEachCase(of: Effort.cases(100, long: 2_000)) { seed in
      var random = Seeded(seed)
      let model = CellsModel(CellsModel.randomRuns(&random))
      let cells = try Cells.built(model, piecesOf: 1 + random.below(3))
      var last: (y: Int, end: Int)?
      var population = 0
      cells.forEachPiece { y, x, words in
        #expect(x & 63 == 0)
        #expect(words[0] != 0 && words[words.count - 1] != 0)
        if let last { #expect((last.y, last.end) < (y, x)) }
        last = (y, x + words.count * 64)
        for index in words.indices { population += words[index].nonzeroBitCount }
      }
      #expect(population == cells.population)
      for top in -4...3 {
        var rows: Set<Int> = []
        cells.forEachPiece(inRows: top..<top + 2) { y, _, _ in rows.insert(y) }
        #expect(rows == Set(model.cells.map(\.y).filter { $0 == top || $0 == top + 1 }))
      }
    }
  }

  @Test func `empty cells are equal however they were made`() throws {
    let builder = Cells.Builder()
    try builder.append(y: 5, x: 64, words: [0, 0].span)
    try builder.append(y: 6, x: 64, word: 0)
    let nothing = builder.finish()
    #expect(nothing == .none)
    #expect(nothing.byteCount == 0)
    #expect(nothing.bounds == nil)
    #expect(Cells([CellRun(y: 0, x: 0, length: 0)]) == .none)
    #expect(!nothing[Cell(x: 0, y: 0)])
  }

  @Test(arguments: 1...3, 0..<4)
  func `dead words at either end of a row cost nothing`(planes: Int, dead: Int) throws {
    let blank = [UInt64](repeating: 0, count: dead * planes)
    let lone = Cells.Builder(planes: planes)
    let word = [1] + [UInt64](repeating: 0, count: planes - 1)
    try lone.append(y: 1, x: 64 * dead - 128, words: word.span)
    let padded = Cells.Builder(planes: planes)
    try padded.append(y: 1, x: -128, words: (blank + word + blank).span)
    let expected = lone.finish()
    let cells = padded.finish()
    #expect(cells == expected && cells.byteCount == expected.byteCount)
    #expect(cells.bounds == Window(x: 64 * dead - 128, y: 1, width: 1, height: 1))
  }

  @Test func `rows come north to south and from west to east`() async {
    await #expect(processExitsWith: .failure) {
      let builder = Cells.Builder()
      try builder.append(y: 1, x: 0, word: 1)
      try builder.append(y: 0, x: 0, word: 1)
    }
    await #expect(processExitsWith: .failure) {
      let builder = Cells.Builder()
      try builder.append(y: 0, x: 64, word: 1)
      try builder.append(y: 0, x: 0, word: 1)
    }
    await #expect(processExitsWith: .failure) {
      let builder = Cells.Builder()
      try builder.append(y: 0, x: 3, words: [1].span)
    }
  }

  @Test func `memory depends on the cells and not on their distance`() {
    let far = 1 << 60
    let corners = [-far, 0, far].flatMap { y in
      [-far, 0, far].map { x in CellRun(y: y, x: x, length: 1) }
    }
    let cells = Cells(corners)
    #expect(cells.runs == corners)
    #expect(cells.byteCount == 9 * 32)
    #expect(
      cells.bounds == Window(x: -far, y: -far, width: 2 * far + 1, height: 2 * far + 1))
    #expect(cells[Cell(x: far, y: -far)])
    #expect(!cells[Cell(x: far - 1, y: -far)] && !cells[Cell(x: far + 1, y: -far)])
    #expect(cells.isSame(as: Cells(corners.reversed()), shiftedBy: .zero))
  }

  @Test func `cells beyond the memory limit are refused`() throws {
    func build(rows: Int, limit: Int) throws -> Cells {
      let builder = Cells.Builder(limit: limit)
      for y in 0..<rows { try builder.append(y: y, x: 0, word: 1) }
      return builder.finish()
    }
    #expect(try build(rows: 20, limit: 24 * 20).population == 20)
    #expect(throws: MemoryExhausted(purpose: "pattern", bytes: 24 * 21)) {
      try build(rows: 21, limit: 24 * 20)
    }
    let store = FallibleArray<CellRun>(purpose: "pattern")
    for x in 0..<100 { try store.append(CellRun(y: 0, x: x * 128, length: 1)) }
    #expect(throws: MemoryExhausted.self) { try Cells(unordered: store, limit: 100) }
    let wide = FallibleArray<CellRun>(purpose: "pattern")
    try wide.append(CellRun(y: 0, x: 0, length: 1 << 50))
    #expect(throws: MemoryExhausted.self) { try Cells(unordered: wide, limit: 1 << 20) }
    #expect(throws: MemoryExhausted.self) {
      try FallibleArray<UInt64>(purpose: "pattern").reserve(.max)
    }
  }

  @Test func `a word mask has the bits between two positions`() async throws {
    try await forEachCase(of: 0...64) { from in
      for to in from...64 {
        var mask: UInt64 = 0
        for bit in from..<to { mask |= 1 << UInt64(bit) }
        #expect(WordMask.bits(from: from, to: to) == mask)
      }
    }
  }
}
