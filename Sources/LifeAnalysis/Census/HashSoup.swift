package import LifeCore
internal import LifeIO

/// A soup made from the text of a seed. Other soup searches make the same cells in the same place,
/// so results can be compared.
///
/// The SHA-256 of the seed has 256 bits, one for each cell. Row *y* of 16 × 16 cells consists of
/// the bytes 2 *y* + 1 and 2 *y*, with the lowest bit of each in the west. A symmetric soup adds
/// the images of this square or its halves under maps about a center. With the square at (0, 0):
///
///      C4_1  about (15, 0)          31 × 31, the rows from −15
///      C4_4  about (15½, −½)        32 × 32, the rows from −16
///
/// - SeeAlso: <https://conwaylife.com/wiki/Apgsearch>
package struct HashSoup: Sendable {
  /// The cells. The edges of the box may be dead, unlike those of other phases.
  package private(set) var phase: Phase

  /// The live cells as packed rows.
  package var cells: Cells { phase.cells }

  /// - Parameter seed: the root of a search, followed by the decimal number of the soup.
  package init(seed: [UInt8], symmetry: SoupSymmetry) {
    var sha = SHA256()
    sha.update(seed)
    let digest = sha.finish()
    switch symmetry.region {
    case .rectangle(let bytes): phase = Self.rectangle(digest, bytesPerRow: bytes)
    case .symmetric(.c1):
      phase = Self.rectangle(digest, bytesPerRow: 2).moved(by: Offset(x: 8, y: 8))
    case .symmetric(let group):
      let isAntitransposed = group == .c2n2 && !seed.starts(with: "l_".utf8)
      phase = Self.symmetric(digest, group: group, isAntitransposed: isAntitransposed)
    }
    if symmetry.isInflated { phase = phase.inflated }
  }

  /// A rectangle at (0, 0). The bytes of each row are in reverse order.
  private static func rectangle(_ digest: [UInt8], bytesPerRow bytes: Int) -> Phase {
    var bitmap = Bitmap(width: 8 * bytes, height: digest.count / bytes, planes: 1)
    for (index, byte) in digest.enumerated() {
      let column = bytes - 1 - index % bytes
      bitmap.merge(UInt64(byte), plane: 0, y: index / bytes, x: 8 * column)
    }
    return Phase(bitmap: bitmap, x: 0, y: 0)
  }
}

extension Phase {
  /// A box without live cells.
  fileprivate init(x: Int, y: Int, width: Int, height: Int) {
    self.init(bitmap: Bitmap(width: width, height: height, planes: 1), x: x, y: y)
  }

  fileprivate mutating func insert(_ cell: Cell) {
    bitmap.merge(1, plane: 0, y: cell.y - y, x: cell.x - x)
  }

  fileprivate var liveCells: [Cell] {
    var cells: [Cell] = []
    bitmap.forEachCell { column, row, _ in cells.append(Cell(x: x + column, y: y + row)) }
    return cells
  }

  /// Each cell as a square of 2 × 2 cells at twice its coordinates.
  fileprivate var inflated: Phase {
    var phase = Phase(x: 2 * x, y: 2 * y, width: 2 * bitmap.width, height: 2 * bitmap.height)
    for cell in liveCells {
      for y in 0..<2 {
        for x in 0..<2 { phase.insert(Cell(x: 2 * cell.x + x, y: 2 * cell.y + y)) }
      }
    }
    return phase
  }
}

// MARK: - Symmetries

extension HashSoup {
  private static let side = 16

  /// - Parameter isAntitransposed: reflects the square first, for C2_2 seeds with no prefix `l_`.
  private static func symmetric(
    _ digest: [UInt8], group: StaticSymmetry, isAntitransposed: Bool
  ) -> Phase {
    let square = rectangle(digest, bytesPerRow: 2).liveCells
    let antitransposition = PointMap(
      map: .antitransposed, center: Center(x: side - 1, y: side - 1))
    // The cells on each side of the antidiagonal. Its own cells are in both halves.
    let first = square.filter { $0.x + $0.y < side }
    let second = square.filter { $0.x + $0.y >= side - 1 }
    let symmetrized = first + first.map { antitransposition($0) }
    if group == .d2x {
      var soup = Phase(x: 0, y: 0, width: side, height: side)
      for cell in symmetrized { soup.insert(cell) }
      return soup.moved(by: Offset(x: 8, y: 8))
    }
    let center = group.center
    let mirror = PointMap(map: .mirroredY, center: center)
    let cells: [Cell] =
      switch group {
      case .d8n1, .d8n4: symmetrized
      // The second half is mirrored to the north: the four images of both fill the region.
      case .d4x1, .d4x4: first + second.map { mirror($0) }
      default: isAntitransposed ? square.map { antitransposition($0) } : square
      }
    let maps = group.maps.map { PointMap(map: $0, center: center) }
    let east = maps.map { $0(Cell(x: 0, y: 0)).x }.max() ?? 0
    let top = center.y - (side - 1)
    var soup = Phase(x: 0, y: top, width: max(side, east + 1), height: side - top)
    for cell in cells { for map in maps { soup.insert(map(cell)) } }
    return soup
  }
}

/// Twice the coordinates of a center: it may lie between cells.
private struct Center {
  let x: Int
  let y: Int
}

/// A map of the lattice about a center.
private struct PointMap {
  let map: LatticeMap
  let center: Center

  func callAsFunction(_ cell: Cell) -> Cell {
    let image = map(Cell(x: 2 * cell.x - center.x, y: 2 * cell.y - center.y))
    return Cell(x: (image.x + center.x) / 2, y: (image.y + center.y) / 2)
  }
}

extension StaticSymmetry {
  /// The center of soups: the middle of the square's north-eastern cell, the eastern edge of this
  /// cell, or its north-eastern corner.
  fileprivate var center: Center {
    switch self {
    case .c1, .d2x, .c2n1, .c4n1, .d2n1, .d4n1, .d4x1, .d8n1: Center(x: 30, y: 0)
    case .c2n2, .d4n2: Center(x: 31, y: 0)
    case .d2n2, .c2n4, .c4n4, .d4n4, .d4x4, .d8n4: Center(x: 31, y: -1)
    }
  }

  /// The maps for the images of the square in a soup.
  fileprivate var maps: [LatticeMap] {
    switch self {
    case .c1, .d2x: [.identity]
    case .c2n1, .c2n2, .c2n4: [.identity, .rotated180]
    case .d2n1, .d2n2: [.identity, .mirroredY]
    case .d4n1, .d4n2, .d4n4: [.identity, .mirroredX, .mirroredY, .rotated180]
    case .d4x1, .d4x4: [.identity, .rotated180, .transposed, .antitransposed]
    case .c4n1, .c4n4, .d8n1, .d8n4:
      [.identity, .rotated90, .rotated180, LatticeMap(xx: 0, xy: 1, yx: -1, yy: 0)]
    }
  }
}
