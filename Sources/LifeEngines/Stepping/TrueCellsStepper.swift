internal import LifeCore

/// Shows the true cells of a bounded universe under a rule with B0. An engine stores their
/// complement at odd generations.
///
/// On the plane nearly all cells are alive then; in a bounded universe they can be counted.
struct TrueCellsStepper: Stepper {
  /// Steps the stored cells.
  private var stored: any Stepper
  private let universe: Universe
  private let memoryLimit: Int

  init(_ pattern: Pattern, options: EngineOptions, make: Engine.Initializer) throws {
    universe = pattern.universe
    memoryLimit = options.memoryLimit
    stored = try make(pattern, options)
    // The pattern has true cells. At an odd generation, `snapshot()` gives their complement: the
    // cells to store.
    if pattern.generation.isOdd { stored = try make(snapshot(), options) }
  }

  private var isComplement: Bool { generation.isOdd }

  var generation: BigInt { stored.generation }
  var planes: Int { stored.planes }

  mutating func advance(by count: BigInt) throws { try stored.advance(by: count) }

  func checkInvariants() { stored.checkInvariants() }

  var population: BigInt {
    guard isComplement else { return stored.population }
    return BigInt(universe.width) * BigInt(universe.height) - stored.population
  }

  var bounds: Bounds? {
    guard isComplement else { return stored.bounds }
    var box: Window?
    forEachRow(in: universe.box) { y, x, words in
      for index in 0..<words.count where words[index] != 0 {
        let word = words[index]
        let first = x + 64 * index + word.trailingZeroBitCount
        let end = x + 64 * (index + 1) - word.leadingZeroBitCount
        let piece = Window(x: first, y: y, width: end - first, height: 1)
        box = box?.union(piece) ?? piece
      }
    }
    return box.map { Bounds($0, from: universe.box.corner) }
  }

  func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard isComplement, let inside = universe.window(seenFrom: window.corner),
      let width = window.width.int, let height = window.height.int
    else { return try stored.forEachRow(in: window, body) }
    let rows = max(0, inside.y)..<max(0, inside.y, min(height, inside.endY))
    let columns = max(0, inside.x)..<max(0, inside.x, min(width, inside.endX))
    let allAlive = (0..<(width + 63) / 64).map { index in
      let from = max(0, min(64, columns.lowerBound - 64 * index))
      return WordMask.bits(from: from, to: max(from, min(64, columns.upperBound - 64 * index)))
    }
    var complement = ComplementRows(next: rows.lowerBound, row: allAlive, allAlive: allAlive)
    try stored.forEachRow(in: window) { y, x, words in
      try complement.finish(before: y, body)
      for index in 0..<words.count { complement.row[x / 64 + index] &= ~words[index] }
    }
    try complement.finish(before: rows.upperBound, body)
  }

  func snapshot() throws -> Pattern {
    var result = try stored.snapshot()
    guard isComplement else { return result }
    let builder = Cells.Builder(limit: memoryLimit)
    let whole = universe.box
    try forEachRow(in: whole) { try builder.append(y: $0, x: $1, words: $2) }
    result.cells = builder.finish()
    result.statedPosition = whole.corner
    return result
  }

  mutating func set(_ cells: CellStates) throws -> CellStates {
    guard isComplement else { return try stored.set(cells) }
    return try stored.set(cells.complement()).complement()
  }
}

/// Rows of a window from north to south, all cells alive except the stored ones visited so far.
private struct ComplementRows {
  /// The first row not yet reported.
  var next: Int
  var row: [UInt64]
  let allAlive: [UInt64]

  mutating func finish(
    before end: Int, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    while next < end {
      try body(next, 0, row.span)
      row = allAlive
      next += 1
    }
  }
}

extension CellStates {
  /// The same cells of two states with dead and live exchanged.
  fileprivate func complement() throws(MemoryExhausted) -> CellStates {
    var result = CellStates(from: origin, planes: 1)
    try result.reserve(count)
    for index in 0..<count {
      let word = self[index]
      let dead: [UInt64] = [~states(ofWord: index)[0]]
      try result.append(y: word.y, x: word.x, mask: word.mask, states: dead.span)
    }
    return result
  }
}
