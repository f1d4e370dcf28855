import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// The cells of one generation with their rule, universe and notes: the contents of a pattern file.
///
/// Patterns from macrocell files and from ``Engine/hashlife`` are quadtrees, others packed rows.
/// Neither is expanded into single cells, so a pattern may have more cells than memory has bytes.
public struct Pattern: Sendable {
  var value: LifeCore.Pattern

  init(_ value: LifeCore.Pattern) { self.value = value }
}

// MARK: - Reading

extension Pattern {
  /// Reads the first pattern of a file, of standard input (`-`) or of the installed collection
  /// (`gosper-gun`); gzip and zip archives are expanded.
  ///
  /// Rule files are searched next to the file, in `LIFE_RULES_PATH` and in the collection.
  ///
  /// - Parameters:
  ///   - path: the name of a file, `-`, or a name in the collection.
  ///   - format: the format; nil detects it by content, then by extension.
  ///   - limits: the sizes beyond which a file is rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/missingInput``,
  ///   ``LifeError/Kind/invalidData`` with line and column, or ``LifeError/Kind/overLimit``.
  /// - Complexity: O(*n*) for *n* bytes after decompression.
  public init(
    contentsOf path: String, as format: PatternFormat? = nil, limits: Limits = Limits()
  ) throws(LifeError) {
    value = try LifeError.converting {
      var loader = PatternLoader()
      loader.format = format?.value
      loader.limits = limits.reading
      loader.memoryLimit = limits.memory
      return try loader.load(Path(path), Diagnostics()).takePattern()
    }
  }

  /// Reads the first pattern of a file's contents, which may be compressed with gzip.
  ///
  /// - Parameters:
  ///   - bytes: the contents of a file.
  ///   - format: the format; nil detects it.
  ///   - limits: the sizes beyond which the contents are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` with line and column, or
  ///   ``LifeError/Kind/overLimit``.
  /// - Complexity: O(*n*) for *n* bytes after decompression.
  public init(
    bytes: [UInt8], as format: PatternFormat? = nil, limits: Limits = Limits()
  ) throws(LifeError) {
    value = try LifeError.converting {
      var options = ReadOptions()
      options.limits = limits.reading
      let input = try ByteReader(bytes, name: "pattern", limits: limits.reading)
      return try Format.read(input, as: format?.value, options: options).0
    }
  }

  /// Reads text, for example RLE: `Pattern("x = 3, y = 3\nbo$2bo$3o!")`.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` with line and column.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: String) throws(LifeError) { try self.init(bytes: Array(text.utf8)) }

  /// Makes a pattern of cells, which may come in any order.
  ///
  /// - Parameters:
  ///   - cells: the live cells, with coordinates from -2⁵⁹ to 2⁵⁹.
  ///   - rule: the rule, which has the states of all cells.
  ///   - universe: the universe.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a cell is too far
  ///   from the origin or in a state that the rule does not have.
  /// - Complexity: O(*n* log *n*) for *n* cells.
  public init(
    cells: some Sequence<Cell>, rule: Rule = .life, universe: Universe = .plane
  ) throws(LifeError) {
    var runs: [LifeCore.CellRun] = []
    for cell in cells {
      guard (0..<rule.states).contains(cell.state) else {
        throw LifeError(.invalidArgument, "\(rule) has no state \(cell.state)")
      }
      guard cell.x.isWithin(1 << 59), cell.y.isWithin(1 << 59) else {
        throw LifeError(
          .invalidArgument, "the cell (\(cell.x), \(cell.y)) is too far from the origin")
      }
      runs.append(LifeCore.CellRun(y: cell.y, x: cell.x, length: 1, state: State(cell.state)))
    }
    value = LifeCore.Pattern(cells: Cells(runs))
    value.position = .origin
    value.statedRule = rule.value
    value.universe = universe.value
  }
}

// MARK: - Properties

extension Pattern {
  /// The rule; Conway's Life if the file has none.
  public var rule: Rule {
    get { Rule(value.rule) }
    set { value.statedRule = newValue.value }
  }

  /// The universe; the unbounded plane if the file has none.
  public var universe: Universe {
    get { Universe(value.universe) }
    set { value.universe = newValue.value }
  }

  /// The generation of the cells; 0 if the file has none.
  public var generation: BigInt {
    get { BigInt(value.generation) }
    set { value.generation = newValue.value }
  }

  /// The number of live cells, exact.
  ///
  /// - Complexity: O(*n*) for *n* words of 64 cells, or different nodes of a quadtree.
  public var population: BigInt { BigInt(value.population) }

