package import LifeCore
package import LifeIO

/// All pattern formats. Help texts, detection, tests and tables use this list.
///
/// Detection tries the cases in this order, formats with an unambiguous beginning first.
package enum Format: String, CaseIterable, Sendable {
  case life106
  case life105
  case mcell
  case macrocell
  case json
  case apgcode
  case png
  case pbm
  case pgm
  case rle
  case plaintext

  /// The implementation of the format.
  package var type: any PatternFormat.Type {
    switch self {
    case .life106: Life106.self
    case .life105: Life105.self
    case .mcell: MCell.self
    case .macrocell: Macrocell.self
    case .json: JSONPattern.self
    case .apgcode: Apgcode.self
    case .png: PNG.self
    case .pbm: PBM.self
    case .pgm: PGM.self
    case .rle: RLE.self
    case .plaintext: Plaintext.self
    }
  }

  /// The formats that ``write(_:to:)`` can write. Apgcode is not one: a code follows from an
  /// identification, which is in a higher layer.
  package static let writable = allCases.filter { $0 != .apgcode }

  /// The output format if neither an option nor an extension names one.
  package static let usual = Format.rle

  package static let images: [Format] = [.png, .pbm, .pgm]

  /// The output format for a file name, by its extension without `.gz`; `nil` if there is none. If
  /// two formats share an extension, the one with more capabilities wins.
  package static func named(by path: Path) -> Format? {
    let ending = path.withoutGzip.fileExtension
    return allCases.filter { $0.type.extensions.contains(ending) }
      .max { $0.type.capabilities.count < $1.type.capabilities.count }
  }

  /// The number of bytes examined by detection.
  private static let prefixLength = 1 << 14

  /// Detects the format by the content, or else by the extension of the name. Consumes no input.
  ///
  /// - Throws: ``ParseError`` if the format is not recognized, ``ReadError``.
  package static func detect(_ input: ByteReader) throws -> Format {
    if let format = try recognized(input) { return format }
    let ending = input.path.withoutGzip.fileExtension
    if let format = allCases.first(where: { $0.type.extensions.contains(ending) }) {
      return format
    }
    let reason: Message? =
      ForeignFile.named(by: ending).map { "not a pattern: this looks like \($0)" }
      ?? ForeignFile.remedy(for: input.available)
    throw ParseError(
      reason ?? "not a pattern in a known format; \(advice: .format)",
      in: input.path, at: input.location())
  }

  /// The format recognized by the content; `nil` if there is none. Consumes no input.
  ///
  /// - Throws: ``ParseError`` for a known kind of file other than patterns; ``ReadError``.
  package static func recognized(_ input: ByteReader) throws -> Format? {
    while input.available.count < prefixLength, try input.fill() {}
    let bytes = input.available
    var end = min(bytes.count, prefixLength)
    if end < prefixLength, end > 1, bytes[end - 1] == Byte.substitute { end -= 1 }
    let prefix = bytes.extracting(0..<end)
    let isImage = images.contains { $0.type.recognizes(prefix) }
    if !isImage, let reason = ForeignFile.message(for: prefix) {
      throw ParseError("not a pattern: \(reason)", in: input.path, at: input.location())
    }
    return allCases.first { $0.type.recognizes(prefix) }
  }

  /// Whether a text is a pattern or a list of apgcodes. Prose may begin like either, so RLE must
  /// have a header, and a short text must be readable without errors.
  package static func isPattern(text input: ByteReader) throws -> Bool {
    guard let format = try recognized(input) else { return false }
    if format == .rle {
      let lines = input.available.nonblankLines
      guard lines.contains(where: { RLEHeader.isHeader($0.span) }) else { return false }
    }
    guard input.available.count < prefixLength else { return true }
    // A rule file is not needed to tell a pattern from prose: accept every name of a rule.
    var options = ReadOptions()
    options.acceptsUnknownRules = true
    options.findRule = { _ in .missing(places: []) }
    return (try? read(input, as: format, options: options)) != nil
  }

  /// Reads the first pattern of the input. Returns it with its format.
  ///
  /// - Parameter format: the format of the input; detected if `nil`.
  /// - Throws: ``ParseError`` if the file is invalid, has a cell in a state unknown to its rule, or
  ///   exceeds a limit; ``ReadError``, ``MemoryExhausted``.
  package static func read(
    _ input: ByteReader, as format: Format? = nil, options: ReadOptions
  ) throws -> (pattern: Pattern, format: Format) {
    try locatingDamage(in: input) {
      let format = try format ?? detect(input)
      return (
        try packed(format.type.read(input, options: options), from: input, options: options), format
      )
    }
  }

  /// Reads all patterns of the input, and passes each to `body` before the next is read. Only a
  /// ``MultiPatternFormat`` has more than one.
  ///
  /// - Throws: the errors of ``read(_:as:options:)`` and of `body`.
  package static func readEach(
    _ input: ByteReader, as format: Format? = nil, options: ReadOptions,
    body: (Pattern, Format) throws -> Void
  ) throws {
    try locatingDamage(in: input) {
      let format = try format ?? detect(input)
      guard let type = format.type as? any MultiPatternFormat.Type else {
        return try body(
          packed(format.type.read(input, options: options), from: input, options: options), format)
      }
      try type.readEach(input, options: options) {
        let pattern: Pattern
        do {
          pattern = try packed($0, from: input, options: options)
        } catch let error as ParseError { return try options.pass(over: error) }
        try body(pattern, format)
      }
    }
  }

  /// Applies `options.rule`, checks the states, and packs the cells into as many bit-planes as the
  /// rule needs.
  private static func packed(
    _ pattern: Pattern, from input: ByteReader, options: ReadOptions
  ) throws -> Pattern {
    var pattern = pattern
    pattern.statedRule = options.rule ?? pattern.statedRule ?? options.usualRule
    if pattern.rule.isUnknown {
      pattern = try narrowed(
        pattern, name: pattern.rule.canonical, limit: input.cellLimit(within: options.limits))
    }
    let states = pattern.rule.states
    let limit = options.limits.states
    guard states <= limit else {
      throw ParseError(
        "the rule has \(states) states, more than the limit of \(limit); "
          + "\(advice: .limit("states"))", in: input.path
      ).overLimit
    }
    do {
      return try pattern.packedForRule(limit: input.cellLimit(within: options.limits))
    } catch let found as StateBeyondRule {
      let rule = pattern.rule.canonical
      throw ParseError(
        pattern.statedRule == nil
          ? "a cell is in state \(found.state), but the file states no rule; \(advice: .rule)"
          : "a cell is in state \(found.state), but the rule \(rule) has only \(found.states) "
            + "states; \(advice: .mapStates)",
        in: input.path)
    }
  }

  /// Gives an unknown rule as few states as the cells need, rounded up to a power of two.
  private static func narrowed(
    _ pattern: Pattern, name: String, limit: Int
  ) throws -> Pattern {
    var pattern = pattern
    for planes in 1...8 where pattern.tree == nil {
      pattern.statedRule = Rule(.table(RuleTable(unknown: name, states: 1 << planes)))
      if let packed = try? pattern.packedForRule(limit: limit) { return packed }
    }
    return pattern
  }

  /// Adds a place to errors about damaged compressed data: the end of the readable data.
  static func locatingDamage<Result>(
    in input: ByteReader, _ read: () throws -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch ReadError.data(let path, let reason) {
      throw ParseError(reason, in: path, at: input.location(ahead: input.available.count))
    }
  }

  /// The maximum number of bytes of packed rows for an expanded quadtree, or for a part of one.
  static let rowLimit = 1 << 30

  /// Writes a pattern; expands a quadtree if the format has none.
  ///
  /// - Throws: ``WriteError`` if the quadtree is too large to expand, or cells are too far apart to
  ///   read back; ``FileFailure``; ``MemoryExhausted``.
  package func write(_ pattern: Pattern, to output: ByteWriter) throws {
    if type.capabilities.contains(.trees) { return try type.write(pattern, to: output) }
    if let box = pattern.bounds, max(box.width, box.height) > BigInt(Extent.largest),
      isListable(pattern)
    {
      throw WriteError(
        "\(rawValue) cannot hold cells in a bounding box of \(box.width) × \(box.height), more "
          + "than \(Extent.largest) along an axis; write macrocell")
    }
    try type.write(expandedIfNeeded(pattern), to: output)
  }

  /// Whether there is room to list the cells one by one: each takes at least one bit.
  private func isListable(_ pattern: Pattern) -> Bool {
    pattern.tree == nil || pattern.population < BigInt(8 * Self.rowLimit)
  }

  private func expandedIfNeeded(_ pattern: Pattern) throws -> Pattern {
    if pattern.tree == nil { return pattern }
    do {
      guard isListable(pattern) else { throw MemoryExhausted(purpose: "pattern", bytes: .max) }
      return type.streamsTrees ? pattern : try pattern.inRows(limit: Self.rowLimit)
    } catch is MemoryExhausted {
      let size = pattern.bounds.map { " in a bounding box of \($0.width) × \($0.height)" } ?? ""
      throw WriteError(
        "\(rawValue) would have to list \(pattern.population) cells\(size) one by one; "
          + "write macrocell")
    }
  }

  /// Checks that this format can store everything that affects a pattern's evolution.
  ///
  /// - Throws: ``WriteError`` with the names of suitable formats.
  package func check(_ pattern: Pattern) throws(WriteError) {
    let capabilities = type.capabilities
    // Apgcodes omit the rule of an object, by design: whoever reads one states the rule again.
    let requirements = Self.requirements(of: pattern).filter {
      self != .apgcode || $0.capability == .universe
    }
    guard let missing = requirements.first(where: { !capabilities.contains($0.capability) }) else {
      return
    }
    let others = Self.writable.filter { format in
      requirements.allSatisfy { format.type.capabilities.contains($0.capability) }
    }
    let isShown = self == .plaintext && !pattern.rule.isUnknown
    throw WriteError(
      "\(rawValue) cannot hold \(missing.what); \(others.map(\.rawValue).joined(separator: ", ")) "
        + "can, or \(missing.remedy)" + (isShown ? ", or \(advice: .showText)" : ""))
  }

  private typealias Requirement = (capability: FormatCapability, what: String, remedy: Message)

  /// The capabilities needed to keep a pattern's evolution.
  private static func requirements(of pattern: Pattern) -> [Requirement] {
    let rule = pattern.rule
    let universe = pattern.universe
    var all: [Requirement] = []
    func require(_ capability: FormatCapability, for what: String, or remedy: Message) {
      all.append((capability, what, remedy))
    }
    if rule.states > 2 {
      let states = "the \(rule.states) states of \(rule.canonical)"
      require(.states, for: states, or: "\(advice: .mapStatesToLife)")
    }
    if rule != .life {
      require(.rule, for: "the rule \(rule.canonical)", or: "\(advice: .dropRule)")
    }
    if universe != .plane {
      require(.universe, for: "the universe \(universe)", or: "\(advice: .dropUniverse)")
    }
    if !rule.ignoresBackground(in: universe), rule.phase(at: pattern.generation) > 0 {
      require(
        .generation, for: "the generation \(pattern.generation), on which this rule depends",
        or: "run it to a multiple of \(rule.phaseCount)")
    }
    if rule.partitioned?.dependsOnParity == true, universe.isUnbounded, let box = pattern.bounds,
      box.x.isOdd || box.y.isOdd
    {
      require(
        .position, for: "the odd column or row of its corner, on which its 2 × 2 blocks depend",
        or: "move it by 1")
    }
    return all
  }

  /// The parts of a pattern that this format drops, for example `the position (3, 4)`. They do not
  /// affect its evolution: ``check(_:)`` refuses other losses.
  package func losses(of pattern: Pattern) -> [String] {
    let stored = type.capabilities
    var losses: [String] = []
    if self == .apgcode, pattern.rule != .life {
      losses.append("the rule \(pattern.rule.canonical)")
    }
    if !stored.contains(.position), let box = pattern.bounds, box.x != 0 || box.y != 0 {
      losses.append("the position (\(box.x), \(box.y))")
    }
    if !stored.contains(.generation), pattern.generation != 0 {
      losses.append("the generation \(pattern.generation)")
    }
    if !stored.contains(.name), !(pattern.notes(.name) + pattern.notes(.author)).isEmpty {
      losses.append("the names of the pattern and its author")
    }
    if !stored.contains(.comments), !pattern.notes(.comment).isEmpty {
      losses.append("the comments")
    }
    if self != .rle, case .table(let table) = pattern.rule.family, !table.source.isEmpty {
      losses.append("the definition of the rule")
    }
    return losses
  }
}

extension Pattern {
  /// Calls `body` with all cells, or with those of a quadtree in parts of some rows from north to
  /// south, and updates the writer's progress.
  ///
  /// - Throws: ``MemoryExhausted`` if cells of a quadtree are too far apart; errors of `body`.
  func forEachPart(
    to output: ByteWriter, _ body: (_ cells: Cells, _ origin: Position) throws -> Void
  ) throws {
    let height = tree == nil ? 1 : max(bounds?.height.double ?? 1, 1)
    try forEachPart(limit: Format.rowLimit) { cells, origin in
      try body(cells, origin)
      output.fraction = cells.bounds.map { Double($0.endY) / height }
    }
    output.fraction = nil
  }
}
