// Carry-save sums. A bit-plane holds one bit of a number for every cell. So a full adder of planes
// adds for all cells of a vector at once:
//
//      a + b + c = parity(a, b, c) + 2 · majority(a, b, c)
//
// The cells of a row become a sum of two planes, `ones` and `twos`. Three such sums become one
// count of four planes. Its carries aren't propagated: the circuits for the next state use them as
// they are:
//
//      north      ones  twos      `ones`     parity of the three ones       counts 1
//      middle     ones  twos      `carry`    majority of the three ones     counts 2
//      south      ones  twos      `pairs`    parity of the three twos       counts 2
//                                 `quads`    majority of the three twos     counts 4

/// The neighbors counted by a rule, and the sums shared by rows.
protocol NeighborCounting {
  associatedtype Row
  static func row(west: Wide, here: Wide, east: Wide) -> Row
  static func alive(_ row: Row) -> Wide
  static func counts(north: Row, middle: Row, south: Row) -> Counts
}

/// The number of live cells among up to three of a row, 0 to 3, as two bit-planes.
typealias Sum = (ones: Wide, twos: Wide)

/// The number of live cells among a cell and its neighbors, 0 to 9, in carry-save form:
/// `ones` + 2 · (`pairs` + `carry`) + 4 · `quads`.
typealias Counts = (ones: Wide, carry: Wide, pairs: Wide, quads: Wide)

@inline(__always)
private func total(_ a: Wide, _ b: Wide, _ c: Wide) -> Sum { (parity(a, b, c), majority(a, b, c)) }

@inline(__always)
private func total(_ a: Wide, _ b: Wide) -> Sum { (a ^ b, a & b) }

@inline(__always)
private func add(_ a: Sum, _ b: Sum, _ c: Sum) -> Counts {
  (
    parity(a.ones, b.ones, c.ones), majority(a.ones, b.ones, c.ones),
    parity(a.twos, b.twos, c.twos), majority(a.twos, b.twos, c.twos)
  )
}

/// The eight cells around. The sum of three cells in a row is shared with the rows north and south
/// of it.
enum Moore: NeighborCounting {
  typealias Row = (alive: Wide, sum: Sum)

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Row {
    (here, total(west, here, east))
  }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.alive }
  @inline(__always)
  static func counts(north: Row, middle: Row, south: Row) -> Counts {
    add(north.sum, middle.sum, south.sum)
  }
}

/// The hexagonal neighborhood: on the square grid, all neighbors except the north-eastern and the
/// south-western one.
enum Hexagon: NeighborCounting {
  typealias Row = (west: Wide, here: Wide, east: Wide)

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Row { (west, here, east) }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.here }
  @inline(__always)
  static func counts(north: Row, middle: Row, south: Row) -> Counts {
    add(
      total(north.west, north.here), total(middle.west, middle.here, middle.east),
      total(south.here, south.east))
  }
}

/// The von Neumann neighborhood: the four neighbors sharing a side.
enum Cross: NeighborCounting {
  typealias Row = (west: Wide, here: Wide, east: Wide)

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Row { (west, here, east) }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.here }
  @inline(__always)
  static func counts(north: Row, middle: Row, south: Row) -> Counts {
    add((north.here, Wide()), total(middle.west, middle.here, middle.east), (south.here, Wide()))
  }
}
