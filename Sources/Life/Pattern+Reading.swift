import LifeCore
import LifeFormats
import LifeIO
import LifeRun

// Patterns from files, text and the collection.
extension Pattern {
  /// Reads the first pattern of a file, possibly compressed with gzip, or the only pattern of a zip
  /// archive.
  ///
  /// Rule files are looked up next to the file, in `LIFE_RULES_PATH` and in the collection.
  ///
  /// - Parameters:
  ///   - path: the name of the file, or `archive.zip/member`.
  ///   - format: the format. `nil` detects it by content, then by extension.
  ///   - limits: the maximum sizes. Larger files are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/missingInput``,
  ///   ``LifeError/Kind/invalidData`` with line and column, or ``LifeError/Kind/overLimit``.
  /// - Complexity: O(*n*) for *n* bytes after decompression.
  public init(
    contentsOfFile path: String, as format: PatternFormat? = nil, limits: Limits = Limits()
  ) throws(LifeError) {
    // A hyphen is an ordinary file name here.
    let file = path == "-" ? "./-" : path
    try self.init(loading: file, from: .files, as: format, limits: limits)
  }

  /// Reads a pattern of the built-in collection.
  ///
  /// - Parameters:
  ///   - name: the name in any spelling, for example `gosper-gun` or `Gosper glider gun`.
  ///   - limits: the maximum sizes. Larger patterns are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/missingInput``. Its message suggests
  ///   similar names.
  public init(named name: String, limits: Limits = Limits()) throws(LifeError) {
    try self.init(loading: name, from: .names, as: nil, limits: limits)
  }

  private init(
    loading path: String, from kinds: PatternLoader.NameKinds, as format: PatternFormat?,
    limits: Limits
  ) throws(LifeError) {
    value = try LifeError.converting {
      var loader = PatternLoader()
      loader.kinds = kinds
      loader.format = format?.value
      loader.limits = limits.reading
      loader.memoryLimit = limits.memory
      return try loader.load(Path(path)).takePattern()
    }
  }

  /// Reads the first pattern of a file's contents, possibly compressed with gzip.
  ///
  /// A `@RULE` after the cells of RLE defines the header's rule. Other rule files are looked up in
  /// `LIFE_RULES_PATH` and in the collection.
  ///
  /// - Parameters:
  ///   - bytes: the contents of a file.
  ///   - format: the format. `nil` detects it.
  ///   - rule: the rule of contents that state none, such as an apgcode; `nil` for Conway's Life.
  ///   - limits: the maximum sizes. Larger contents are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` with line and column, or
  ///   ``LifeError/Kind/overLimit``.
  /// - Complexity: O(*n*) for *n* bytes after decompression.
  public init(
    parsing bytes: some Sequence<UInt8>, as format: PatternFormat? = nil, rule: Rule? = nil,
    limits: Limits = Limits()
  ) throws(LifeError) {
    value = try LifeError.converting {
      var options = ReadOptions(limits)
      options.usualRule = rule?.value
      let input = try ByteReader(Array(bytes), name: "pattern", limits: limits.reading)
      return try Format.read(input, as: format?.value, options: options).0
    }
  }

