import LifeCore
import LifeRender
import Testing

@Suite struct ShadingTests {
  @Test(arguments: [1, 2, 7, 16, 1000, 1 << 20], [2, 3, 256])
  func `shades of pixels increase with the number of live cells`(side: Int, states: Int) {
    let shading = Shading(side: side, states: states)
    let all = UInt64(side) * UInt64(side)
    #expect(shading.index(0) == 0)
    #expect(shading.index(1) >= 1)
    #expect(Int(shading.index(all)) == shading.levels)
    let counts = (0...20).map { all * $0 / 20 }
    let shades = counts.map { shading.index($0) }
    #expect(shades == shades.sorted())
    #expect(Int(shading.index(all, state: UInt8(states - 1))) == (states - 1) * shading.levels)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 65, 100], [1, 3])
  func `counts of cells per pixel equal a cell-by-cell count`(side: Int, planes: Int) throws {
    let states = 1 << planes
    let scene = Scene(width: 300, height: 40, states: states, seed: side)
    let columns = 300 / side + 2
    let rows = 40 / side + 1
    let shading = Shading(side: side, states: states)
    let frame = try Frame(
      try FrameShape(width: columns, height: rows), content: .shades(side: side))
    var grid = DensityGrid(frame, shading: shading, planes: planes)
    // The cells start five columns east and two rows south of the corner of the grid.
    for y in 0..<40 {
      let words = scene.words(row: y, planes: planes)
      grid.add(y: y + 2, x: 5, words: words.span)
    }
    grid.finishRow()
    for row in 0..<rows {
      let shades = frame.shades(row)
      for column in 0..<columns {
        var counts = [UInt64](repeating: 0, count: states)
        for y in row * side..<(row + 1) * side {
          for x in column * side..<(column + 1) * side {
            guard (2..<42).contains(y), (5..<305).contains(x) else { continue }
            counts[Int(scene.cells[y - 2][x - 5])] += 1
          }
        }
        let sum = counts.dropFirst().reduce(0, +)
        let most = (1..<states).filter { counts[$0] == counts.dropFirst().max() }
        let expected = most.map { shading.index(sum, state: UInt8($0)) }
        #expect(expected.contains(shades[column]), "\(column), \(row)")
      }
    }
  }
}
