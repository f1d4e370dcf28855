import LifeCore
import LifeFormats
import TestSupport
import Testing

@testable import LifeEngines

/// Soups settling in tiles and in the quadtree, two engines with nothing in common but the rule.
@Suite struct SettlingLaws {
  /// A multiple of the periods of all but very rare oscillators.
  static let period = 240
  /// The generation to give up a soup.
  static let longest = 40_000

  @Test func `soups settle in tiles as in the quadtree`() throws {
    var compared = 0
    var settled = 0
    let seeds = Effort.cases(150, long: 100_000)
    for seed in seeds {
      var pattern = Pattern(cells: Soup.cells(seed, width: 16, height: 16, density: 128))
      pattern.position = .origin
      let tiles = try TilesStepper(pattern, options: EngineOptions())
      let tree = try HashLifeStepper(pattern, options: EngineOptions())
      try tiles.advance(by: BigInt(seed % Self.period))
      if try Self.settle(tiles, { compared += try Self.compare(tiles, with: tree, seed: seed) }) {
        settled += 1
      }
    }
    #expect(settled * 100 > seeds.count * 99)
    print("\(seeds.count) soups, of which \(settled) settled: \(compared) cells compared")
    if Effort.isLong { #expect(compared >= 10_000_000_000) }
  }

  /// Advances until the population is three times the same, and calls `visit` each time. Returns
  /// false if it takes too long.
  private static func settle(_ tiles: TilesStepper, _ visit: () throws -> Void) throws -> Bool {
    var populations: [BigInt] = []
    while tiles.generation < BigInt(longest) {
      try visit()
      populations.append(tiles.population)
      if populations.count > 2, Set(populations.suffix(3)).count == 1 { return true }
      try tiles.advance(by: BigInt(period))
    }
    return false
  }

  /// Advances the quadtree to the generation of the tiles and compares digests.
  ///
  /// - Returns: the number of cells in tiles.
  private static func compare(
    _ tiles: TilesStepper, with tree: HashLifeStepper, seed: Int
  ) throws -> Int {
    try tree.advance(by: tiles.generation - tree.generation)
    let one = try tiles.snapshot()
    let other = try tree.snapshot()
    #expect(tiles.bounds == tree.bounds, "soup \(seed) in generation \(tiles.generation)")
    #expect(
      try one.digest() == other.digest(), "soup \(seed) in generation \(tiles.generation)")
    return tiles.plane.field.count * TileField.side * TileField.side
  }
}
