import LifeFormats
import LifeIO
import LifeRun

/// The objects found by a ``Census``, and their numbers.
public struct Haul: Hashable, Sendable {
  /// The number of times an object was found, and some of its soups.
  public struct ObjectCount: Hashable, Sendable {
    /// The canonical apgcode, or a code of soups that did not settle: `PATHOLOGICAL`, or `zz_` and
    /// the kind of growth.
    public let apgcode: String
    /// The number of objects.
    public let count: Int
    /// The smallest numbers of soups with the object, at most ten.
    public let soups: [Int]
  }

  private let value: LifeFormats.Haul

  init(_ value: LifeFormats.Haul) { self.value = value }

  /// Whether both hauls have the same search, soups and objects.
  public static func == (left: Haul, right: Haul) -> Bool { left.value == right.value }

  /// Feeds the search and the numbers to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value.root)
    hasher.combine(soupCount)
    hasher.combine(objectCount)
  }

  /// The number of soups.
  public var soupCount: Int { value.soups.count }

  /// The number of objects of all soups. `nil` if it is 2⁶³ or more.
  public var objectCount: Int? { value.table.objectCount }

  /// The objects, most frequent first.
  public var objects: [ObjectCount] {
    value.table.sorted.map {
      ObjectCount(apgcode: $0.code, count: $0.entry.count, soups: $0.entry.samples)
    }
  }

  /// The number of objects with a canonical apgcode, or 0.
  public func count(of apgcode: String) -> Int { value.table.count(of: apgcode) }
}

// MARK: - Files

extension Haul {
  /// Reads the file of a haul, from this or another program.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/missingInput`` or
  ///   ``LifeError/Kind/invalidData`` with line and column.
  public init(contentsOfFile path: String) throws(LifeError) {
    value = try LifeError.converting { try LifeFormats.Haul.read(ByteReader(opening: Path(path))) }
  }

  /// Writes the haul atomically, in the text format exchanged by soup searches.
  ///
  /// - Parameters:
  ///   - path: the name of the file.
  ///   - overwriting: whether to replace an existing file.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/cannotCreate`` or
  ///   ``LifeError/Kind/inputOutput``.
  public func write(to path: String, overwriting: Bool = false) throws(LifeError) {
    let replacement: Replacement = overwriting ? .overwriting : .never
    try LifeError.converting { try value.write(to: Path(path), replacement) }
  }

  /// The sum of this haul and another one of the same search.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the other haul is from
  ///   another search, has some of the same soups, or makes the sum too large.
  public func adding(_ other: Haul) throws(LifeError) -> Haul {
    var sum = value
    do {
      try sum.add(other.value)
    } catch {
      throw LifeError(
        .invalidData,
        "the hauls cannot be added: different searches, common soups, or too large a sum")
    }
    return Haul(sum)
  }
}
