/// One of the eight symmetries of the square: an optional transposition, then reflections.
package struct Orientation: Hashable, Sendable {
  /// Whether rows become columns, before any reflection.
  package var transposes: Bool
  /// Whether west and east are exchanged.
  package var mirrorsX: Bool
  /// Whether north and south are exchanged.
  package var mirrorsY: Bool

  package init(transposes: Bool = false, mirrorsX: Bool = false, mirrorsY: Bool = false) {
    self.transposes = transposes
    self.mirrorsX = mirrorsX
    self.mirrorsY = mirrorsY
  }

  package static let identity = Orientation()
  package static let transposed = Orientation(transposes: true)
  package static let mirroredX = Orientation(mirrorsX: true)
  package static let mirroredY = Orientation(mirrorsY: true)
  /// Rotated by 90° clockwise.
  package static let rotated90 = Orientation(transposes: true, mirrorsX: true)
  package static let rotated180 = Orientation(mirrorsX: true, mirrorsY: true)
  package static let rotated270 = Orientation(transposes: true, mirrorsY: true)

  /// This orientation, and then another one.
  package func followed(by next: Orientation) -> Orientation {
    let mirrorsX = next.transposes ? self.mirrorsY : self.mirrorsX
    let mirrorsY = next.transposes ? self.mirrorsX : self.mirrorsY
    return Orientation(
      transposes: transposes != next.transposes, mirrorsX: mirrorsX != next.mirrorsX,
      mirrorsY: mirrorsY != next.mirrorsY)
  }

  /// All eight.
  package static let all = [false, true].flatMap { transposes in
    [false, true].flatMap { mirrorsX in
      [false, true].map { Orientation(transposes: transposes, mirrorsX: mirrorsX, mirrorsY: $0) }
    }
  }
}

extension Universe {
  /// The universe for patterns in this orientation, with the same evolution. Returns `nil` if there
  /// is none.
  package func oriented(_ orientation: Orientation) -> Universe? {
    let turned = orientation.transposes ? transposed : self
    guard orientation.mirrorsX != orientation.mirrorsY else {
      // A reflection would move the axis of the twist.
      if orientation.mirrorsX, case .klein(_, isShifted: true) = topology { return nil }
      return turned
    }
    switch turned.topology {
    case .plane, .crossSurface: return turned
    case .torus(let shiftX, let shiftY):
      return Universe(
        .torus(shiftX: -shiftX, shiftY: -shiftY), width: turned.width, height: turned.height)
    case .klein(_, let isShifted): return isShifted ? nil : turned
    // A reflection would join the western edge to the southern one.
    case .sphere: return nil
    }
  }

  private var transposed: Universe {
    switch topology {
    case .torus(let shiftX, let shiftY):
      Universe(.torus(shiftX: shiftY, shiftY: shiftX), width: height, height: width)
    case .klein(let twistsRows, let isShifted):
      Universe(
        .klein(twistsRows: !twistsRows, isShifted: isShifted), width: height, height: width)
    default: Universe(topology, width: height, height: width)
    }
  }
}

extension Rule {
  /// The move, by at most a cell in each direction, that puts turned blocks on blocks, and turned
  /// triangles on triangles of the same direction. Zero for other rules.
  ///
  /// - Parameters:
  ///   - box: a box before the turn.
  ///   - corner: the north-western corner of the same box after it.
  package func alignment(
    of box: Bounds, turned orientation: Orientation, to corner: Position
  ) -> Offset {
    var start = box.corner
    var size = Position(x: box.width, y: box.height)
    if orientation.transposes {
      swap(&start.x, &start.y)
      swap(&size.x, &size.y)
    }
    // A turn keeps blocks if column x becomes x plus an even number or an odd number minus x.
    var error = corner - start
    if orientation.mirrorsX { error.x = error.x + size.x }
    if orientation.mirrorsY { error.y = error.y + size.y }
    guard isTriangular else { return allowsMoves(by: error.parity) ? .zero : error.parity }
    // Exchanging north and south turns triangles upside down; exchanging west and east does not.
    let isWrong = (error.x + error.y).isOdd != orientation.mirrorsX
    return Offset(x: isWrong && !orientation.transposes ? 1 : 0, y: 0)
  }

  /// The same for a part of a pattern, which keeps its north-western corner. Zero if the part would
  /// leave the universe.
  package func alignment(
    ofPart box: Bounds, turned orientation: Orientation, in universe: Universe
  ) -> Offset {
    let move = alignment(of: box, turned: orientation, to: box.corner).alternating(at: box.corner)
    var turned = box.moved(by: Position(move))
    if orientation.transposes { swap(&turned.width, &turned.height) }
    return universe.part(of: turned) == turned ? move : .zero
  }

  /// Whether turned blocks and triangles can be aligned in a universe. Transposed triangles cannot,
  /// and with edges, an even number of columns of triangles has no mirror image.
  package func aligns(_ universe: Universe, turned orientation: Orientation) -> Bool {
    guard isTriangular else { return true }
    guard !orientation.transposes else { return false }
    guard universe.isBounded else { return true }
    let move = alignment(of: universe.box, turned: orientation, to: universe.box.corner)
    let canRoll = universe.topology == .torus && universe.width.isMultiple(of: 2)
    return move == .zero || canRoll
  }
}

extension Offset {
  /// The same move for a corner at even coordinates, and back from odd ones: a pattern whose corner
  /// stays in place is there again after turns that cancel.
  func alternating(at corner: Position) -> Offset {
    Offset(x: corner.x.isOdd ? -x : x, y: corner.y.isOdd ? -y : y)
  }
}

/// A universe without an equivalent in the requested orientation.
package struct OrientationError: Error {
  package var universe: Universe

  package var message: Message {
    "the universe \(universe) cannot be rotated or reflected that way; "
      + "\(advice: .anotherUniverse)"
  }
}
