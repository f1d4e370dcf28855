package import LifeCore
package import LifeIO

/// All pattern formats. Help texts, detection, tests and tables are derived from this list.
///
/// Detection tries the cases in this order: formats with an unambiguous beginning come first.
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

  /// The formats that ``write(_:to:)`` writes.
  package static let writable = allCases.filter { $0.type.isWritable }

  /// Whether commands write the format: also apgcode, which needs the pattern to be identified.
  package var isOutput: Bool { type.isWritable || self == .apgcode }

  /// The formats that commands write.
  package static let outputs = allCases.filter(\.isOutput)

  /// What is written if neither an option nor an extension names a format.
  package static let usual = Format.rle

  /// The image formats.
  package static let images: [Format] = [.png, .pbm, .pgm]

  /// The output format for a file name, by its extension without `.gz`; nil if there is none.
  /// If two formats share an extension, it is the one with more capabilities.
  package static func named(by path: Path) -> Format? {
    let ending = path.withoutGzip.fileExtension
    return outputs.filter { $0.type.extensions.contains(ending) }
      .max { $0.type.capabilities.count < $1.type.capabilities.count }
  }

  /// The bytes of a file that detection examines.
  private static let prefixLength = 1 << 14

  /// Detects the format of the input by its content, or else by the extension of its name. No
  /// input is consumed.
  ///
  /// - Throws: ``ParseError`` if the format is not recognized, ``ReadError``.
  package static func detect(_ input: ByteReader) throws -> Format {
    if let format = try recognized(input) { return format }
    let ending = input.path.withoutGzip.fileExtension
    if let format = allCases.first(where: { $0.type.extensions.contains(ending) }) {
      return format
    }
    let reason: Message? =
      UnknownFile.named(by: ending).map { "not a pattern: this looks like \($0)" }
      ?? UnknownFile.remedy(for: input.available)
    throw ParseError(
      reason ?? "not a pattern in a known format; \(advice: .format)",
      in: input.path, at: input.location())
  }

  /// The format that the content of the input shows; nil if it shows none. No input is consumed.
  ///
  /// - Throws: ``ParseError`` if it is that of a file that is no pattern, ``ReadError``.
  package static func recognized(_ input: ByteReader) throws -> Format? {
    while input.available.count < prefixLength, try input.fill() {}
    let bytes = input.available
    var end = min(bytes.count, prefixLength)
    if end < prefixLength, end > 1, bytes[end - 1] == Byte.substitute { end -= 1 }
    let prefix = bytes.extracting(0..<end)
    let isImage = images.contains { $0.type.recognizes(prefix) }
    if !isImage, let reason = UnknownFile(prefix)?.message {
      throw ParseError("not a pattern: \(reason)", in: input.path, at: input.location())
    }
    return allCases.first { $0.type.recognizes(prefix) }
  }

  /// Whether a text is a pattern, or a list of codes. A text about patterns may begin like one, so
  /// RLE without a header is not enough, and a short text must be read without an error.
  package static func isPattern(text input: ByteReader) throws -> Bool {
    guard let format = try recognized(input) else { return false }
    if format == .rle, !TextPrefix(input.available).hasRLEHeader { return false }
    guard input.available.count < prefixLength else { return true }
    // The file of a rule may be found later.
    var options = ReadOptions()
    options.acceptsUnknownRules = true
    options.findRule = { _ in .missing(places: []) }
    return (try? read(input, as: format, options: options)) != nil
  }

  /// Reads the first pattern of the input and returns it with its format.
  ///
  /// - Parameter format: the format of the input; it is detected if nil.
  /// - Throws: ``ParseError`` if the file is not valid, has a cell in a state that its rule does
  ///   not have, or exceeds a limit; ``ReadError``, ``MemoryExhausted``.
  package static func read(
    _ input: ByteReader, as format: Format? = nil, options: ReadOptions
  ) throws -> (pattern: Pattern, format: Format) {
    try placingDamage(in: input) {
      let format = try format ?? detect(input)
      return (
        try packed(format.type.read(input, options: options), from: input, options: options), format
      )
    }
  }

  /// Reads all patterns of the input, and passes each to `body` before the next one is read. Only a
  /// ``SplittingFormat`` has more than one.
  ///
  /// - Throws: the errors of ``read(_:as:options:)`` and of `body`.
  package static func readEach(
    _ input: ByteReader, as format: Format? = nil, options: ReadOptions,
    body: (Pattern, Format) throws -> Void
  ) throws {
    try placingDamage(in: input) {
      let format = try format ?? detect(input)
      guard let type = format.type as? any SplittingFormat.Type else {
        return try body(
          packed(format.type.read(input, options: options), from: input, options: options), format)
      }
      try type.readEach(input, options: options) {
        try body(packed($0, from: input, options: options), format)
      }
    }
  }

  /// The pattern with its cells in as many bit-planes as its rule has.
  private static func packed(
    _ pattern: Pattern, from input: ByteReader, options: ReadOptions
  ) throws -> Pattern {
    var pattern = pattern
    if let rule = options.rule { pattern.statedRule = rule }
    if pattern.rule.isUnknown {
      pattern = try narrowed(
        pattern, name: pattern.rule.canonical, limit: input.cellLimit(options.limits))
    }
    let states = pattern.rule.states
    let most = options.limits.states
    guard states <= most else {
      throw ParseError(
        "the rule has \(states) states, more than the limit of \(most); "
          + "\(advice: .limit("states"))", in: input.path
      ).overLimit
    }
    do {
      return try pattern.packedForRule(limit: input.cellLimit(options.limits))
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

  /// The pattern under its unknown rule with as few states as its cells need, a power of two.
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

  /// Adds a place to errors about damaged compressed data: the end of the data that was readable.
  private static func placingDamage<Result>(
    in input: ByteReader, _ read: () throws -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch ReadError.data(let path, let reason) {
      throw ParseError(reason, in: path, at: input.location(ahead: input.available.count))
    }
  }

  /// The most bytes of packed rows that a quadtree, or a part of one, is expanded to.
  static let rowLimit = 1 << 30

  /// Writes a pattern; expands a quadtree if the format has none.
  ///
  /// - Throws: ``WriteError`` if the quadtree is too large to be expanded, or cells are too far
  ///   apart to be read again; ``FileFailure``; ``MemoryExhausted``.
  package func write(_ pattern: Pattern, to output: ByteWriter) throws {
    if type.capabilities.contains(.trees) { return try type.write(pattern, to: output) }
    if let box = pattern.bounds, max(box.width, box.height) > BigInt(Extent.largest),
      isListable(pattern)
    {
      throw WriteError(
        "\(rawValue) cannot hold cells in a bounding box of \(box.width) × \(box.height), more "
          + "than \(Extent.largest) along an axis; write macrocell")
    }
    try type.write(spelledOut(pattern), to: output)
  }

  /// Whether the cells could be listed one by one: each takes at least one bit.
  private func isListable(_ pattern: Pattern) -> Bool {
    pattern.tree == nil || pattern.population < BigInt(8 * Self.rowLimit)
  }

  private func spelledOut(_ pattern: Pattern) throws -> Pattern {
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

  /// Checks that this format can hold everything on which the evolution of a pattern depends.
  ///
  /// - Throws: ``WriteError``, which names the formats that can.
  package func check(_ pattern: Pattern) throws(WriteError) {
    // A code is that of an object under its rule, which the reader names with --rule.
    guard self != .apgcode else { return }
    let capabilities = type.capabilities
    let requirements = Self.requirements(of: pattern)
    guard let missing = requirements.first(where: { !capabilities.contains($0.capability) }) else {
      return
    }
    let others = Self.writable.filter { format in
      requirements.allSatisfy { format.type.capabilities.contains($0.capability) }
    }
    throw WriteError(
      "\(rawValue) cannot hold \(missing.what); \(others.map(\.rawValue).joined(separator: ", ")) "
        + "can, or \(missing.remedy)")
  }

  private typealias Requirement = (capability: FormatCapabilities, what: String, remedy: Message)

  /// The capabilities without which a pattern would evolve differently.
  private static func requirements(of pattern: Pattern) -> [Requirement] {
    var all: [Requirement] = []
    if pattern.rule.states > 2 {
      let states = "the \(pattern.rule.states) states of \(pattern.rule.canonical)"
      all.append((.states, states, "\(advice: .mapStatesToLife)"))
    }
    if pattern.rule != .life {
      all.append(
        (.rule, "the rule \(pattern.rule.canonical)", "\(advice: .dropRule)"))
    }
    if pattern.universe != .plane {
      all.append(
        (
          .universe, "the universe \(pattern.universe)",
          "\(advice: .dropUniverse)"
        ))
    }
    let hasBlocks = pattern.rule.partitioned?.dependsOnParity == true
    let isOdd = hasBlocks ? pattern.generation.isOdd : pattern.isComplement
    if pattern.rule.dependsOnParity, isOdd {
      all.append(
        (.generation, "the odd generation, on which this rule depends", "run it to an even one"))
    }
    if hasBlocks, pattern.universe.isUnbounded, let box = pattern.bounds,
      box.x.isOdd || box.y.isOdd
    {
      all.append(
        (.position, "the odd column or row of its corner, which tells its blocks", "move it by 1"))
    }
    return all
  }

  /// The parts of a pattern, such as `the position (3, 4)`, that a file of this format does not
  /// store, and that do not change its evolution.
  package func losses(of pattern: Pattern) -> [String] {
    let stored = type.capabilities
    var losses: [String] = []
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
    return losses
  }
}

extension Pattern {
  /// Calls `body` with the cells in parts of rows, north to south, and lets the writer tell which
  /// part of them is written.
  ///
  /// - Throws: ``MemoryExhausted`` if cells of a quadtree are too far apart, and what `body`
  ///   throws.
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
