/// The space of a pattern: its topology and its size.
///
/// The north-western cell is at (``left``, ``top``), so the origin (0, 0) is in the middle.
///
/// - SeeAlso: <https://golly.sourceforge.io/Help/bounded.html>
package struct Universe: Hashable, Sendable {
  package enum Topology: Hashable, Sendable {
    /// Cells beyond an edge are dead.
    case plane
    /// Opposite edges are joined. Crossing the northern edge moves `shiftX` columns to the west,
    /// crossing the western edge `shiftY` rows to the north. At least one shift is 0.
    case torus(shiftX: Int = 0, shiftY: Int = 0)
    /// One pair of opposite edges is joined as on a torus, the other pair with a twist: the
    /// northern and southern edges if `twistsRows`, else the western and eastern. `isShifted` moves
    /// the axis of the twist by half a cell.
    case klein(twistsRows: Bool, isShifted: Bool = false)
    /// Both pairs of edges are twisted.
    case crossSurface
    /// The western edge is joined to the northern one, the eastern to the southern.
    case sphere

    /// A torus without shifts.
    package static let torus = Topology.torus()
  }

  package let topology: Topology
  /// The number of columns; 0 without eastern and western edges.
  package let width: Int
  /// The number of rows; 0 without northern and southern edges.
  package let height: Int

  /// The maximum width and height, as in Golly.
  package static let maxSize = 2_000_000_000

  /// - Precondition: the sizes are from 0 to ``maxSize``.
  package init(_ topology: Topology, width: Int, height: Int) {
    precondition((0...Self.maxSize).contains(width))
    precondition((0...Self.maxSize).contains(height))
    self.width = width
    self.height = height
    self.topology =
      width == 0 && height == 0
      ? .plane : Self.canonical(topology, width: width, height: height)
  }

  /// The same topology with shifts reduced modulo the size, and 0 where they have no effect.
  private static func canonical(_ topology: Topology, width: Int, height: Int) -> Topology {
    switch topology {
    case .torus(let x, let y):
      .torus(
        shiftX: width == 0 ? 0 : x % width,
        shiftY: height == 0 ? 0 : y % height)
    case .klein(let twistsRows, let isShifted):
      .klein(
        twistsRows: twistsRows,
        isShifted: isShifted && (twistsRows ? width : height).isMultiple(of: 2))
    default: topology
    }
  }

  /// The unbounded plane.
  package static let plane = Universe(.plane, width: 0, height: 0)

  /// Whether the universe is the unbounded plane.
  package var isUnbounded: Bool { width == 0 && height == 0 }
  /// Whether both sizes are finite.
  package var isBounded: Bool { width > 0 && height > 0 }
  /// Whether the universe is a plane or a torus without shifts, bounded or not.
  package var isStraight: Bool { topology == .plane || topology == .torus }

  /// The column of the western edge: half the width, rounded down, west of the origin.
  package var left: Int { -(width / 2) }
  /// The row of the northern edge.
  package var top: Int { -(height / 2) }

  /// The north-western corner of a pattern without a stated position: (0, 0) on the unbounded
  /// plane; elsewhere, centered by its size if that fits, otherwise the universe's own corner.
  package func corner(forWidth patternWidth: Int, height patternHeight: Int) -> Position {
    guard !isUnbounded else { return .origin }
    if hasRoom(forWidth: patternWidth, height: patternHeight) {
      return Position(x: BigInt(-(patternWidth / 2)), y: BigInt(-(patternHeight / 2)))
    }
    return Position(x: BigInt(left), y: BigInt(top))
  }

  /// Whether a pattern of this size fits.
  package func hasRoom(forWidth patternWidth: Int, height patternHeight: Int) -> Bool {
    (width == 0 || patternWidth <= width) && (height == 0 || patternHeight <= height)
  }
}

// MARK: - Edges

