import LifeCore
import TestSupport
import Testing

@Suite struct UniverseTests {
  @Test(arguments: [
    ("", Universe.plane), ("plane", .plane), ("PLANE", .plane), ("T", .plane), ("p", .plane),
    ("t0,0", .plane), ("T30", Universe(.torus, width: 30, height: 30)),
    ("T30,", Universe(.torus, width: 30, height: 30)),
    ("t30,20", Universe(.torus, width: 30, height: 20)),
    ("P64", Universe(.plane, width: 64, height: 64)),
    ("p64,1", Universe(.plane, width: 64, height: 1)),
    ("T0,20", Universe(.torus, width: 0, height: 20)),
    ("T,20", Universe(.torus, width: 0, height: 20)),
    ("T1,0", Universe(.torus, width: 1, height: 0)), ("C", .plane), ("k0,0", .plane),
    ("P20,0", Universe(.plane, width: 20, height: 0)), ("T0", .plane), ("P", .plane),
    ("P007,08", Universe(.plane, width: 7, height: 8)),
    ("T2000000000,2000000000", Universe(.torus, width: 2_000_000_000, height: 2_000_000_000)),
  ])
  func `sizes of universes are read`(text: String, universe: Universe) throws {
    let read = try Universe(parsing: Array(text.utf8))
    #expect(read == universe)
    #expect(try Universe(parsing: Array(read.description.utf8)) == universe)
    #expect(universe.suffix == (universe == .plane ? "" : ":\(universe)"))
  }

  @Test(arguments: [
    (" T1", 0..<1, "expected a universe such as"), (",", 0..<1, "expected a universe such as"),
    ("T1,1 xy", 4..<7, "unexpected text after"), ("S3,3", 2..<3, "a sphere is square"),
    ("T4*", 2..<3, "only a Klein bottle (K) takes a twist mark"),
    ("C4,5*", 4..<5, "only a Klein bottle (K) takes a twist mark"),
    ("C4,5+12", 4..<7, "only a torus (T) or a Klein bottle (K) has a shift"),
    ("T0-1", 2..<4, "a torus that is infinite in one direction has no shift"),
    ("T4,0+2", 4..<6, "a torus that is infinite in one direction has no shift"),
    ("T4+1,5-22", 6..<9, "a torus has a shift in one direction only"),
    ("C0,5", 1..<2, "both sizes of this universe must be at least 1"),
    ("K30*,00", 5..<7, "both sizes of this universe must be at least 1"),
    ("K4*,5*", 5..<6, "a Klein bottle has one twist"),
    ("K4+1,5*", 2..<4, "the shift must follow the twist"),
    ("K4*,5+1", 5..<7, "the shift must follow the twist"),
  ])
  func `an invalid universe is refused with the place of the error`(
    text: String, range: Range<Int>, message: String
  ) {
    do throws(RuleError) {
      Issue.record("\(try Universe(parsing: Array(text.utf8)))")
    } catch {
      #expect(error.range == range && "\(error.message)".hasPrefix(message), "\(error)")
    }
  }

  @Test(arguments: [
    (Universe.plane, true, false), (Universe(.torus, width: 0, height: 0), true, false),
    (Universe(.torus, width: 1, height: 0), false, false),
    (Universe(.plane, width: 0, height: 1), false, false),
    (Universe(.plane, width: 1, height: 1), false, true),
  ])
  func `a universe of size 0 is unbounded along that axis`(
    universe: Universe, isUnbounded: Bool, isBounded: Bool
  ) {
    #expect(universe.isUnbounded == isUnbounded)
    #expect(universe.isBounded == isBounded)
    #expect((universe == .plane) == isUnbounded)
  }

  // Measured with Golly 5.1b1.
  @Test(arguments: [
    ("T30,20", 3, 3, -1, -1), ("T30,20", 40, 3, -15, -10), ("T0,20", 10, 3, -5, -1),
    ("T0,20", 10, 50, 0, -10), ("T30,20", 30, 20, -15, -10), ("T30,20", 30, 21, -15, -10),
    ("P7,5", 0, 0, 0, 0), ("P7,5", 7, 5, -3, -2), ("P7,5", 8, 5, -3, -2),
    ("P7,0", 3, 100, -1, -50), ("P7,0", 8, 100, -3, 0), ("plane", 100, 100, 0, 0),
  ])
  func `a pattern without a position is centered`(
    universe: String, width: Int, height: Int, x: Int, y: Int
  ) throws {
    let universe = try Universe(parsing: Array(universe.utf8))
    let corner = universe.corner(forWidth: width, height: height)
    #expect(corner == Position(x: BigInt(x), y: BigInt(y)))
  }

