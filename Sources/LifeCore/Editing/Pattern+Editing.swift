// Edits a pattern; the result is another pattern.
extension Pattern {
  /// The same rule, universe, generation and notes without live cells.
  package var withoutCells: Pattern {
    var result = self
    result.cells = Cells.Builder(planes: rule.planes).finish()
    return result
  }

  /// Moves the north-western corner of the bounding box to (0, 0). Keeps all live cells.
  package func cropped() -> Pattern {
    guard let box = bounds else { return self }
    return shifted(by: .origin - box.corner)
  }

  /// Moves the corner of the bounding box to (0, 0). Blocks and triangles keep its parity.
  package var croppedByParity: Pattern {
    let parity = (bounds?.corner ?? .origin).parity
    return cropped().shifted(by: rule.allowsMoves(by: parity) ? .origin : Position(parity))
  }

  /// Moves the pattern east and south.
  package func shifted(by offset: Position) -> Pattern {
    guard offset != .origin else { return self }
    var result = self
    result.statedPosition = origin + offset
    return result
  }

  /// Rotates or reflects the pattern. On the unbounded plane the north-western corner of the
  /// bounding box keeps its position; a bounded universe is transformed with the pattern. Blocks
  /// and triangles may then move by a cell, see ``Rule/alignment(of:turned:to:)``.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``OrientationError``, ``MemoryExhausted``.
  package func oriented(_ orientation: Orientation, limit: Int) throws -> Pattern {
    guard let universe = universe.oriented(orientation) else {
      throw OrientationError(universe: universe)
    }
    var result = try inRows(limit: limit)
    guard let box = result.bounds, let local = result.cells.bounds else {
      result.universe = universe
      return result
    }
    result.cells = try result.cells.oriented(orientation, limit: limit)
    var corner = box.corner
    var width = box.width
    var height = box.height
    if orientation.transposes {
      (width, height) = (height, width)
      if !universe.isUnbounded { corner = Position(x: box.y, y: box.x) }
    }
    if orientation.mirrorsX, universe.width > 0 {
      corner.x = BigInt(2 * universe.left + universe.width) - corner.x - width
    }
    if orientation.mirrorsY, universe.height > 0 {
      corner.y = BigInt(2 * universe.top + universe.height) - corner.y - height
    }
    result.universe = universe
    result.statedPosition = corner.moved(byX: -local.x, y: -local.y)
    guard rule.aligns(universe, turned: orientation) else { return result }
    let move = rule.alignment(of: box, turned: orientation, to: corner)
    guard !universe.isUnbounded else {
      return result.shifted(by: Position(move.alternating(at: corner)))
    }
    return try result.rolled(by: Position(move), limit: limit)
  }

  /// Moves the pattern east and south. On a torus, cells beyond an edge return at the opposite one.
  private func rolled(by move: Position, limit: Int) throws -> Pattern {
    let moved = shifted(by: move)
    guard move.x > 0, universe.isBounded, let box = bounds, universe.part(of: box) == box else {
      return moved
    }
    let parts = try [0, -universe.width].map { x in
      var part = moved.shifted(by: Position(x: BigInt(x), y: 0))
      guard let window = universe.window(seenFrom: part.origin) else { return part }
      part.cells = try part.cells.clipped(to: window)
      return part
    }
    return try parts[0].pasting(parts[1], limit: limit)
  }

  /// Pastes another pattern at its absolute position: its live cells replace cells there.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``MemoryExhausted``, also if the patterns are farther apart than 2^60 cells.
  package func pasting(_ other: Pattern, limit: Int) throws -> Pattern {
    var result = try inRows(limit: limit)
    let upper = try other.inRows(limit: limit)
    let origin = result.origin
    guard let shift = upper.origin.offset(from: origin, atMost: 1 << 60) else {
      throw MemoryExhausted(purpose: "pattern", bytes: .max)
    }
    let gathered = WordGatherer(
      planes: max(result.cells.planes, upper.cells.planes), limit: limit)
    try gathered.add(result.cells, shiftedBy: .zero, isUpper: false)
    try gathered.add(upper.cells, shiftedBy: shift, isUpper: true)
    result.cells = try gathered.finish()
    result.statedPosition = origin
    return result
  }
}

extension Cells {
  /// The cells moved by `offset`.
  ///
  /// - Parameter limit: the memory limit of the result in bytes.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package func moved(by offset: Offset, limit: Int = .max) throws(MemoryExhausted) -> Cells {
    guard offset != .zero else { return self }
    let gathered = WordGatherer(planes: planes, limit: limit)
    try gathered.add(self, shiftedBy: offset, isUpper: false)
    return try gathered.finish()
  }
}
