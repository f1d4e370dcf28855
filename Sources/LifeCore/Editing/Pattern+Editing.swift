/// What people do to a pattern before they hand it on; each gives another pattern.
extension Pattern {
  /// Moved, so that the north-western corner of its bounding box comes to (0, 0).
  package func cropped() -> Pattern {
    guard let box = bounds else { return self }
    return shifted(byX: -box.x, y: -box.y)
  }

  /// Moved east and south.
  package func shifted(byX dx: BigInt, y dy: BigInt) -> Pattern {
    guard dx != 0 || dy != 0 else { return self }
    var result = self
    result.position = Position(x: origin.x + dx, y: origin.y + dy)
    return result
  }

  /// Turned or mirrored. On the unbounded plane the corner of the bounding box stays where it is; a
  /// bounded universe is turned with the pattern.
  ///
  /// - Throws: ``CannotTurn``, ``MemoryExhausted``.
  package func oriented(_ orientation: Orientation, limit: Int) throws -> Pattern {
    guard let universe = universe.oriented(orientation) else {
      throw CannotTurn(universe: universe)
    }
    var result = try inRows(limit: limit)
    guard let box = result.bounds, let local = result.cells.bounds else {
      result.universe = universe
      return result
    }
    result.cells = try result.cells.oriented(orientation, limit: limit)
    var corner = Position(x: box.x, y: box.y)
    var (width, height) = (box.width, box.height)
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
    result.position = corner.offset(byX: -local.x, y: -local.y)
    return result
  }

  /// With another pattern's living cells on top, each in its place.
  ///
  /// - Throws: ``MemoryExhausted`` if the two are too far apart.
  package func pasting(_ other: Pattern, limit: Int) throws -> Pattern {
    var result = try inRows(limit: limit)
    let upper = try other.inRows(limit: limit)
    let origin = result.origin
    guard let dx = (upper.origin.x - origin.x).int, let dy = (upper.origin.y - origin.y).int,
      dx.isWithin(1 << 60), dy.isWithin(1 << 60)
    else { throw MemoryExhausted(purpose: "pattern", bytes: .max) }
    let gathered = WordGatherer(
      planes: max(result.cells.planes, upper.cells.planes), limit: limit)
    try gathered.add(result.cells, shiftedBy: (0, 0), isUpper: false)
    try gathered.add(upper.cells, shiftedBy: (dx, dy), isUpper: true)
    result.cells = try gathered.finish()
    result.position = origin
    return result
  }
}

/// A universe that has no mirror image.
package struct CannotTurn: Error, CustomStringConvertible {
  package var universe: Universe

  package var description: String {
    "the universe \(universe) cannot be turned so; take another with --universe"
  }
}
