import LifeCore

extension Pattern {
  /// Without what lies outside its bounded universe, which is told.
  ///
  /// - Parameter limit: bytes that the cells may take.
  /// - Throws: ``MemoryExhausted``.
  func clipped(limit: Int, _ warn: (String) -> Void) throws -> Pattern {
    guard !universe.isUnbounded else { return self }
    var result = try spelledOut(limit: limit)
    let origin = result.origin
    guard let inside = universe.window(seenFrom: origin) else { return result }
    result.position = origin
    result.cells = try result.cells.clipped(to: inside)
    let lost = population - BigInt(result.cells.population)
    if lost > 0 {
      let what = lost == 1 ? "1 cell lies" : "\(lost) cells lie"
      warn("\(what) outside the universe \(universe); left out")
    }
    return result
  }

  /// Rows of what of a tree lies in its bounded universe: a small file may say much there.
  private func spelledOut(limit: Int) throws -> Pattern {
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
