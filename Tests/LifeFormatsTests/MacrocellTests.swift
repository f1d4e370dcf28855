import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct MacrocellTests {
  @Test func `macrocell trees have their center at (0, 1)`() throws {
    let pattern = try TextFormat.macrocell.read(
      "[M2] (golly 2.0)\n#G 7\n*$\n4 0 0 0 1\n5 0 0 0 2\n")
    #expect(pattern.bounds == Bounds(x: 8, y: 9, width: 1, height: 1))
    #expect(pattern.generation == 7)
  }

  @Test func `macrocell files may have leaves of single cells`() throws {
    let small = try TextFormat.macrocell.read("[M2]\n1 0 1 1 1\n")
    #expect(small.bounds == Bounds(x: -1, y: 0, width: 2, height: 2))
    #expect(small.population == 3)
    let large = try TextFormat.macrocell.read(
      "[M2]\n1 0 1 1 1\n2 1 0 0 0\n3 0 0 0 2\n4 3 0 0 0\n5 0 0 0 4\n")
    #expect(large.bounds == Bounds(x: 4, y: 5, width: 2, height: 2))
  }

  @Test func `a macrocell file may be empty`() throws {
    let pattern = try TextFormat.macrocell.read("[M2]\n#R B36/S23\n")
    #expect(pattern.population == 0)
    #expect(pattern.bounds == nil)
    #expect(try TextFormat.macrocell.text(pattern) == "[M2] (life)\n#R B36/S23\n")
  }

  @Test(arguments: [
    ("[M2]\n4 0 0 0 1\n", "2:9"), ("[M2]\n*$\n5 0 0 0 1\n", "3:9"),
    ("[M2]\n*$\n4 0 0 2 1\n", "3:7"),
    ("[M2]\n*$\n4 0 0 1\n", "3:8"), ("[M2]\n*$\n4 0 0 0 -1\n", "3:9"),
    ("[M2]\n.........*$\n", "2:9"), ("[M2]\n$$$$$$$$.$\n", "2:9"),
    ("[M2]\n*$\n4 0 0 0 1 1\n", "3:11"), ("[M2]\n$$$$$$$$*$\n", "2:9"), ("[M2]\n*q$\n", "2:2"),
    ("[M2]\n4097 0 0 0 0\n", "2:1"), ("[M2]\n0 0 0 0 0\n", "2:1"), ("[M2]\n1 0 0 0 2\n", "2:9"),
    ("[M2]\n*$\n#R 345/2/4\n", "3:1"), ("[M2]\n#R 345/2/4\n*$\n", "3:1"),
    ("[M2]\n#R 345/2/4\n1 0 0 0 4\n", "3:9"), ("[M2]\n#R B9/S\n", "2:5"),
    ("[M2]\n99999999999999999999 0 0 0 0\n", "2:19"), ("[M2]\n#G x\n", "2:4"), ("[M2]\nx\n", "2:1"),
  ])
  func `invalid macrocell files are refused with a place`(text: String, place: String) throws {
    let said = TextFormat.macrocell.complaint(text) ?? "nothing"
    #expect(said.contains(":\(place):"), "\(said)")
  }

  @Test(arguments: [
    ("[M2]\n*$\n4 0 0 0 1\n5 2 2 0 0\n", []),
    ("[M2]\n*$\n.*$\n4 0 0 0 1\n", ["1 nodes are not part of the pattern"]),
    ("[M2]\n*$\n.*$\n4 1 1 1 1\n4 0 0 0 1\n", ["2 nodes are not part of the pattern"]),
  ])
  func `macrocell files may have nodes that are not part of the pattern`(
    text: String, warnings: [String]
  ) throws {
    #expect(try TextFormat.macrocell.warnings(text) == warnings)
  }

  @Test func `macrocell files may have up to 4096 levels`() throws {
    var text = "[M2]\n*$\n"
    for level in 4...4096 { text += "\(level) 0 0 0 \(level - 3)\n" }
    let pattern = try TextFormat.macrocell.read(text)
    #expect(pattern.population == 1)
    #expect(pattern.bounds?.x.bitWidth == 4095)
    #expect(try pattern.inRows().cells.population == 1)
  }

  @Test(arguments: [4095, 4096])
  func `macrocell files are not written with more levels than are read`(exponent: Int) throws {
    let pattern = Pattern(cells: Art.cells("O"), at: Position(x: .powerOfTwo(exponent) - 1, y: 0))
    guard exponent > 4095 else {
      return #expect(try read(written(pattern, as: .macrocell)).hasSameCells(as: pattern))
    }
    let error = #expect(throws: WriteError.self) { try written(pattern, as: .macrocell) }
    #expect(error.map { "\($0)".contains("more than 2^4095 from the origin") } == true)
  }
}
