package import LifeCore
package import LifeIO

/// Every format there is; help texts, detection, tests and tables come from this list.
///
/// The order is that of detection: the formats with the surest marks first.
package enum Format: String, CaseIterable, Sendable {
  case life106
  case life105
  case mcell
  case macrocell
  case json
  case apgcode
  case dblife
  case png
  case bmp
  case pbm
  case pgm
  case rle
  case plaintext

  package var type: any PatternFormat.Type {
    switch self {
    case .life106: Life106.self
    case .life105: Life105.self
    case .mcell: MCell.self
    case .macrocell: Macrocell.self
    case .json: JSONPattern.self
    case .apgcode: Apgcode.self
    case .dblife: Dblife.self
    case .png: PNG.self
    case .bmp: BMP.self
    case .pbm: PBM.self
    case .pgm: PGM.self
    case .rle: RLE.self
    case .plaintext: Plaintext.self
    }
  }

  /// The formats that are not only read.
  package static let written = allCases.filter { $0.type.isWritten }

  /// The formats whose cells are pixels.
  package static let pictures: [Format] = [.png, .bmp, .pbm, .pgm]

  /// What a file name's ending, `.gz` aside, asks a writer for; where two formats share an ending,
  /// the one that loses less.
  package static func named(by path: Path) -> Format? {
    let ending = path.withoutGzip.fileExtension
    return written.filter { $0.type.extensions.contains(ending) }
      .max { $0.type.holds.rawValue.nonzeroBitCount < $1.type.holds.rawValue.nonzeroBitCount }
  }

  /// How much of a file is looked at to see what it is.
  private static let prefixLength = 1 << 14

  /// What the input is written in: by its content, else by its name's ending.
  ///
  /// - Throws: ``ParseError`` if it is no pattern that is known, ``ReadError``.
  package static func detect(_ input: ByteReader) throws -> Format {
    while input.available.count < prefixLength, try input.fill() {}
    let bytes = input.available
    let prefix = bytes.extracting(0..<min(bytes.count, prefixLength))
    let isPicture = pictures.contains { $0.type.recognises(prefix) }
    if !isPicture, let reason = Stranger(prefix)?.description {
      throw ParseError("not a pattern: \(reason)", in: input.path, at: input.place())
    }
    if let format = allCases.first(where: { $0.type.recognises(prefix) }) { return format }
    let ending = input.path.withoutGzip.fileExtension
    if let format = allCases.first(where: { $0.type.extensions.contains(ending) }) {
      return format
    }
    let reason = Stranger.named(by: ending).map { "not a pattern: this looks like \($0)" }
    throw ParseError(
      reason ?? "not a pattern in any known format; if it is one, name the format with --from",
      in: input.path, at: input.place())
  }

  /// Reads a pattern in a format, or in the one that is detected.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``.
  package static func read(
    _ input: ByteReader, as format: Format? = nil, _ options: ReadOptions
  ) throws -> (pattern: Pattern, format: Format) {
    try placingDamage(in: input) {
      let format = try format ?? detect(input)
      return (try packed(format.type.read(input, options), input, options), format)
    }
  }

  /// Reads each pattern of an input, which is one in most formats.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``, or what `body` throws.
  package static func readEach(
    _ input: ByteReader, as format: Format? = nil, _ options: ReadOptions,
    _ body: (Pattern, Format) throws -> Void
  ) throws {
    try placingDamage(in: input) {
      let format = try format ?? detect(input)
      guard let type = format.type as? any SplittingFormat.Type else {
        return try body(packed(format.type.read(input, options), input, options), format)
      }
      try type.readEach(input, options) { try body(packed($0, input, options), format) }
    }
  }

  /// The pattern with its cells as its rule needs them.
  private static func packed(
    _ pattern: Pattern, _ input: ByteReader, _ options: ReadOptions
  ) throws -> Pattern {
    var pattern = pattern
    if let rule = options.rule { pattern.statedRule = rule }
    let (states, most) = (pattern.rule.states, options.limits.states)
    guard states <= most else {
      throw ParseError("a rule of \(states) states, more than \(most), the limit", in: input.path)
        .overLimit
    }
    do {
      return try pattern.packedForRule(limit: input.cellLimit(options.limits))
    } catch let found as StateBeyondRule {
      let rule = pattern.rule.canonical
      throw ParseError(
        pattern.statedRule == nil
          ? "cells in state \(found.state), and no rule; name it with --rule"
          : "a cell in state \(found.state), but the rule \(rule) has only \(found.states) states; "
            + "--to-rule maps them",
        in: input.path)
    }
  }

  /// Compressed text breaks off somewhere: after what could be read of it.
  private static func placingDamage<Result>(
    in input: ByteReader, _ read: () throws -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch ReadError.data(let path, let reason) {
      throw ParseError(reason, in: path, at: input.place(ahead: input.available.count))
    }
  }
}

