package import LifeCore
internal import LifeEngines
package import LifeKernels

/// A faster ``SoupCensus`` for rules whose ash mostly repeats every two generations.
///
/// It assumes that the ash around active cells repeats every two generations, and compares cells
/// to prove it. For a soup without such a proof, ``findObjects(of:)`` returns `false`.
///
/// - Note: Each thread needs its own census.
package final class FastCensus {
  private var evolution: SoupEvolution
  private var names: AshNames
  private var reader = AshReader()
  /// The numbers of the codes of the last soup's objects.
  package private(set) var objects: [Int32] = []

  /// Returns `nil` unless the rule is a ``TwoStateRule`` without B0, for example B3/S23. Also `nil`
  /// for limits below 48 000 generations or 100 000 cells, which only ``SoupCensus`` checks.
  package init?(
    _ rule: AnalysisRule, limits: AnalysisLimits = .census, level: CPULevel = .best
  ) {
    guard limits.generations >= 2 * Self.maxGenerations,
      limits.population >= Self.minPopulationLimit, rule.interval == 1,
      let twoState = rule.rule.twoState, !twoState.map[0],
      let circuit = Circuit(rule.rule)
    else { return nil }
    evolution = SoupEvolution(SoupBoard(circuit, kernels: Kernels(level)))
    names = AshNames(rule)
  }

  /// The codes of all objects so far. Their indices are the numbers of ``objects``.
  package var codes: [ObjectCode] { names.objectNumbers.codes }

  /// Finds the objects of a soup, see ``objects``.
  ///
  /// - Returns: `false` if the result is not proved, or if a code may record a late death, a long
  ///   life or large ash. Count the soup with ``SoupCensus`` then.
  package func findObjects(of soup: HashSoup) -> Bool { findObjects(of: soup.phase.bitmap) }

  /// Finds the objects in the ash of live cells, see ``objects``.
  ///
  /// - Returns: `false` also for no cells, or if their box is wider or higher than 256 cells.
  package func findObjects(of cells: Cells) -> Bool {
    findObjects(of: Phase(cells, limit: Self.maxSoupArea)?.bitmap ?? .empty)
  }
}

extension FastCensus {
  /// Limits beyond which ``SoupCensus`` takes over, as it may add a code such as `methuselah_25k`.
  private static let latestDeath = 500
  private static let maxGenerations = 24_000
  private static let maxPopulation = 2_500
  /// The lowest `limits.population` that needs no check: soups with small ash never come near it.
  private static let minPopulationLimit = 100_000

  private func findObjects(of bitmap: Bitmap) -> Bool {
    objects.removeAll(keepingCapacity: true)
    guard load(bitmap) else { return false }
    if evolution.settles(numbers: &names.objectNumbers, generations: Self.maxGenerations) {
      for ship in evolution.ships.ships { objects += evolution.ships.kinds[ship.kind].codeNumbers }
      if reader.read(evolution, names: &names, to: &objects) {
        return reader.population <= Self.maxPopulation
          && !(objects.isEmpty && evolution.generation >= Self.latestDeath)
      }
      reader = AshReader()
    }
    evolution.clear()
    return false
  }

  /// Places a soup in the middle of the empty board. Returns `false` if it does not fit.
  private func load(_ bitmap: Bitmap) -> Bool {
    guard bitmap.planes == 1, let box = Self.middle(width: bitmap.width, height: bitmap.height)
    else { return false }
    for (index, word) in bitmap.words.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: bitmap.stride)
      unsafe SoupBoard.insert(
        word, board: evolution.board.cells, x: 8 * box.x + 64 * column, y: 8 * box.y + row)
    }
    evolution.start(in: box)
    return true
  }

  /// The maximum width and height of a soup in blocks, and its area in cells.
  private static let maxSoupBlocks = 32
  private static let maxSoupArea = 64 * maxSoupBlocks * maxSoupBlocks

  /// The blocks in the middle of the board for a box of cells. `nil` if the box is empty or too
  /// large.
  private static func middle(width: Int, height: Int) -> Window? {
    let columns = (width + 7) / 8
    let rows = (height + 7) / 8
    guard 1...maxSoupBlocks ~= columns, 1...maxSoupBlocks ~= rows else { return nil }
    return Window(
      x: (SoupBoard.blocks - columns) / 2, y: (SoupBoard.blocks - rows) / 2, width: columns,
      height: rows)
  }
}