  /// Reads text, for example RLE: `Pattern(parsing: "x = 3, y = 3\nbo$2bo$3o!")`. Rules are found
  /// as in ``init(parsing:as:rule:limits:)-(Sequence<UInt8>,_,_,_)``.
  ///
  /// - Parameters:
  ///   - text: the contents of a file.
  ///   - format: the format. `nil` detects it.
  ///   - rule: the rule of text that states none, such as an apgcode; `nil` for Conway's Life.
  ///   - limits: the maximum sizes. Larger contents are rejected.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` with line and column, or
  ///   ``LifeError/Kind/overLimit``.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    parsing text: some StringProtocol, as format: PatternFormat? = nil, rule: Rule? = nil,
    limits: Limits = Limits()
  ) throws(LifeError) {
    try self.init(parsing: text.utf8, as: format, rule: rule, limits: limits)
  }

  /// Makes a pattern from cells in any order.
  ///
  /// - Parameters:
  ///   - cells: the live cells, with coordinates from -2⁵⁹ to 2⁵⁹. Of several states of a cell, the
  ///     last one counts.
  ///   - rule: the rule. It must have the states of all cells.
  ///   - universe: the universe.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if a cell is too far
  ///   from the origin, or if the rule does not have its state.
  /// - Complexity: O(*n* log *n*) for *n* cells.
  public init(
    cells: some Sequence<Cell>, rule: Rule = .life, universe: Universe = .plane
  ) throws(LifeError) {
    var runs: [LifeCore.CellRun] = []
    for cell in cells {
      let state = try rule.state(of: cell)
      guard cell.x.isWithin(1 << 59), cell.y.isWithin(1 << 59) else {
        throw LifeError(
          .invalidArgument, "the cell (\(cell.x), \(cell.y)) is too far from the origin")
      }
      runs.append(LifeCore.CellRun(y: cell.y, x: cell.x, length: 1, state: state))
    }
    value = LifeCore.Pattern(cells: Cells(Self.lastOfEachCell(runs)))
    value.statedPosition = .origin
    value.statedRule = rule.value
    value.universe = universe.value
  }

  /// The runs of one cell each, north to south and west to east. Of several runs of a cell, only
  /// the last one remains.
  private static func lastOfEachCell(_ runs: [LifeCore.CellRun]) -> [LifeCore.CellRun] {
    if zip(runs, runs.dropFirst()).allSatisfy({ ($0.y, $0.x) < ($1.y, $1.x) }) { return runs }
    var distinct: [LifeCore.CellRun] = []
    for (_, run) in runs.enumerated().sorted(by: {
      ($0.element.y, $0.element.x, $0.offset) < ($1.element.y, $1.element.x, $1.offset)
    }) {
      if let last = distinct.last, last.y == run.y, last.x == run.x { distinct.removeLast() }
      distinct.append(run)
    }
    return distinct
  }

  /// Makes a rectangle from a function of column and row.
  ///
  ///     let fade = try Pattern(width: 8, height: 8, rule: Rule("345/2/4")) { x, y in x % 4 }
  ///
  /// - Parameters:
  ///   - width: the number of columns, from column 0 on.
  ///   - height: the number of rows, from row 0 on.
  ///   - rule: the rule. It must have the states of all cells.
  ///   - state: returns the state of the cell in a column and a row, or 0 for a dead cell. It is
  ///     called from north to south and west to east.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` for a negative size, or
  ///   for a state missing from the rule.
  /// - Complexity: O(`width` · `height`) calls, and 32 bytes for each live cell.
  public init(
    width: Int, height: Int, rule: Rule = .life, state: (_ x: Int, _ y: Int) -> Int
  ) throws(LifeError) {
    guard width >= 0, height >= 0 else {
      throw LifeError(.invalidArgument, "a pattern has a size of at least 0")
    }
    var cells: [Cell] = []
    for y in 0..<height {
      for x in 0..<width {
        let cell = Cell(x: x, y: y, state: state(x, y))
        if cell.state != 0 { cells.append(cell) }
      }
    }
    try self.init(cells: cells, rule: rule)
    value.statedPosition = nil
    value.declaredSize = (width, height)
  }

  /// Makes a rectangle of dead and live cells from a function of column and row.
  ///
  ///     let checkers = try Pattern(width: 8, height: 8) { x, y in (x + y) % 2 == 0 }
  ///
  /// - Parameters:
  ///   - width: the number of columns, from column 0 on.
  ///   - height: the number of rows, from row 0 on.
  ///   - rule: the rule. Live cells are in state 1.
  ///   - isAlive: returns whether the cell in a column and a row is alive.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` for a negative size.
  /// - Complexity: the same as ``init(width:height:rule:state:)``.
  public init(
    width: Int, height: Int, rule: Rule = .life, isAlive: (_ x: Int, _ y: Int) -> Bool
  ) throws(LifeError) {
    try self.init(width: width, height: height, rule: rule, state: { isAlive($0, $1) ? 1 : 0 })
  }

  /// Makes a rectangle of random cells. A seed gives the same cells on every machine and in every
  /// version.
  ///
  /// - Parameters:
  ///   - width: the number of columns, from column 0 on.
  ///   - height: the number of rows, from row 0 on.
  ///   - density: the probability of a live cell, from 0 to 1.
  ///   - seed: any text. `life soup --size WxH --seed TEXT` gives the same cells.
  ///   - rule: the rule. Live cells get random live states of it.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` for a negative size or
  ///   an impossible density, or ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(`width` · `height`).
  public init(
    soupOfWidth width: Int, height: Int, density: Double = 0.5, seed: String, rule: Rule = .life
  ) throws(LifeError) {
    guard width >= 0, height >= 0, (0...1).contains(density) else {
      throw LifeError(.invalidArgument, "a soup has a size of at least 0 and a density from 0 to 1")
    }
    let soup = Soup(
      width: width, height: height, density: density, states: rule.states, seed: Array(seed.utf8))
    value = try LifeError.converting {
      LifeCore.Pattern(cells: try soup.cells(limit: SystemResources.usualMemoryLimit))
    }
    value.declaredSize = (width, height)
    value.statedRule = rule.value
  }
}

extension ReadOptions {
  /// Options for reading. Rule files are looked up in `LIFE_RULES_PATH` and in the collection.
  init(_ limits: Limits) {
    self.init()
    self.limits = limits.reading
    var library = RuleLibrary(beside: nil, folders: []) { _, _ in }
    library.maxBytes = self.limits.ruleBytes
    findRule = library.find
    readRule = { [library] in try library.read($1, name: $0) }
  }
}
