import LifeCore
import LifeFormats
import LifeRun

/// The cells of one generation with their rule, universe and notes: the contents of a pattern file.
///
///     var gun = try Pattern(named: "gosper-gun")
///     gun.name = "A gun with a block"
///     gun = try gun.merging(Pattern(parsing: "2o$2o!"), at: Displacement(x: 60, y: 30))
///     try gun.write(to: "gun.rle")
///
/// Patterns from macrocell files and from ``Engine/hashlife`` are quadtrees, others packed rows.
/// They are never expanded into single cells, so a pattern may have more cells than memory has
/// bytes.
public struct Pattern: Sendable {
  var value: LifeCore.Pattern

  init(_ value: LifeCore.Pattern) { self.value = value }
}

extension Pattern {
  /// The rule. Conway's Life if the file has none.
  ///
  /// An ``Automaton``, a ``Simulation`` and files refuse a cell in a state that the rule does not
  /// have.
  public var rule: Rule {
    get { Rule(value.rule) }
    set { value.statedRule = newValue.value }
  }

  /// The universe. The unbounded plane if the file has none.
  ///
  /// In a bounded universe, a pattern is centered if it comes from text without a position, from a
  /// function or from a seed. An ``Automaton``, a ``Simulation`` and files refuse it if a cell lies
  /// outside.
  public var universe: Universe {
    get { Universe(value.universe) }
    set { value.universe = newValue.value }
  }

  /// The generation of the cells, or 0 if the file has none.
  ///
  /// - Precondition: it is not negative. No format has negative generations.
  public var generation: BigInt {
    get { BigInt(value.generation) }
    set {
      precondition(newValue >= 0, "a negative generation")
      value.generation = newValue.value
    }
  }

  /// Whether the cells are the opposite of the real ones, as under rules with B0; see
  /// ``Automaton/isComplement``.
  public var isComplement: Bool { value.isComplement }

  /// The exact number of live cells.
  ///
  /// - Complexity: O(*n*) for *n* words of 64 cells, or different nodes of a quadtree.
  public var population: BigInt { BigInt(value.population) }

  /// The exact bounding box of the live cells. `nil` if all cells are dead.
  public var bounds: Bounds? { value.bounds.map(Bounds.init) }
}

extension Pattern {
  /// The value for an engine or a file.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a cell lies outside
  ///   the universe; ``StateBeyondRule``, ``MemoryExhausted``.
  var valueInUniverse: LifeCore.Pattern {
    get throws {
      do {
        let limit = SystemResources.usualMemoryLimit
        return try value.clipped(limit: limit, isLenient: false) { _ in }
          .packedForRule(limit: limit)
      } catch let failure as RunFailure {
        throw LifeError(
          .invalidArgument, "\(failure.message); move the pattern, or choose a larger universe")
      }
    }
  }
}

// MARK: - Notes

extension Pattern {
  /// The name of the pattern. `nil` if the file has none.
  public var name: String? {
    get { notes(.name).first }
    set { setNotes(newValue.map { [$0] } ?? [], of: .name) }
  }

  /// The authors, one element per line.
  public var authors: [String] {
    get { notes(.author) }
    set { setNotes(newValue, of: .author) }
  }

  /// The comments, one element per line.
  public var comments: [String] {
    get { notes(.comment) }
    set { setNotes(newValue, of: .comment) }
  }

  private func notes(_ kind: LifeCore.Pattern.NoteKind) -> [String] {
    value.notes(kind).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces the notes of a kind. Each line of a text becomes its own note.
  private mutating func setNotes(_ texts: [String], of kind: LifeCore.Pattern.NoteKind) {
    let lines = texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let new = lines.map { LifeCore.Pattern.Note(kind, text: Array($0.utf8)) }
    let index = value.notes.firstIndex { $0.kind == kind } ?? value.notes.count
    value.notes.removeAll { $0.kind == kind }
    value.notes.insert(contentsOf: new, at: min(index, value.notes.count))
  }
}

// MARK: - Comparison

extension Pattern: Hashable {
  /// Whether cells, positions, generations, rules, universes and notes are equal. Quadtrees can
  /// equal packed rows.
  ///
  /// Traps if memory runs out, like allocations of the standard library. ``hasSameCells(as:)``
  /// throws an error instead.
  ///
  /// - Complexity: O(*n*) for *n* words of 64 cells, or different nodes.
  public static func == (left: Pattern, right: Pattern) -> Bool { left.value == right.value }

  /// Feeds the population, the bounding box, the generation, the rule and the universe to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(population)
    hasher.combine(bounds)
    hasher.combine(generation)
    hasher.combine(rule)
    hasher.combine(universe)
  }

  /// Whether both patterns have the same cells in the same places. Quadtrees can equal packed rows.
  /// Rules, universes, generations and notes are not compared.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or different nodes.
  public func hasSameCells(as other: Pattern) throws(LifeError) -> Bool {
    try LifeError.converting { try value.hasSameCells(as: other.value) }
  }

  /// The SHA-256 digest of the cells as 64 hexadecimal digits, independent of position, file format
  /// and representation.
  ///
  /// It is the digest of a text with a line `x y state` for each live cell, sorted by y and then x.
  /// Coordinates are relative to the north-western corner of the bounding box.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the cells are more than
  ///   2⁶³ apart, or ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n*) for *n* live cells.
  public func digest() throws(LifeError) -> String {
    try LifeError.converting { try value.digest() }
  }
}

extension Pattern: CustomStringConvertible {
  /// RLE if it is short, otherwise the name or the rule, the size and the population.
  public var description: String {
    if population <= BigInt(Self.maxDescribedCells), let bounds,
      bounds.width <= BigInt(Self.maxDescribedCells), let rle = try? encoded(as: .rle)
    {
      return String(decoding: rle.dropLast(), as: UTF8.self)
    }
    guard let bounds else { return "an empty pattern, \(rule)" }
    return "\(name ?? "\(rule)"): \(bounds.width) x \(bounds.height), \(population) live cells"
  }

  private static let maxDescribedCells = 500
}

extension Pattern: Codable {
  /// Reads the text of a pattern file. A rule file is looked up in `LIFE_RULES_PATH` and in the
  /// collection.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value { try Pattern(parsing: $0) }
  }

  /// Writes the text of an RLE file, or of a macrocell file if the cells are a quadtree. Of a rule
  /// from a file, it has what ``encoded(as:)`` keeps.
  public func encode(to encoder: any Encoder) throws {
    let bytes = try encoded(as: value.tree == nil ? .rle : .macrocell)
    try String(decoding: bytes, as: UTF8.self).encode(to: encoder)
  }
}
