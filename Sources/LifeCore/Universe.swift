/// The topology that a pattern lives in, and its size.
package struct Universe: Hashable, Sendable {
  package enum Topology: Hashable, Sendable {
    /// Cells beyond an edge are dead.
    case plane
    /// Every edge is glued to the opposite one; what crosses the northern edge comes out so many
    /// columns farther west, what crosses the western one so many rows farther north.
    case torus(shiftX: Int = 0, shiftY: Int = 0)
    /// One pair of edges is glued as on a torus, the other one twisted: the northern and southern,
    /// or else the western and eastern. What crosses it may also land a cell before its mirror.
    case klein(twistsRows: Bool, isShifted: Bool = false)
    /// Both pairs of edges are twisted.
    case crossSurface
    /// The western edge is glued to the northern one, the eastern to the southern.
    case sphere

    package static let torus = Topology.torus()
  }

  package let topology: Topology
  /// Columns, or 0 if the universe has no east and west edge.
  package let width: Int
  /// Rows, or 0 if the universe has no north and south edge.
  package let height: Int

  /// Sizes beyond this saturate, as they do in the programs that the files were made for.
  package static let largestSize = 2_000_000_000

  package init(_ topology: Topology, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.width = min(width, Self.largestSize)
    self.height = min(height, Self.largestSize)
    self.topology =
      width == 0 && height == 0
      ? .plane : Self.canonical(topology, width: self.width, height: self.height)
  }

  /// The same topology with shifts that are less than the size, and only where they mean a thing.
  private static func canonical(_ topology: Topology, width: Int, height: Int) -> Topology {
    switch topology {
    case .torus(let x, let y):
      .torus(shiftX: width == 0 ? 0 : x % width, shiftY: height == 0 ? 0 : y % height)
    case .klein(let twistsRows, let isShifted):
      .klein(
        twistsRows: twistsRows,
        isShifted: isShifted && (twistsRows ? width : height).isMultiple(of: 2))
    default: topology
    }
  }

  /// The unbounded plane.
  package static let plane = Universe(.plane, width: 0, height: 0)

  package var isUnbounded: Bool { width == 0 && height == 0 }
  /// Whether both sizes are finite.
  package var isBounded: Bool { width > 0 && height > 0 }
  /// Whether what crosses an edge is gone, or goes straight on at the opposite one.
  package var isStraight: Bool { topology == .plane || topology == .torus }

  /// The column of the western edge: half the width, rounded down, west of the origin.
  package var left: Int { -(width / 2) }
  /// The row of the northern edge.
  package var top: Int { -(height / 2) }

  /// Where a pattern without a position goes: centred by its declared size if that fits, else at
  /// the universe's own corner.
  package func corner(forWidth patternWidth: Int, height patternHeight: Int) -> Position {
    guard !isUnbounded else { return .origin }
    let fits =
      (width == 0 || patternWidth <= width) && (height == 0 || patternHeight <= height)
    if fits {
      return Position(x: BigInt(-(patternWidth / 2)), y: BigInt(-(patternHeight / 2)))
    }
    return Position(x: BigInt(left), y: BigInt(top))
  }
}

// MARK: - Places

extension Universe {
  /// Where a cell is that was reached by a step of one from inside, or by any step on a plane or a
  /// torus that is not shifted; nil if beyond an edge of a plane.
  package func place(_ cell: Cell) -> Cell? {
    let isBeyondX = width > 0 && (cell.x < left || cell.x >= left + width)
    let isBeyondY = height > 0 && (cell.y < top || cell.y >= top + height)
    guard isBeyondX || isBeyondY else { return cell }
    let wrapped = Cell(x: wrapX(cell.x), y: wrapY(cell.y))
    switch topology {
    case .plane: return nil
    case .torus(let shiftX, let shiftY):
      return shifted(wrapped, from: cell, shiftX, shiftY)
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
      let (x, y) = (cell.x - left, cell.y - top)
      if isBeyondX { return Cell(x: left + y, y: x < 0 ? top : top + height - 1) }
      return Cell(x: y < 0 ? left : left + width - 1, y: top + x)
    }
  }

  private func shifted(_ wrapped: Cell, from cell: Cell, _ shiftX: Int, _ shiftY: Int) -> Cell {
    guard shiftX != 0 || shiftY != 0 else { return wrapped }
    let south = cell.y < top ? -1 : cell.y >= top + height ? 1 : 0
    let east = cell.x < left ? -1 : cell.x >= left + width ? 1 : 0
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

  /// The corner that a cell beyond two edges is beside.
  private func corner(beside cell: Cell) -> Cell {
    Cell(x: max(left, min(left + width - 1, cell.x)), y: max(top, min(top + height - 1, cell.y)))
  }
}

extension Universe: CustomStringConvertible {
  /// The canonical suffix without its colon, such as `T100,50`; `plane` if unbounded.
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

  /// What follows the rule in a rulestring: empty for the unbounded plane.
  package var suffix: String { isUnbounded ? "" : ":\(self)" }

  private static func signed(_ shift: Int) -> String {
    shift == 0 ? "" : shift > 0 ? "+\(shift)" : "\(shift)"
  }
}
