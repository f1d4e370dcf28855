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
  ///   - isMovable: whether the file has another universe, where the pattern can be moved first.
  ///   - warn: receives a warning if cells were removed.
  /// - Throws: ``RunFailure``; ``MemoryExhausted``.
  package func clipped(
    limit: Int, isLenient: Bool, file: Path? = nil, isMovable: Bool = false,
    _ warn: (String) -> Void
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
        throw outsideFailure(lost, file: file, isMovable: isMovable)
      }
      warn(universe.warning(aboutCellsOutside: lost))
    }
    return result
  }

  private func outsideFailure(_ lost: BigInt, file: Path?, isMovable: Bool) -> RunFailure {
    let start = file.map { "\($0.inputName): " } ?? ""
    let place = bounds.map { "; the pattern is \($0.width) × \($0.height) at (\($0.x), \($0.y))" }
    let outside = "\(universe.sentence(aboutCellsOutside: lost)) (\(universe.extent))"
    let leaving: Message = "\(.lenient) leaves \(lost == 1 ? "it" : "them") out"
    let shift = isMovable ? centeringShift : nil
    return RunFailure(
      .invalidData, Message(start + outside + (place ?? "")),
      hint: shift.map { "\(advice: .shift(x: $0.x, y: $0.y)); \(leaving)" } ?? leaving)
  }

  /// The shift from the stated position to the center of the universe; `nil` if there is no
  /// position or no room.
  private var centeringShift: Position? {
    guard statedPosition != nil, let box = bounds,
      let width = box.width.int, let height = box.height.int,
      universe.hasRoom(forWidth: width, height: height)
    else { return nil }
    return universe.corner(forWidth: width, height: height) - box.corner
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

  /// `columns -8 to 7, rows -6 to 5`; only the bounded ones.
  fileprivate var extent: String {
    let columns = width > 0 ? ["columns \(left) to \(left + width - 1)"] : []
    let rows = height > 0 ? ["rows \(top) to \(top + height - 1)"] : []
    return (columns + rows).joined(separator: ", ")
  }

  /// `2 cells lie outside the universe T16,12 and are left out`.
  func warning(aboutCellsOutside count: BigInt) -> String {
    sentence(aboutCellsOutside: count) + " and \(count == 1 ? "is" : "are") left out"
  }
}
