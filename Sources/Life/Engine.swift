import LifeEngines

/// An algorithm for advancing patterns. All engines give the same cells. They differ in speed,
/// memory, and the rules and universes they support.
public struct Engine: Hashable, Sendable {
  /// The name, as on the command line.
  public let name: String

  /// Measures other engines during the run and changes to the fastest one.
  public static let automatic = Engine(name: "auto")
  /// A dictionary of cells: slow, supports every rule and universe, and defines the correct cells.
  public static let reference = Engine(.reference)
  /// A bit-packed board: dense patterns, bounded universes.
  public static let bitmap = Engine(.bitmap)
  /// Tiles, stepped only while they change: methuselahs, guns, ash.
  public static let tiles = Engine(.tiles)
  /// A quadtree with memoized successors: regular patterns in the plane, any number of generations.
  public static let hashlife = Engine(.hashlife)
  /// Tiles of one byte per cell: rules from files, any universe.
  public static let bytes = Engine(.bytes)

  private init(name: String) { self.name = name }

  init(_ value: LifeEngines.Engine) { self.init(name: value.rawValue) }

  /// The engine with this ``name``, for example `hashlife`. Returns `nil` if there is none.
  public init?(named name: String) {
    guard let engine = Engine.allCases.first(where: { $0.name == name }) else { return nil }
    self = engine
  }

  var value: LifeEngines.Engine? { LifeEngines.Engine(rawValue: name) }
}

extension Engine: CaseIterable {
  /// Every engine, ``automatic`` first.
  public static var allCases: [Engine] {
    [automatic] + LifeEngines.Engine.allCases.map { Engine($0) }
  }
}

extension Engine: CustomStringConvertible {
  /// The ``name``.
  public var description: String { name }
}
