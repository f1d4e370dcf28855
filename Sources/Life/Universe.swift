import LifeCore

/// The space of the cells: the unbounded plane, a bounded part of it, a torus, a Klein bottle or
/// another surface.
///
/// In a bounded universe the cell (0, 0) is in the middle: `width / 2` columns, rounded down, from
/// the western edge, and `height / 2` rows from the northern one.
public struct Universe: Hashable, Sendable {
  var value: LifeCore.Universe

  init(_ value: LifeCore.Universe) { self.value = value }

  /// Reads Golly's notation: `plane`, `P64,32` (bounded), `T100,50` (torus), `T30+5,20` (shifted),
  /// `K30*,20` (Klein bottle), `C30,20` (cross-surface) or `S30` (sphere). A size of 0 or none is
  /// unbounded, so `T` is the plane.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the notation is
  ///   invalid or a size is above 2 000 000 000.
  public init(_ notation: String) throws(LifeError) {
    value = try LifeError.converting { try LifeCore.Universe(parsing: Array(notation.utf8)) }
  }

  /// A universe with a size. `nil` for an unbounded axis.
  private init(
    _ topology: LifeCore.Universe.Topology, width: Int?, height: Int?
  ) throws(LifeError) {
    for size in [width, height] {
      guard let size else { continue }
      guard (1...LifeCore.Universe.maxSize).contains(size) else {
        throw LifeError(
          .invalidArgument,
          "a universe has from 1 to \(LifeCore.Universe.maxSize) columns and rows, not \(size)")
      }
    }
    value = LifeCore.Universe(topology, width: width ?? 0, height: height ?? 0)
  }
}

// MARK: - Topologies

extension Universe {
  /// The unbounded plane.
  public static let plane = Universe(.plane)

  /// A part of the plane. All cells beyond its edges are dead.
  ///
  /// - Parameters:
  ///   - width: the number of columns. `nil` for an unbounded row.
  ///   - height: the number of rows. `nil` for an unbounded column.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a size is not from 1
  ///   to 2 000 000 000.
  public static func boundedPlane(width: Int?, height: Int?) throws(LifeError) -> Universe {
    try Universe(.plane, width: width, height: height)
  }

  /// A torus, or with one size an endless cylinder: opposite edges are joined.
  ///
  /// - Parameters:
  ///   - width: the number of columns. `nil` for an unbounded row.
  ///   - height: the number of rows. `nil` for an unbounded column.
  ///   - shift: crossing the northern edge leads this number of columns to the west.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a size is not from 1
  ///   to 2 000 000 000, or if a torus has a shift but only one size.
  public static func torus(
    width: Int?, height: Int?, shift: Int = 0
  ) throws(LifeError) -> Universe {
    guard shift == 0 || (width != nil && height != nil) else {
      throw LifeError(.invalidArgument, "a torus that is infinite in one direction has no shift")
    }
    return try Universe(.torus(shiftX: shift), width: width, height: height)
  }

  /// A Klein bottle: opposite edges are joined, the northern and southern ones with a twist.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a size is not from 1
  ///   to 2 000 000 000.
  public static func kleinBottle(width: Int, height: Int) throws(LifeError) -> Universe {
    try Universe(.klein(twistsRows: true), width: width, height: height)
  }

  /// A cross-surface, or real projective plane: opposite edges are joined with a twist.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a size is not from 1
  ///   to 2 000 000 000.
  public static func crossSurface(width: Int, height: Int) throws(LifeError) -> Universe {
    try Universe(.crossSurface, width: width, height: height)
  }

  /// A sphere made from a square: the western edge is joined to the northern one, the eastern to
  /// the southern.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the size is not from
  ///   1 to 2 000 000 000.
  public static func sphere(side: Int) throws(LifeError) -> Universe {
    try Universe(.sphere, width: side, height: side)
  }
}

// MARK: - Properties

extension Universe {
  /// The number of columns. `nil` if rows are unbounded.
  public var width: Int? { value.width == 0 ? nil : value.width }

  /// The number of rows. `nil` if columns are unbounded.
  public var height: Int? { value.height == 0 ? nil : value.height }

  /// Whether both axes are unbounded.
  public var isUnbounded: Bool { value.isUnbounded }
}

extension Universe: CustomStringConvertible {
  /// The notation for ``init(_:)``.
  public var description: String { value.description }
}
