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
  /// The column and row of the north-western corner.
  package private(set) var left = 0
  package private(set) var top = 0
  package private(set) var width = 0
  package private(set) var height = 0
  /// The rows from north to south, ``stride`` words each, the lowest bit westmost.
  package private(set) var words: [UInt64] = []

  /// The number of words of a row.
  package var stride: Int { (width + 63) >> 6 }

  /// - Parameter seed: the root of a search, followed by the decimal number of the soup.
  package init(seed: [UInt8], symmetry: SoupSymmetry) {
    var sha = SHA256()
    sha.update(seed)
    let digest = sha.finish()
    switch symmetry.region {
    case .rectangle(let bytes): load(digest, bytesPerRow: bytes)
    case .symmetric(.c1):
      load(digest, bytesPerRow: 2)
      left = 8
      top = 8
    case .symmetric(let group):
      let isAntitransposed = group == .c2n2 && !seed.starts(with: "l_".utf8)
      self = Self.symmetric(digest, group: group, isAntitransposed: isAntitransposed)
    }
    if symmetry.isInflated { self = inflated }
  }

  private init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    words = Array(repeating: 0, count: (width + 63) >> 6 * height)
  }

  /// Fills a rectangle at (0, 0). The bytes of each row are in reverse order.
  private mutating func load(_ digest: [UInt8], bytesPerRow bytes: Int) {
    self = HashSoup(left: 0, top: 0, width: 8 * bytes, height: digest.count / bytes)
    for (index, byte) in digest.enumerated() {
      let column = bytes - 1 - index % bytes
      words[index / bytes * stride + column >> 3] |= UInt64(byte) << UInt64(8 * column & 63)
    }
  }

  private mutating func insert(_ cell: Cell) {
    let x = cell.x - left
    words[(cell.y - top) * stride + x >> 6] |= 1 << UInt64(x & 63)
  }

  package var liveCells: [Cell] {
    var cells: [Cell] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        let x = (index % stride) << 6 + rest.trailingZeroBitCount
        cells.append(Cell(x: left + x, y: top + index / stride))
        rest &= rest - 1
      }
    }
    return cells
  }

  /// The live cells as packed rows.
  package var cells: Cells { Cells(liveCells.map { CellRun(y: $0.y, x: $0.x, length: 1) }) }

  /// Each cell as a square of 2 × 2 cells at twice its coordinates.
  private var inflated: HashSoup {
    var soup = HashSoup(left: 2 * left, top: 2 * top, width: 2 * width, height: 2 * height)
    for cell in liveCells {
      for y in 0..<2 {
        for x in 0..<2 { soup.insert(Cell(x: 2 * cell.x + x, y: 2 * cell.y + y)) }
      }
    }
    return soup
  }
}

// MARK: - Symmetries

extension HashSoup {
  private static let side = 16

  /// - Parameter isAntitransposed: reflects the square first, for C2_2 seeds with no prefix `l_`.
  private static func symmetric(
    _ digest: [UInt8], group: StaticSymmetry, isAntitransposed: Bool
  ) -> HashSoup {
    var square = HashSoup(left: 0, top: 0, width: side, height: side)
    square.load(digest, bytesPerRow: 2)
    let antitransposition = PointMap(.antitransposed, about: Center(x: side - 1, y: side - 1))
    let (first, second) = square.halves
    let symmetrized = first + first.map { antitransposition($0) }
    if group == .d2x {
      var soup = HashSoup(left: 8, top: 8, width: side, height: side)
      for cell in symmetrized { soup.insert(Cell(x: cell.x + 8, y: cell.y + 8)) }
      return soup
    }
    let center = group.center
    let mirror = PointMap(.mirroredY, about: center)
    let cells: [Cell] =
      switch group {
      case .d8n1, .d8n4: symmetrized
      // The second half is mirrored to the north: the four images of both fill the region.
      case .d4x1, .d4x4: first + second.map { mirror($0) }
      default: isAntitransposed ? square.liveCells.map { antitransposition($0) } : square.liveCells
      }
    let maps = group.maps.map { PointMap($0, about: center) }
    let east = maps.map { $0(Cell(x: 0, y: 0)).x }.max() ?? 0
    let top = center.y - (side - 1)
    var soup = HashSoup(left: 0, top: top, width: max(side, east + 1), height: side - top)
    for cell in cells { for map in maps { soup.insert(map(cell)) } }
    return soup
  }

  /// The cells on each side of the antidiagonal. Its own cells are in both halves.
  private var halves: (first: [Cell], second: [Cell]) {
    let cells = liveCells
    let last = Self.side - 1
    return (cells.filter { $0.x + $0.y <= last }, cells.filter { $0.x + $0.y >= last })
  }
}

/// Twice the coordinates of a center: it may lie between cells.
private struct Center {
  let x: Int
  let y: Int
}

/// A map of the lattice about a center.
private struct PointMap {
  private let map: LatticeMap
  private let center: Center

  init(_ map: LatticeMap, about center: Center) {
    self.map = map
    self.center = center
  }

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
