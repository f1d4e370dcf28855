import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

@Suite struct RecentPicturesTests {
  @Test func `pictures are kept as they were`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 1_000)) { seed in
      var random = Seeded(seed)
      var recent = RecentPictures()
      var expected: [[UInt8]] = []
      for _ in 0..<20 {
        // Runs of all lengths; without a limit on them, and of one pixel each.
        let longest = [1, 3, 255, 256, 1_000][Int.random(in: 0..<5, using: &random)]
        var indices: [UInt8] = []
        while indices.count < 2_000 {
          let value = UInt8.random(in: 0..<3, using: &random)
          let count = Int.random(in: 1...longest, using: &random)
          indices += Array(repeating: value, count: count)
        }
        indices = Array(indices.prefix(2_000))
        recent.append(Self.picture(indices, width: 50), at: 0)
        if expected.last != indices { expected.append(indices) }
      }
      #expect(Array(recent.indices) == expected)
    }
  }

  @Test func `the number of pictures is limited by their packed size`() {
    var sparse = RecentPictures()
    for index in 0..<RecentPictures.maxPictures + 5 {
      var indices = [UInt8](repeating: 0, count: 1 << 17)
      indices[index] = 1
      sparse.append(Self.picture(indices, width: 1 << 8), at: 0)
    }
    var dense = RecentPictures()
    let stripes = [[UInt8]](repeating: [0, 1], count: 1 << 19).flatMap(\.self)
    for index in 0..<40 {
      var indices = stripes
      indices[index] = 2
      dense.append(Self.picture(indices, width: 1 << 10), at: 0)
    }
    #expect(sparse.count == RecentPictures.maxPictures)
    #expect(dense.count == 32)
  }

  @Test func `pictures of another size or palette begin anew`() {
    var recent = RecentPictures()
    recent.append(Self.picture([0, 0, 1, 1], width: 2), at: 0)
    recent.append(Self.picture([0, 0, 1, 1], width: 2), at: 0)
    #expect(recent.count == 1)
    recent.append(Self.picture([0, 0, 1, 1], width: 2), at: 1)
    #expect(recent.count == 2, "a generation without changes has a picture, too")
    recent.append(Self.picture([0, 0, 1, 1], width: 4), at: 1)
    #expect(recent.count == 1 && Array(recent.indices) == [[0, 0, 1, 1]])
  }

  private static func picture(_ indices: [UInt8], width: Int) -> SimulationPicture {
    let height = indices.count / width
    let view = SimulationView(corner: .origin, zoom: .one, width: width, height: height)
    return SimulationPicture(view: view, indices: indices, palette: [])
  }
}
