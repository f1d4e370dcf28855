// Makes cells row by row, or from runs.
extension Cells {
  /// Collects the rows of a pattern in order, within a memory limit.
  ///
  /// Copies of a builder share their rows: append to one of them only, and finish it once.
  package struct Builder {
    private let pieces: FallibleArray<Piece>
    private let words: FallibleArray<UInt64>
    fileprivate let planes: Int
    private let limit: () -> Int

    /// - Parameters:
    ///   - planes: the number of bit-planes, 1…8.
    ///   - limit: the memory limit in bytes of each of two lists: the pieces, and the words.
    package init(planes: Int = 1, limit: Int = .max) {
      self.init(planes: planes, limitedBy: { limit })
    }

    /// - Parameter limit: returns the memory limit of each list in bytes; called when a list needs
    ///   more memory. `nil` without any limit, also of the process.
    package init(planes: Int, limitedBy limit: (() -> Int)?) {
      precondition((1...8).contains(planes))
      self.planes = planes
      self.limit = limit ?? { .max }
      pieces = FallibleArray(purpose: "pattern", isLimited: limit != nil)
      words = FallibleArray(purpose: "pattern", isLimited: limit != nil)
    }

    /// Adds words of row `y` from column `x`, a multiple of 64. Zero words at either end are
    /// dropped. Rows must be added north to south, and pieces of a row west to east.
    ///
    /// - Throws: ``MemoryExhausted`` beyond the limit.
    package func append(y: Int, x: Int, words span: Span<UInt64>) throws(MemoryExhausted) {
      precondition(x & 63 == 0 && span.count.isMultiple(of: planes))
      var start = 0
      var end = span.count
      while start < end, span[start] == 0 { start += 1 }
      while end > start, span[end - 1] == 0 { end -= 1 }
      guard start < end else { return }
      if planes > 1 {
        start -= start % planes
        end += (planes - end % planes) % planes
      }
      let west = x + (start / planes) << 6
      if !extendsLastPiece(y: y, x: west) {
        try pieces.append(Piece(y: y, x: west, first: words.count), limit: limit())
      }
      try words.append(span.extracting(start..<end), limit: limit())
    }

    /// Whether words at this place directly follow the last piece and belong to it. Traps if they
    /// come before its end.
    private func extendsLastPiece(y: Int, x: Int) -> Bool {
      guard pieces.count > 0 else { return false }
      let last = pieces[pieces.count - 1]
      let end = last.x + ((words.count - last.first) / planes) << 6
      precondition(last.y < y || (last.y == y && end <= x), "rows out of order")
      return last.y == y && end == x
    }

    /// Adds 64 cells of a two-state pattern: bit 0 of `word` is column `x` of row `y`. Words
    /// come in the order of ``append(y:x:words:)``.
    package func append(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) {
      precondition(planes == 1)
      guard word != 0 else { return }
      if !extendsLastPiece(y: y, x: x) {
        try pieces.append(Piece(y: y, x: x, first: words.count), limit: limit())
      }
      try words.append(word, limit: limit())
    }

    /// The memory of the cells so far, in bytes.
    package var byteCount: Int {
      pieces.count * MemoryLayout<Piece>.stride + words.count * MemoryLayout<UInt64>.stride
    }

    /// The cells. The builder must not be used afterwards.
    package func finish() -> Cells {
      words.trim()
      pieces.trim()
      return Cells(pieces: pieces, words: words, planes: planes)
    }
  }

  init(pieces: FallibleArray<Piece>, words: FallibleArray<UInt64>, planes: Int) {
    self.pieces = pieces
    self.words = words
    self.planes = planes
    population = Self.population(words, planes: planes)
    bounds = Self.bounds(pieces: pieces, words: words, planes: planes)
  }

