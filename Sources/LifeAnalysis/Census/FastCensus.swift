internal import LifeCore
internal import LifeEngines
package import LifeKernels

/// Counts the objects of soups as ``SoupCensus`` does, for rules whose ash mostly repeats every two
/// generations.
///
/// Every shortcut is proved by equality of cells; a soup for which that fails is not counted.
///
/// - Note: Not for several threads at once; each needs its own.
package final class FastCensus {
  fileprivate var state: State

  fileprivate struct State {
    var soup: SoupEvolution
    var names: AshNames
    var reader = AshReader()
    var found: [Int32] = []
  }

  /// Nil for a rule with more than two states, a neighborhood larger than Moore's, or births
  /// without neighbors, and for lower limits than the usual ones, which ``SoupCensus`` checks.
  package init?(
    _ rule: AnalysisRule, _ limits: CensusLimits = CensusLimits(), _ level: CPULevel = .best
  ) {
    guard limits.generations >= 2 * State.mostGenerations,
      limits.population >= State.lowestLimit, rule.interval == 1, let twoState = rule.rule.twoState,
      !twoState.storesComplement(atOdd: false), let circuit = Circuit(rule.rule)
    else { return nil }
    state = State(
      soup: SoupEvolution(SoupBoard(circuit, Kernels(level)), DetachedShips()),
      names: AshNames(rule))
  }

  /// The codes of all objects that were found so far; their numbers are the indices.
  package var codes: [ObjectCode] { state.names.names.codes }
  /// The numbers of the codes of the last soup's objects.
  package var objects: [Int32] { state.found }

  /// Finds the objects of a soup, see ``objects``.
  ///
  /// - Returns: false if the soup needs more space or time than this has, something was not proved,
  ///   or the census might have to record that it lived long, died late or became large.
  package func findObjects(of soup: HashSoup) -> Bool { state.findObjects(of: soup) }
}

extension FastCensus.State {
  /// Soups beyond these limits are left to ``SoupCensus``, which records them.
  private static let latestDeath = 500
  static let mostGenerations = 24_000
  private static let largestPopulation = 2_500
  /// The lowest limit on the population of a census: far more than a soup that ends small ever has.
  static let lowestLimit = 100_000

  fileprivate mutating func findObjects(of soup: HashSoup) -> Bool {
    found.removeAll(keepingCapacity: true)
    guard load(soup) else { return false }
    if self.soup.run(&names.names, generations: Self.mostGenerations) == .settled {
      for ship in self.soup.ships.ships { found += self.soup.ships.kinds[ship.kind].codes }
      if reader.read(self.soup, &names, to: &found) {
        return reader.population <= Self.largestPopulation
          && !(found.isEmpty && self.soup.generation >= Self.latestDeath)
      }
      reader = AshReader()
    }
    self.soup.clear()
    return false
  }

  /// Places a soup in the middle of the empty board.
  private mutating func load(_ soup: HashSoup) -> Bool {
    let (width, height) = ((soup.width + 7) / 8, (soup.height + 7) / 8)
    guard width > 0, height > 0, width <= 32, height <= 32 else { return false }
    let (left, top) = ((SoupBoard.blocks - width) / 2, (SoupBoard.blocks - height) / 2)
    for (index, word) in soup.words.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: soup.stride)
      unsafe SoupBoard.insert(
        word, self.soup.board.cells, x: 8 * left + 64 * column, y: 8 * top + row)
    }
    let box = BlockBox(left: left, top: top, right: left + width - 1, bottom: top + height - 1)
    self.soup.start(in: box)
    return true
  }
}
