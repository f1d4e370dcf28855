/// Which neighbours are counted, and how their sums are shared between rows.
protocol Neighbourhood {
  associatedtype Row
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row
  static func alive(_ row: Row) -> Wide
  static func counts(_ north: Row, _ middle: Row, _ south: Row) -> Counts
}

/// Two bit-planes that count some cells of a row, 0 to 3.
typealias Sum = (ones: Wide, twos: Wide)

/// How many live among a cell and its neighbours, 0 to 9, as planes that are not yet added up:
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

/// The eight cells around; a row's sum of three serves the rows to the north and south, too.
enum Moore: Neighbourhood {
  typealias Row = (alive: Wide, sum: Sum)

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row {
    (here, total(west, here, east))
  }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.alive }
  @inline(__always)
  static func counts(_ north: Row, _ middle: Row, _ south: Row) -> Counts {
    add(north.sum, middle.sum, south.sum)
  }
}

/// The six neighbours of a hexagon, on the square grid all but the north-eastern and the
/// south-western.
enum Hexagon: Neighbourhood {
  typealias Row = (west: Wide, here: Wide, east: Wide)

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row { (west, here, east) }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.here }
  @inline(__always)
  static func counts(_ north: Row, _ middle: Row, _ south: Row) -> Counts {
    add(
      total(north.west, north.here), total(middle.west, middle.here, middle.east),
      total(south.here, south.east))
  }
}

/// The four neighbours that share a side.
enum Cross: Neighbourhood {
  typealias Row = (west: Wide, here: Wide, east: Wide)

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row { (west, here, east) }
  @inline(__always) static func alive(_ row: Row) -> Wide { row.here }
  @inline(__always)
  static func counts(_ north: Row, _ middle: Row, _ south: Row) -> Counts {
    add((north.here, Wide()), total(middle.west, middle.here, middle.east), (south.here, Wide()))
  }
}
