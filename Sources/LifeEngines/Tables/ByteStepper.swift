package import LifeCore

/// Tiles of a byte a cell, of which only blocks that may change are stepped: for every rule that
/// looks at the eight neighbours, in every universe.
package final class ByteStepper: Stepper {
  private let pattern: Pattern
  private let rule: Rule
  private let tiles: ByteTiles
  private let options: EngineOptions
  /// What becomes of cells at even and at odd generations, which may be the same.
  private let outcomes: [Outcomes]
  /// The absolute position of the tiles' cell (0, 0).
  private let origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern
    self.options = options
    rule = pattern.rule
    generation = pattern.generation
    let universe = pattern.universe
    guard let kinds = rule.kinds else {
      throw UnsupportedPattern(
        engine: "bytes", reason: "the rule looks farther than the eight neighbours")
    }
    let rule = rule
    outcomes = try (rule.dependsOnParity ? [false, true] : [false]).map {
      try Outcomes(rule, kinds, atOdd: $0)
    }
    origin = Position(
      x: universe.width > 0 ? BigInt(universe.left) : pattern.origin.x,
      y: universe.height > 0 ? BigInt(universe.top) : pattern.origin.y)
    tiles = try ByteTiles(universe, memoryLimit: options.memoryLimit)
    try load(pattern)
    tiles.activateAll()
  }

  private func load(_ pattern: Pattern) throws {
    // What is too far away to be reached from the corner is outside.
    guard let dx = (pattern.origin.x - origin.x).int, let dy = (pattern.origin.y - origin.y).int,
      let window = pattern.universe.window(seenFrom: pattern.origin) ?? pattern.cells.bounds
    else { return }
    try pattern.cells.forEachRun { run in
      let (from, to) = (max(run.x, window.x), min(run.x + run.length, window.endX))
      guard from < to, run.y >= window.y, run.y < window.endY else { return }
      try tiles.set(Run(y: run.y + dy, x: from + dx, length: to - from, state: run.state))
    }
  }

  package func advance(by count: BigInt) throws {
    let end = generation + count
    while generation < end {
      try options.stopIfAsked()
      if rule.dependsOnParity {
        // What stays under one of the rules may change under the other.
        tiles.activateAll()
      } else if tiles.isStill {
        generation = end
        return
      }
      try tiles.advance(outcomes[generation.isOdd ? outcomes.count - 1 : 0])
      generation += 1
    }
  }
}

extension ByteStepper {
  package var planes: Int { rule.planes }

  package var population: BigInt { BigInt(tiles.population) }

  package var bounds: Bounds? { tiles.bounds.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    var result = pattern
    let builder = Cells.Builder(planes: planes)
    try tiles.forEachRow(planes: planes) { y, x, words in
      try builder.append(y: y, x: x, words: words)
    }
    result.cells = builder.finish()
    result.position = origin
    result.generation = generation
    return result
  }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let left = (window.corner.x - origin.x).int, let top = (window.corner.y - origin.y).int,
      abs(left) < 1 << 61, abs(top) < 1 << 61
    else { return }
    let rows = top..<top + window.height
    let columns = left..<left + window.width
    var row = WindowRow(width: window.width, planes: planes)
    try tiles.forEachRow(planes: planes, rows: rows, columns: columns) { y, x, words in
      if y - top != row.y { try row.flush(body) }
      row.add(words, y: y - top, x: x - left)
    }
    try row.flush(body)
  }
}

/// A row of a window that is put together from pieces.
private struct WindowRow {
  private(set) var y = 0
  private let width: Int
  private let planes: Int
  private var words: [UInt64]
  private var isBlank = true

  init(width: Int, planes: Int) {
    (self.width, self.planes) = (width, planes)
    words = Array(repeating: 0, count: (width + 63) / 64 * planes)
  }

  /// Adds 64 cells, the first of them in column `x`, which may lie outside.
  mutating func add(_ piece: Span<UInt64>, y: Int, x: Int) {
    guard x > -64, x < width else { return }
    self.y = y
    isBlank = false
    let kept = WordMask.bits(from: max(0, -x), to: min(64, width - x))
    let (column, shift) = (x >> 6, UInt64(x & 63))
    for plane in 0..<planes {
      let word = piece[plane] & kept
      if column >= 0 { words[column * planes + plane] |= word << shift }
      let next = (column + 1) * planes + plane
      if shift > 0, next < words.count { words[next] |= word >> (64 - shift) }
    }
  }

  mutating func flush(_ body: (Int, Int, Span<UInt64>) throws -> Void) rethrows {
    guard !isBlank else { return }
    try body(y, 0, words.span)
    for index in words.indices { words[index] = 0 }
    isBlank = true
  }
}
