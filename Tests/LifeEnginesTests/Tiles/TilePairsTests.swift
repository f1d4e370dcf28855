import TestSupport
import Testing

@testable import LifeEngines

@Suite struct TilePairsTests {
  @Test func `active tiles are listed once, and no two neighbors in a column stay alone`() throws {
    for seed in Effort.cases(20, long: 400) {
      var random = Seeded(seed)
      let field = try TileField(limit: 1 << 30)
      let activated = try ActiveTiles()
      let places = (0..<144).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      let tiles = try places.map { try field.make(column: $0 % 12, row: $0 / 12) }
      let chosen = tiles.shuffled(using: &random).prefix(tiles.count * 2 / 3)
      for tile in chosen { try activated.activate(tile, andNeighbors: 0, for: 1, in: field) }

      let paired = try ActiveTiles()
      try TilePairs().list(activated, in: field, into: paired)
      paired.checkInvariants(field, step: 1)
      #expect(paired.count == chosen.count)

      var alone = Set(chosen)
      var index = 0
      while index + 1 < paired.count {
        let tile = unsafe paired.list[index]
        let next = unsafe paired.list[index + 1]
        let isPair = field.neighbor(of: tile, toward: TileDirection.south) == next
        if isPair { alone.subtract([tile, next]) }
        index += isPair ? 2 : 1
      }
      for tile in alone {
        let south = field.neighbor(of: tile, toward: TileDirection.south)
        #expect(!alone.contains(south), "seed \(seed)")
      }
    }
  }
}
