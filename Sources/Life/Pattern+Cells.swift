import LifeCore
import LifeRun

// Reading, changing and joining the cells of a pattern.
extension Pattern {
  /// The live cells, north to south and west to east.
  ///
  ///     for cell in try pattern.cells() { print(cell.x, cell.y) }
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if cells are farther than 2⁵⁹
  ///   from the origin, or if the rows of a quadtree need more than the default ``Limits/memory``.
  /// - Complexity: O(1) for packed rows. A quadtree is expanded to rows.
  public func cells() throws(LifeError) -> some Sequence<Cell> {
    if let bounds, Window(bounds) == nil {
      throw LifeError(.overLimit, "the cells are too far from the origin")
    }
    let rows = try LifeError.converting {
      try value.inRows(limit: SystemResources.usualMemoryLimit)
    }
    guard let x = rows.origin.x.int, let y = rows.origin.y.int else {
      throw LifeError(.overLimit, "the cells are too far from the origin")
    }
    return IteratorSequence(CellRunIterator(rows.cells)).lazy.flatMap { run in
      CellRun(x: x + run.x, y: y + run.y, length: run.length, state: Int(run.state)).cells
    }
  }

  /// Whether the cell in column `x` and row `y` is alive.
  ///
  /// - Complexity: the same as ``subscript(_:_:)``.
  public func contains(x: Int, y: Int) -> Bool { self[x, y] != 0 }

  /// The state of the cell in column `x` and row `y`, or 0 if it is dead.
  ///
  /// - Complexity: O(log rows) plus the cells of the row, or O(levels) for a quadtree.
  public subscript(x: Int, y: Int) -> Int {
    let place = Position(x: LifeCore.BigInt(x), y: LifeCore.BigInt(y)) - value.origin
    guard let tree = value.tree else {
      guard let x = place.x.int, let y = place.y.int else { return 0 }
      return Int(value.cells.state(of: LifeCore.Cell(x: x, y: y)))
    }
    var state = 0
    tree.forEachRow(from: place, width: 1, height: 1) { _, _, words in
      for plane in words.indices { state |= Int(words[plane] & 1) << plane }
    }
    return state
  }
}

// MARK: - Edits

/// A rotation or reflection of a pattern.
public struct Transformation: Hashable, Sendable, CaseIterable {
  let value: Orientation

  /// No change.
  public static let identity = Transformation(value: .identity)
  /// A rotation by 90° clockwise.
  public static let rotatedRight = Transformation(value: .rotated90)
  /// A rotation by 180°.
  public static let rotatedHalf = Transformation(value: .rotated180)
  /// A rotation by 90° counterclockwise.
  public static let rotatedLeft = Transformation(value: .rotated270)
  /// West and east exchanged.
  public static let flippedHorizontally = Transformation(value: .mirroredX)
  /// North and south exchanged.
  public static let flippedVertically = Transformation(value: .mirroredY)
  /// Rows and columns exchanged.
  public static let transposed = Transformation(value: .transposed)
  /// Rows and columns exchanged, then rotated by 180°.
  public static let antitransposed = Transformation(
    value: Orientation(transposes: true, mirrorsX: true, mirrorsY: true))

  /// All eight symmetries of the square.
  public static var allCases: [Transformation] { Orientation.all.map { Transformation(value: $0) } }
}

extension Transformation: CustomStringConvertible {
  private static let names: [Transformation: String] = [
    .identity: "identity", .rotatedRight: "rotatedRight", .rotatedHalf: "rotatedHalf",
    .rotatedLeft: "rotatedLeft", .flippedHorizontally: "flippedHorizontally",
    .flippedVertically: "flippedVertically", .transposed: "transposed",
    .antitransposed: "antitransposed",
  ]

  /// The name of the constant, for example `rotatedLeft`.
  public var description: String { Self.names[self] ?? "\(value)" }
}

extension Pattern {
  /// The pattern rotated or reflected. On the unbounded plane, the north-western corner of the
  /// bounding box stays in place, except that it moves by a cell if blocks would otherwise not fall
  /// on blocks, or triangles on triangles. A bounded universe is transformed with the pattern.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the universe has no
  ///   counterpart in this orientation, or ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n* log *n*) for *n* words of 64 cells. A quadtree is expanded to rows.
  public func transformed(by transformation: Transformation) throws(LifeError) -> Pattern {
    try LifeError.converting {
      let limit = SystemResources.usualMemoryLimit
      return Pattern(try value.oriented(transformation.value, limit: limit))
    }
  }

  /// The pattern with the north-western corner of its bounding box at (0, 0).
  ///
  /// - Complexity: O(1) after the bounding box.
  public func cropped() -> Pattern { Pattern(value.cropped()) }

  /// The pattern moved to the east and to the south.
  ///
  /// - Complexity: O(1).
  public func moved(by displacement: Displacement) -> Pattern {
    Pattern(value.shifted(by: .origin.moved(byX: displacement.x, y: displacement.y)))
  }

  /// The pattern with the live cells of another one pasted over its own. The rule, universe,
  /// generation and notes are those of this pattern.
  ///
  /// - Parameters:
  ///   - other: the cells to add.
  ///   - displacement: moves `other` first.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out or the
  ///   patterns are too far apart, or ``LifeError/Kind/invalidData`` if the rule does not have a
  ///   state.
  /// - Complexity: O(*n* log *n*) for *n* words of 64 cells. A quadtree is expanded to rows.
  public func merging(
    _ other: Pattern, at displacement: Displacement = Displacement(x: 0, y: 0)
  ) throws(LifeError) -> Pattern {
    try LifeError.converting {
      let limit = SystemResources.usualMemoryLimit
      let merged = try value.pasting(other.moved(by: displacement).value, limit: limit)
      return Pattern(try merged.packedForRule(limit: limit))
    }
  }
}
