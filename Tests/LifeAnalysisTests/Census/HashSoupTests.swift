import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// The soups of a seed in all symmetries, with facts from another program.
@Suite struct HashSoupTests {
  struct Vector: CustomTestStringConvertible, Sendable {
    var seed: String
    var symmetry: String
    var population: Int
    var box: Window
    var rle: String

    var testDescription: String { "\(seed) \(symmetry)" }

    static let all = Project.rows(ofTable: "Tests/LifeAnalysisTests/Vectors/hashsoups.tsv").map {
      let numbers = $0[2...6].map { Int($0) ?? 0 }
      return Vector(
        seed: $0[0], symmetry: $0[1], population: numbers[0],
        box: Window(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]),
        rle: $0[7])
    }
  }

  @Test func `the table of known soups is found`() { #expect(!Vector.all.isEmpty) }

  @Test(arguments: Vector.all)
  func `a soup has the cells and the place of another program`(vector: Vector) throws {
    let symmetry = try #require(SoupSymmetry(vector.symmetry))
    let cells = HashSoup(seed: Array(vector.seed.utf8), symmetry: symmetry).cells
    let expected = try read(vector.rle).cells
    #expect(cells.population == vector.population)
    #expect(cells.bounds == vector.box)
    #expect(cells.isSame(as: expected, shiftedBy: Offset(x: vector.box.x, y: vector.box.y)))
  }

  @Test(arguments: SoupSymmetry.all)
  func `a soup has the symmetry of its name`(symmetry: SoupSymmetry) throws {
    let soup = HashSoup(seed: Array("a0".utf8), symmetry: symmetry)
    let bitmap = Bitmap(soup.cells)
    let name = symmetry.description
    if let group = StaticSymmetry(rawValue: name) {
      #expect(StaticSymmetry(bitmap) == group)
    } else if symmetry.isInflated, let group = SoupSymmetry(String(name.dropFirst())) {
      let plain = HashSoup(seed: Array("a0".utf8), symmetry: group)
      #expect(soup.cells.population == 4 * plain.cells.population)
      let corners = plain.cells.states.keys.map { Cell(x: 2 * $0.x, y: 2 * $0.y) }
      #expect(corners.allSatisfy { soup.cells[$0] })
    } else {
      let box = soup.phase.window
      #expect("\(box.height)x\(box.width)" == name && box.width * box.height == 256)
    }
    #expect(SoupSymmetry(name) == symmetry)
  }

  @Test func `only seeds of one kind are not transposed in C2_2`() throws {
    let symmetry = try #require(SoupSymmetry("C2_2"))
    let plain = HashSoup(seed: Array("l_0".utf8), symmetry: symmetry)
    let square = HashSoup(seed: Array("l_0".utf8), symmetry: .c1)
    for cell in square.cells.states.keys {
      #expect(plain.cells[Cell(x: cell.x - square.phase.x, y: cell.y - square.phase.y)])
    }
  }

  @Test func `unknown names of symmetries are refused`() {
    for name in ["", "c1", "C3", "iiC1", "16x16", "D2_+3"] { #expect(SoupSymmetry(name) == nil) }
  }
}