  private static func population(_ words: FallibleArray<UInt64>, planes: Int) -> Int {
    var population = 0
    let all = words.span(from: 0, to: words.count)
    if planes == 1 {
      for index in all.indices { population &+= all[index].nonzeroBitCount }
      return population
    }
    for first in stride(from: 0, to: all.count, by: planes) {
      var alive: UInt64 = 0
      for plane in 0..<planes { alive |= all[first + plane] }
      population &+= alive.nonzeroBitCount
    }
    return population
  }

  private static func bounds(
    pieces: FallibleArray<Piece>, words: FallibleArray<UInt64>, planes: Int
  ) -> Window? {
    guard pieces.count > 0 else { return nil }
    let alive = { (first: Int) in
      (first..<first + planes).reduce(UInt64(0)) { $0 | words[$1] }
    }
    var west = Int.max
    var east = Int.min
    for index in 0..<pieces.count {
      let piece = pieces[index]
      let end = index + 1 < pieces.count ? pieces[index + 1].first : words.count
      west = min(west, piece.x + alive(piece.first).trailingZeroBitCount)
      let last = piece.x + ((end - piece.first) / planes - 1) << 6
      east = max(east, last + 63 - alive(end - planes).leadingZeroBitCount)
    }
    let top = pieces[0].y
    return Window(
      x: west, y: top, width: east - west + 1, height: pieces[pieces.count - 1].y - top + 1)
  }

  /// Cells from runs in any order; sorts the runs in place. Runs of the same state may overlap.
  ///
  /// - Parameter limit: the memory limit in bytes, as for ``Builder``.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  /// - Complexity: O(*n* log *n*) for *n* runs, plus their words.
  package init(unordered runs: FallibleArray<CellRun>, limit: Int = .max) throws(MemoryExhausted) {
    try runs.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    try self.init(sorted: runs.span(from: 0, to: runs.count), limitedBy: { limit })
  }

  private init(
    sorted runs: Span<CellRun>, limitedBy limit: (() -> Int)?
  ) throws(MemoryExhausted) {
    var states: State = 1
    for index in runs.indices { states |= runs[index].state }
    let planes = State.bitWidth - states.leadingZeroBitCount
    var rasterizer = Rasterizer(Builder(planes: planes, limitedBy: limit))
    for index in runs.indices where runs[index].length > 0 { try rasterizer.add(runs[index]) }
    self = try rasterizer.finish()
  }

  /// Cells from runs in any order, without a memory limit: they are smaller than the array.
  package init(_ runs: [CellRun]) {
    let runs = runs.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    do throws(MemoryExhausted) {
      try self.init(sorted: runs.span, limitedBy: nil)
    } catch {
      preconditionFailure("no memory for \(error.bytes) bytes")
    }
  }

  /// Packs sorted runs into words. Runs of the same state may overlap.
  package struct Rasterizer {
    private let builder: Builder
    /// The row and the column of the current 64 cells.
    private var y = Int.min
    private var x = 0
    /// The current 64 cells, one word per bit-plane.
    private var words: [UInt64]

    package init(_ builder: Builder) {
      self.builder = builder
      words = Array(repeating: 0, count: builder.planes)
    }

    /// Adds a run of live cells; runs come north to south and west to east.
    package mutating func add(_ run: CellRun) throws(MemoryExhausted) {
      let end = run.x + run.length
      // A run may overlap a longer one before it, so it may begin west of the current word.
      var from = run.y == y ? max(run.x, x) : run.x
      while from < end {
        let base = from & ~63
        if run.y != y || base != x {
          try flush()
          y = run.y
          x = base
        }
        let mask = WordMask.bits(from: from - base, to: min(end - base, 64))
        for plane in words.indices where run.state >> State(plane) & 1 == 1 {
          words[plane] |= mask
        }
        from = base + 64
      }
    }

    private mutating func flush() throws(MemoryExhausted) {
      try builder.append(y: y, x: x, words: words.span)
      for plane in words.indices { words[plane] = 0 }
    }

    /// Hands over the last cells.
    package mutating func finish() throws(MemoryExhausted) -> Cells {
      try flush()
      return builder.finish()
    }
  }
}