  /// The bounding box of the live cells, exact; nil if all cells are dead.
  public var bounds: Bounds? { value.bounds.map(Bounds.init) }

  /// The name of the pattern; nil if the file has none.
  public var name: String? { value.notes(.name).first.map { String(decoding: $0, as: UTF8.self) } }

  /// The authors, one element for each line.
  public var authors: [String] { value.notes(.author).map { String(decoding: $0, as: UTF8.self) } }

  /// The comments, one element for each line.
  public var comments: [String] {
    value.notes(.comment).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether both patterns have the same cells in the same places, whether they are quadtrees or
  /// packed rows. Rules, universes, generations and notes are not compared.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or nodes that differ.
  public func hasSameCells(as other: Pattern) throws(LifeError) -> Bool {
    try LifeError.converting { try value.difference(from: other.value) == nil }
  }

  /// The SHA-256 digest of the cells as 64 hexadecimal digits, independent of position, file format
  /// and representation.
  ///
  /// It is that of a text with a line `x y state` for each live cell, sorted by y and then x, with
  /// coordinates relative to the north-western corner of the bounding box.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the cells are more than
  ///   2⁶³ apart, or ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n*) for *n* live cells.
  public func digest() throws(LifeError) -> String {
    try LifeError.converting { try value.digest() }
  }
}

// MARK: - Writing

extension Pattern {
  /// Writes a file atomically: it has its final name only when it is complete.
  ///
  /// - Parameters:
  ///   - path: the name of the file, compressed with gzip if it ends in `.gz`; `-` for standard
  ///     output.
  ///   - format: the format; nil for that of the extension.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if no format has the
  ///   extension, ``LifeError/Kind/invalidData`` if the format cannot represent the pattern,
  ///   ``LifeError/Kind/cannotCreate`` or ``LifeError/Kind/inputOutput`` if writing fails.
  /// - Complexity: O(*n*) for *n* bytes of the file.
  public func write(to path: String, as format: PatternFormat? = nil) throws(LifeError) {
    try LifeError.converting {
      let file = Path(path)
      guard let format = format?.value ?? Format.named(by: file) else {
        throw LifeError(.invalidArgument, "'\(file)' has no extension that names a format")
      }
      try format.check(value)
      let output = try openOutput(file, compressed: file.isGzipName)
      do {
        try format.writeOutput(value, to: output)
        try output.finish()
      } catch {
        output.abandon()
        throw error
      }
    }
  }

  /// The contents of a file in a format; ``init(bytes:as:limits:)`` reads them again.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the format cannot
  ///   represent the pattern.
  /// - Complexity: O(*n*) time and memory for *n* bytes.
  public func encoded(as format: PatternFormat) throws(LifeError) -> [UInt8] {
    try LifeError.converting {
      try format.value.check(value)
      let sink = MemorySink()
      let output = ByteWriter(sink)
      try format.value.writeOutput(value, to: output)
      try output.finish()
      return sink.bytes
    }
  }
}

/// A format of pattern files, for reading and, if ``isWritable``, for writing.
public struct PatternFormat: Hashable, Sendable, CaseIterable {
  let value: Format

  /// Run Length Encoded, the usual format: `.rle`.
  public static let rle = PatternFormat(value: .rle)
  /// Rows of `.` and `O`: `.cells`.
  public static let plaintext = PatternFormat(value: .plaintext)
  /// Life 1.05: blocks of rows with their positions.
  public static let life105 = PatternFormat(value: .life105)
  /// Life 1.06: a list of coordinates.
  public static let life106 = PatternFormat(value: .life106)
  /// A quadtree in which equal nodes are written once, for huge regular patterns: `.mc`.
  public static let macrocell = PatternFormat(value: .macrocell)
  /// JSON: cells, rule, universe and notes.
  public static let json = PatternFormat(value: .json)
  /// An apgcode, the canonical name of a still life, oscillator or spaceship.
  public static let apgcode = PatternFormat(value: .apgcode)

  /// Every format that can be read, including those without a constant above.
  public static var allCases: [PatternFormat] { Format.allCases.map { PatternFormat(value: $0) } }

  init(value: Format) { self.value = value }

  /// The format with this ``name``, such as `rle`; nil if there is none.
  public init?(named name: String) {
    guard let value = Format(rawValue: name) else { return nil }
    self.value = value
  }

  /// The name, as in the options of the command line.
  public var name: String { value.rawValue }

  /// File name extensions without the dot, the usual one first.
  public var extensions: [String] { value.type.extensions }

  /// Whether patterns can be written in this format.
  public var isWritable: Bool { value.isOutput }
}