extension Format {
  /// Rows of cells that take more bytes than this are not made from a tree, nor parts of a row.
  static let rowLimit = 1 << 30

  /// Writes a pattern, in rows if the format has no trees.
  ///
  /// - Throws: ``WriteError`` if a tree is too large to be spelled out, or cells are too far apart
  ///   to be read again, ``FileFailure``; ``MemoryExhausted`` if there is none for a row.
  package func write(_ pattern: Pattern, to output: ByteWriter) throws {
    if type.holds.contains(.trees) { return try type.write(pattern, to: output) }
    let rows = try spelledOut(pattern)
    if let box = rows.bounds, max(box.width, box.height) > BigInt(Extent.largest) {
      throw WriteError(
        "\(rawValue) has no place for cells in a box of \(box.width) × \(box.height), more than "
          + "\(Extent.largest) along an axis; write macrocell, which has")
    }
    try type.write(rows, to: output)
  }

  private func spelledOut(_ pattern: Pattern) throws -> Pattern {
    if pattern.tree == nil { return pattern }
    do {
      // A cell takes a bit at the very least, so that for many it need not be tried.
      guard pattern.population < BigInt(8 * Self.rowLimit) else {
        throw MemoryExhausted(purpose: "pattern", bytes: .max)
      }
      return type.writesParts ? pattern : try pattern.inRows(limit: Self.rowLimit)
    } catch is MemoryExhausted {
      let size = pattern.bounds.map { " in a box of \($0.width) × \($0.height)" } ?? ""
      throw WriteError(
        "\(rawValue) would have to spell out \(pattern.population) cells\(size); "
          + "write macrocell, which does not")
    }
  }

  /// Makes sure that nothing of a pattern's meaning is lost when it is written in this format.
  ///
  /// - Throws: ``WriteError``.
  package func check(_ pattern: Pattern) throws(WriteError) {
    let holds = type.holds
    let needs = Self.needs(of: pattern)
    guard let missing = needs.first(where: { !holds.contains($0.holding) }) else { return }
    let others = Self.written.filter { format in
      needs.allSatisfy { format.type.holds.contains($0.holding) }
    }
    throw WriteError(
      "\(rawValue) cannot hold \(missing.what); \(others.map(\.rawValue).joined(separator: ", ")) "
        + "can, or \(missing.remedy)")
  }

  private typealias Need = (holding: Holding, what: String, remedy: String)

  private static func needs(of pattern: Pattern) -> [Need] {
    var needs: [Need] = []
    if pattern.rule.states > 2 {
      let states = "\(pattern.rule.states) states, as \(pattern.rule.canonical) has"
      needs.append((.states, states, "map them with --to-rule B3/S23"))
    }
    if pattern.rule != .life {
      needs.append((.rule, "the rule \(pattern.rule.canonical)", "drop it with --rule B3/S23"))
    }
    if pattern.universe != .plane {
      needs.append((.universe, "the universe \(pattern.universe)", "drop it with --universe plane"))
    }
    if pattern.rule.dependsOnParity && pattern.generation.isOdd {
      needs.append(
        (.generation, "the odd generation, on which this rule depends", "run it to an even one"))
    }
    return needs
  }
}
