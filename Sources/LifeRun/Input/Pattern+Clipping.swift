package import LifeCore

extension Pattern {
  /// The pattern without cells outside its bounded universe, with a warning about them.
  ///
  /// - Parameters:
  ///   - limit: memory limit of the cells in bytes.
  ///   - warn: receives a warning if cells were removed.
  /// - Throws: ``MemoryExhausted``.
  package func clipped(limit: Int, _ warn: (String) -> Void) throws -> Pattern {
    guard !universe.isUnbounded else { return self }
    var result = try rowsInUniverse(limit: limit)
    let origin = result.origin
    guard let inside = universe.window(seenFrom: origin) else { return result }
    result.position = origin
    result.cells = try result.cells.clipped(to: inside)
    let lost = population - BigInt(result.cells.population)
    if lost > 0 {
      let (lies, are) = lost == 1 ? ("lies", "is") : ("lie", "are")
      warn("\(lost.counted("cell")) \(lies) outside the universe \(universe) and \(are) left out")
    }
    return result
  }

  /// The part of a quadtree inside its bounded universe as rows. A small file can expand to many
  /// cells, so the limit applies.
  private func rowsInUniverse(limit: Int) throws -> Pattern {
    guard tree != nil, let box = bounds else { return self }
    guard let part = universe.part(of: box) else {
      var result = self
      result.cells = .none
      return result
    }
    return try inRows(
      limit: limit,
      in: Bounds(
        x: part.x - origin.x, y: part.y - origin.y, width: part.width, height: part.height))
  }
}
