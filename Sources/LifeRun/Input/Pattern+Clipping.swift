package import LifeCore
package import LifeIO

// Refuses or removes cells outside the universe of a pattern.
extension Pattern {
  /// The pattern in its universe. Cells outside are an error, or, if reading is lenient, removed
  /// with a warning.
  ///
  /// - Parameters:
  ///   - limit: memory limit of the cells in bytes.
  ///   - file: the file of the pattern, for the error.
  ///   - warn: receives a warning if cells were removed.
  /// - Throws: ``RunFailure``; ``MemoryExhausted``.
  package func clipped(
    limit: Int, isLenient: Bool, file: Path? = nil, _ warn: (String) -> Void
  ) throws -> Pattern {
    guard !universe.isUnbounded else { return self }
    var result = try rowsInUniverse(limit: limit)
    let origin = result.origin
    guard let inside = universe.window(seenFrom: origin) else { return result }
    result.statedPosition = origin
    result.cells = try result.cells.clipped(to: inside)
    let lost = population - BigInt(result.cells.population)
    if lost > 0 {
      guard isLenient else {
        let outside = universe.sentence(aboutCellsOutside: lost)
        throw RunFailure(
          .invalidData, Message((file.map { "\($0.inputName): " } ?? "") + outside),
          hint: "\(.lenient) leaves \(lost == 1 ? "it" : "them") out")
      }
      warn(universe.warning(aboutCellsOutside: lost))
    }
    return result
  }

  /// The part of a quadtree inside its bounded universe, as rows. The limit applies, because a
  /// small file can expand to many cells.
  private func rowsInUniverse(limit: Int) throws -> Pattern {
    guard tree != nil, let box = bounds else { return self }
    guard let part = universe.part(of: box) else {
      var result = self
      result.cells = .none
      return result
    }
    return try inRows(limit: limit, in: part.moved(by: .origin - origin))
  }
}

extension Universe {
  /// `2 cells lie outside the universe T16,12`.
  fileprivate func sentence(aboutCellsOutside count: BigInt) -> String {
    "\(count.counted("cell")) \(count == 1 ? "lies" : "lie") outside the universe \(self)"
  }

  /// `2 cells lie outside the universe T16,12 and are left out`.
  func warning(aboutCellsOutside count: BigInt) -> String {
    sentence(aboutCellsOutside: count) + " and \(count == 1 ? "is" : "are") left out"
  }
}