  @Test(arguments: [
    ("T4,3", -2, -1, -2, -1), ("T4,3", -3, -1, 1, -1), ("T4,3", 2, 1, -2, 1),
    ("T4,3", 1, 2, 1, -1), ("T4,3", -3, -2, 1, 1), ("T4,3", 2, 2, -2, -1),
    ("T0,3", 99, 2, 99, -1), ("T4,0", 2, -99, -2, -99), ("T1,1", 1, -1, 0, 0),
    ("P4,3", -2, -1, -2, -1), ("P4,3", 1, 1, 1, 1), ("P0,3", 99, 1, 99, 1), ("plane", 9, 9, 9, 9),
  ])
  func `a cell beyond an edge is the one that the topology joins to it`(
    universe: String, x: Int, y: Int, placedX: Int, placedY: Int
  ) throws {
    let universe = try Universe(parsing: Array(universe.utf8))
    #expect(universe.resolve(Cell(x: x, y: y)) == Cell(x: placedX, y: placedY))
  }

  @Test(arguments: [
    ("P4,3", -3, 0), ("P4,3", 2, 0), ("P4,3", 0, -2), ("P4,3", 0, 2), ("P0,3", 0, 2),
    ("P4,0", 2, 0), ("P1,1", 1, 0),
  ])
  func `no cell lies beyond the edge of a bounded plane`(universe: String, x: Int, y: Int) throws {
    let universe = try Universe(parsing: Array(universe.utf8))
    #expect(universe.resolve(Cell(x: x, y: y)) == nil)
  }

  @Test func `cells beyond edges agree with counting around the universe`() async throws {
    try await forEachCase(of: pairs(0..<7, 0..<7)) { width, height in
      let torus = Universe(.torus, width: width, height: height)
      let plane = Universe(.plane, width: width, height: height)
      for y in -9...9 {
        for x in -9...9 {
          let (wrappedX, insideX) = Self.counted(x, from: -(width / 2), size: width)
          let (wrappedY, insideY) = Self.counted(y, from: -(height / 2), size: height)
          let cell = Cell(x: x, y: y)
          #expect(torus.resolve(cell) == Cell(x: wrappedX, y: wrappedY))
          #expect(plane.resolve(cell) == (insideX && insideY ? cell : nil))
        }
      }
    }
  }

  /// The place of a coordinate on a ring, found by walking, and whether it is on the ring already.
  private static func counted(_ start: Int, from edge: Int, size: Int) -> (Int, Bool) {
    if size == 0 { return (start, true) }
    var place = start
    while place < edge { place += size }
    while place >= edge + size { place -= size }
    return (place, place == start)
  }

  @Test(arguments: [
    ("T4,3", BigInt(0), BigInt(0), Window(x: -2, y: -1, width: 4, height: 3)),
    ("P4,3", 10, -5, Window(x: -12, y: 4, width: 4, height: 3)),
    ("P0,3", 10, 0, Window(x: -1 << 61, y: -1, width: 1 << 62, height: 3)),
    ("P4,0", 0, 7, Window(x: -2, y: -1 << 61, width: 4, height: 1 << 62)),
    (
      "P4,3", .powerOfTwo(100), -.powerOfTwo(100),
      Window(x: -1 << 61, y: 1 << 61, width: 4, height: 3)
    ),
  ])
  func `the window of a universe follows the origin`(
    universe: String, x: BigInt, y: BigInt, window: Window
  ) throws {
    let universe = try Universe(parsing: Array(universe.utf8))
    #expect(universe.window(seenFrom: Position(x: x, y: y)) == window)
    #expect(Universe.plane.window(seenFrom: Position(x: x, y: y)) == nil)
  }
}