extension Universe {
  /// The cell inside the universe for coordinates beyond its edges. Returns `nil` beyond an edge of
  /// a plane.
  ///
  /// - Parameter cell: at most one cell beyond an edge, or anywhere if ``isStraight``.
  package func resolve(_ cell: Cell) -> Cell? {
    let isBeyondX = width > 0 && (cell.x < left || cell.x >= left + width)
    let isBeyondY = height > 0 && (cell.y < top || cell.y >= top + height)
    guard isBeyondX || isBeyondY else { return cell }
    let wrapped = Cell(x: wrapX(cell.x), y: wrapY(cell.y))
    switch topology {
    case .plane: return nil
    case .torus(let shiftX, let shiftY):
      return shifted(wrapped, from: cell, shiftX: shiftX, shiftY: shiftY)
    case .klein(let twistsRows, let isShifted):
      let shift = isShifted ? 1 : 0
      if twistsRows, isBeyondY {
        return Cell(x: wrapX(mirrorX(wrapped.x) - shift), y: wrapped.y)
      }
      if !twistsRows, isBeyondX {
        return Cell(x: wrapped.x, y: wrapY(mirrorY(wrapped.y) - shift))
      }
      return wrapped
    case .crossSurface:
      if isBeyondX && isBeyondY { return corner(beside: cell) }
      return isBeyondX
        ? Cell(x: wrapped.x, y: mirrorY(cell.y)) : Cell(x: mirrorX(cell.x), y: wrapped.y)
    case .sphere:
      if isBeyondX && isBeyondY { return corner(beside: cell) }
      let x = cell.x - left
      let y = cell.y - top
      if isBeyondX { return Cell(x: left + y, y: x < 0 ? top : top + height - 1) }
      return Cell(x: y < 0 ? left : left + width - 1, y: top + x)
    }
  }

  private func shifted(_ wrapped: Cell, from cell: Cell, shiftX: Int, shiftY: Int) -> Cell {
    guard shiftX != 0 || shiftY != 0 else { return wrapped }
    var south = cell.y < top ? -1 : 0
    if cell.y >= top + height { south = 1 }
    var east = cell.x < left ? -1 : 0
    if cell.x >= left + width { east = 1 }
    return Cell(x: wrapX(wrapped.x + south * shiftX), y: wrapY(wrapped.y + east * shiftY))
  }

  private func wrapX(_ x: Int) -> Int { Self.wrap(x, from: left, size: width) }
  private func wrapY(_ y: Int) -> Int { Self.wrap(y, from: top, size: height) }
  private func mirrorX(_ x: Int) -> Int { 2 * left + width - 1 - x }
  private func mirrorY(_ y: Int) -> Int { 2 * top + height - 1 - y }

  private static func wrap(_ coordinate: Int, from edge: Int, size: Int) -> Int {
    guard size > 0 else { return coordinate }
    let offset = coordinate - edge
    if offset >= 0 && offset < size { return coordinate }
    let wrapped = offset % size
    return edge + (wrapped < 0 ? wrapped + size : wrapped)
  }

  /// The corner cell next to a cell beyond two edges.
  private func corner(beside cell: Cell) -> Cell {
    Cell(x: max(left, min(left + width - 1, cell.x)), y: max(top, min(top + height - 1, cell.y)))
  }
}

extension Universe: CustomStringConvertible {
  /// The canonical suffix without its colon, for example `T100,50`; `plane` if unbounded.
  package var description: String {
    if isUnbounded { return "plane" }
    switch topology {
    case .plane: return "P\(width),\(height)"
    case .torus(let shiftX, let shiftY):
      return "T\(width)\(Self.signed(shiftX)),\(height)\(Self.signed(shiftY))"
    case .klein(let twistsRows, let isShifted):
      let mark = isShifted ? "*+1" : "*"
      return "K\(width)\(twistsRows ? mark : ""),\(height)\(twistsRows ? "" : mark)"
    case .crossSurface: return "C\(width),\(height)"
    case .sphere: return "S\(width)"
    }
  }

  /// The suffix of a rulestring, for example `:T100,50`; empty for the unbounded plane.
  package var suffix: String { isUnbounded ? "" : ":\(self)" }

  private static func signed(_ shift: Int) -> String {
    if shift == 0 { return "" }
    return shift > 0 ? "+\(shift)" : "\(shift)"
  }
}
