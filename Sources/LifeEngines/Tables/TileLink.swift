internal import LifeCore

/// A cell just beyond an edge of a universe, and the cell inside whose state it repeats.
struct TileLink: BitwiseCopyable {
  /// A cell as a tile and an offset in the tile's cells.
  struct Address: BitwiseCopyable {
    var tile: Int32
    var offset: Int32
  }

  var copy: Address
  var original: Address
}

// In a bounded universe, cells and tiles count from its corner.
extension Universe {
  /// The number of columns and rows of a tile inside the universe.
  func extent(in place: TilePlace) -> (columns: Int, rows: Int) {
    (Self.extent(at: place.x, within: width), Self.extent(at: place.y, within: height))
  }

  /// The columns or rows of a tile that are inside a universe of `size` cells; 0 for no edges.
  private static func extent(at place: Int, within size: Int) -> Int {
    guard size > 0 else { return ByteTile.size }
    return place < 0 ? 0 : max(0, min(ByteTile.size, size - place * ByteTile.size))
  }

  /// The cells of a tile that lie just beyond an edge, with the cells that they repeat.
  func ring(in place: TilePlace) -> [(copy: Cell, original: Cell)] {
    let columns = place.x * ByteTile.size..<(place.x + 1) * ByteTile.size
    let rows = place.y * ByteTile.size..<(place.y + 1) * ByteTile.size
    func isBeyond(_ coordinate: Int, size: Int) -> Bool {
      size > 0 && (coordinate == -1 || coordinate == size)
    }
    func isNear(_ coordinate: Int, size: Int) -> Bool {
      size == 0 || (-1...size).contains(coordinate)
    }
    return rows.filter { isNear($0, size: height) }.flatMap { y in
      columns.filter {
        isNear($0, size: width) && (isBeyond(y, size: height) || isBeyond($0, size: width))
      }
      .compactMap { x in original(of: Cell(x: x, y: y)).map { (Cell(x: x, y: y), $0) } }
    }
  }

  /// The cell inside that a cell beyond an edge repeats; nil if it is always dead.
  private func original(of cell: Cell) -> Cell? {
    let corner = Cell(
      x: width > 0 ? left : 0,
      y: height > 0 ? top : 0)
    return resolve(Cell(x: cell.x + corner.x, y: cell.y + corner.y)).map {
      Cell(x: $0.x - corner.x, y: $0.y - corner.y)
    }
  }

  /// The neighbors of a tile that lie entirely beyond the universe's edges; none where the cells
  /// beyond are dead.
  func places(beyond place: TilePlace) -> [TilePlace] {
    let extent = extent(in: place)
    guard topology != .plane, extent.columns > 0, extent.rows > 0 else { return [] }
    func isBeyond(_ place: Int, size: Int) -> Bool {
      size > 0 && (place == -1 || place * ByteTile.size == size)
    }
    return (0..<8).map { ($0, place.neighbor($0)) }.filter { direction, other in
      let x = isBeyond(other.x, size: width)
      let y = isBeyond(other.y, size: height)
      let isStraight = direction & 1 == 0
      return isStraight ? x || y : x && y
    }.map(\.1)
  }
}
