import LifeCore

/// A cellular-automaton rule: Life-like (`B3/S23`), isotropic (`B2-a/S12`), Generations
/// (`345/2/4`), Larger than Life (`R5,C0,M1,S34..58,B34..45,NM`) or from a rule file.
public struct Rule: Hashable, Sendable {
  var value: LifeCore.Rule

  init(_ value: LifeCore.Rule) { self.value = value }

  /// Reads a rulestring or the name of a built-in rule, in any spelling that pattern files use.
  ///
  /// Rule files are read with a pattern that names them: ``Pattern/init(contentsOf:as:limits:)``.
  ///
  /// - Parameter rulestring: for example `B3/S23`, `23/3`, `345/2/4` or `JvN29`.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` with the reason and the
  ///   expected spelling.
  public init(_ rulestring: String) throws(LifeError) {
    value = try LifeError.converting {
      try RuleAndUniverse(parsing: Array(rulestring.utf8)).rule
    }
  }

  /// Conway's Life, B3/S23.
  public static var life: Rule { Rule(.life) }

  /// The canonical rulestring: equal for equal rules, and accepted by ``init(_:)`` unless the rule
  /// is from a rule file.
  public var canonical: String { value.canonical }

  /// The number of states, from 2 to 256. State 0 is dead, every other state counts as live.
  public var states: Int { value.states }

  /// The largest horizontal or vertical distance, in cells, at which a cell influences another
  /// within one generation; 1 for the eight neighbors.
  public var range: Int { value.range }
}

extension Rule: CustomStringConvertible {
  /// The canonical rulestring.
  public var description: String { canonical }
}

/// The topology and size of the cells' space: the unbounded plane, a torus, a Klein bottle, ….
public struct Universe: Hashable, Sendable {
  var value: LifeCore.Universe

  init(_ value: LifeCore.Universe) { self.value = value }

  /// Reads Golly's notation: `plane`, `P64,32` (bounded), `T100,50` (torus), `T30+5,20` (shifted),
  /// `K30*,20` (Klein bottle), `C30,20` (cross-surface) or `S30` (sphere).
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the notation is
  ///   invalid or a size is above 2 000 000 000 cells.
  public init(_ notation: String) throws(LifeError) {
    value = try LifeError.converting { try LifeCore.Universe(parsing: Array(notation.utf8)) }
  }

  /// The unbounded plane.
  public static var plane: Universe { Universe(.plane) }

  /// A torus of `width` × `height` cells.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a size is above
  ///   2 000 000 000 cells or negative. A size of 0 leaves that axis unbounded.
  public static func torus(width: Int, height: Int) throws(LifeError) -> Universe {
    try Universe("T\(width),\(height)")
  }

  /// Whether both axes are unbounded.
  public var isUnbounded: Bool { value.isUnbounded }
}

extension Universe: CustomStringConvertible {
  /// The notation that ``init(_:)`` reads.
  public var description: String { value.description }
}
