import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Laws for every ordered pair of formats; a new format joins with its case in ``Format``.
///
/// A random pattern may be too far from the origin for a format. Refusals are counted, so a format
/// cannot pass by refusing everything.
@Suite struct FormatPairLaws {
  /// The number of cases written, and of those refused as too far away.
  private struct Tally {
    var served = 0
    var refused = 0

    /// Whether at least half of the cases were served; one case may be any.
    func expectServed(_ format: Format) {
      #expect(
        served > 0 && served >= refused || served + refused < 4,
        "\(format): \(served) served, \(refused) refused")
    }
  }

  /// The result of `write`. Returns `nil`, and counts it, if the pattern is too far away to be
  /// written.
  private func unlessFar<Result>(
    _ pattern: Pattern, countedIn tally: inout Tally, _ write: () throws -> Result
  ) throws -> Result? {
    do {
      let result = try write()
      tally.served += 1
      return result
    } catch let error as WriteError {
      let isFar = pattern.bounds.map { $0.x.bitWidth > 59 || $0.y.bitWidth > 59 } == true
      #expect(isFar && "\(error)".contains("cells more than"), "\(error)")
      tally.refused += 1
      return nil
    }
  }

  @Test(.needsOptimization, arguments: Format.writable)
  func `a pattern keeps what both formats can hold`(first: Format) async throws {
    try await forEachCase(of: Format.writable) { second in
      var tally = Tally()
      for seed in Effort.cases(24, long: 10_000) {
        let pattern = Pattern.complete(seed: seed).reduced(to: first).reduced(to: second)
          .reduced(to: first)
        try first.check(pattern)
        try second.check(pattern)
        let isCompressed = seed % 8 == 0
        _ = try unlessFar(pattern, countedIn: &tally) {
          let bytes = try written(pattern, as: first, compressed: isCompressed)
          let between = try read(bytes, as: first)
          try expect(between, equals: pattern.kept(by: first), seed: seed)
          let more = try written(between, as: second, compressed: isCompressed)
          try expect(
            read(more, as: second), equals: pattern.kept(by: first).kept(by: second), seed: seed)
        }
      }
      tally.expectServed(first)
    }
  }

  private func expect(_ pattern: Pattern, equals expected: Pattern, seed: Int) throws {
    #expect(try pattern.hasSameCells(as: expected), "seed \(seed)")
    #expect(pattern.generation == expected.generation, "seed \(seed)")
    #expect(pattern.rulestring == expected.rulestring, "seed \(seed)")
    #expect(pattern.sortedRemarks == expected.sortedRemarks, "seed \(seed)")
  }

  @Test(arguments: Format.writable)
  func `writing is deterministic and stable after one pass`(format: Format) throws {
    var tally = Tally()
    for seed in Effort.cases(60, long: 10_000) {
      let pattern = Pattern.complete(seed: seed).reduced(to: format)
      guard
        let bytes = try unlessFar(pattern, countedIn: &tally, { try written(pattern, as: format) })
      else { continue }
      #expect(try written(pattern, as: format) == bytes, "seed \(seed)")
      let back = try read(bytes, as: format)
      #expect(try written(back, as: format) == bytes, "seed \(seed)")
      guard format == .rle else { continue }
      let box = pattern.cells.bounds
      #expect(back.declaredSize?.width == box?.width ?? 0)
      #expect(back.declaredSize?.height == box?.height ?? 0)
      #expect(try TextFormat.rle.warnings(String(decoding: bytes, as: UTF8.self)).isEmpty)
    }
    tally.expectServed(format)
  }

  @Test(arguments: Format.writable)
  func `a written file is detected under any name`(format: Format) throws {
    var tally = Tally()
    for seed in Effort.cases(60, long: 10_000) {
      let pattern = Pattern.complete(seed: seed).reduced(to: format)
      let bytes = try unlessFar(pattern, countedIn: &tally) {
        try written(pattern, as: format, compressed: seed % 2 == 0)
      }
      guard let bytes else { continue }
      for name in ["in", "in.rle", "in.cells", "in.lif", "in.rle.gz", "in.html"] as [Path] {
        let detected = try Format.detect(ByteReader(bytes, name: name))
        #expect(detected == format, "seed \(seed)")
      }
    }
    tally.expectServed(format)
  }

  @Test(.needsOptimization, arguments: Format.writable)
  func `every prefix of a file is read or refused`(format: Format) async throws {
    try await forEachCase(of: Effort.cases(10, long: 10)) { index in
      let bytes = try Self.file(index, of: format)
      var outcome = Outcome()
      for count in stride(from: 0, through: bytes.count, by: Effort.isLong ? 1 : 3) {
        readOrRefuse(Array(bytes.prefix(count)), as: format, outcome: &outcome)
      }
      readOrRefuse(bytes, as: format, outcome: &outcome)
      // At least the complete file is read, strictly and leniently. A format with files that may
      // end anywhere refuses at most the empty one.
      #expect(outcome.read >= 2)
      #expect(outcome.refused >= 1)
    }
  }

  @Test(arguments: Format.writable)
  func `mutated files are read or refused`(format: Format) async throws {
    try await forEachCase(of: 0..<10) { index in
      let bytes = try Self.file(index, of: format)
      let compressed = try written(read(bytes, as: format), as: format, compressed: true)
      var outcome = Outcome()
      for seed in Effort.cases(60, long: 10_000) {
        var random = Seeded(seed)
        readOrRefuse(mutated(bytes, by: &random), as: format, outcome: &outcome)
        readOrRefuse(mutated(compressed, by: &random), as: format, outcome: &outcome)
      }
      // A checksum protects compressed files, so nearly all of their mutants are refused.
      #expect(outcome.refused > 0)
      #expect(outcome.large <= outcome.read / 4)
    }
  }

  /// The numbers of inputs.
  private struct Outcome {
    var read = 0
    var refused = 0
    /// The number of files read but too large to write again.
    var large = 0
  }

  /// Reads the bytes, strictly and leniently. A pattern is written and read again, and must be the
  /// same. A refusal must name a place in the file or the file.
  private func readOrRefuse(_ bytes: [UInt8], as format: Format, outcome: inout Outcome) {
    for isLenient in [false, true] {
      var options = ReadOptions()
      options.isLenient = isLenient
      options.limits.cellBytes = 1 << 20
      let pattern: Pattern
      do {
        let reader = try ByteReader(bytes, name: "in")
        pattern = try Format.read(reader, as: format, options: options).pattern
      } catch {
        expectReason(error)
        outcome.refused += 1
        continue
      }
      outcome.read += 1
      // A run of a million cells is a small file here and a large one elsewhere.
      guard pattern.cells.population < 100_000 else {
        outcome.large += 1
        continue
      }
      do {
        let back = try read(written(pattern, as: format), as: format)
        #expect(try back.hasSameCells(as: pattern.kept(by: format)))
      } catch let error as WriteError {
        // A mutated position or board may be impossible in the format.
        #expect("\(error)".hasPrefix(format.rawValue), "\(error)")
      } catch {
        Issue.record("written but not read back: \(error)")
      }
    }
  }

  /// A refusal names the file, and has a reason after it.
  private func expectReason(_ error: any Error) {
    let isKnown = error is ParseError || error is ReadError || error is MemoryExhausted
    #expect(isKnown, "\(error)")
    guard error is ParseError || error is ReadError else { return }
    let text = "\(error)"
    #expect(text.hasPrefix("in:") && text.count > "in: ".count, "\(error)")
  }

  private static let names = [
    "spaceships/glider", "guns/gosper-gun", "spaceships/sir-robin", "guns/p24-gun",
    "oscillators/quasar", "other-rules/day-and-night-rocket", "methuselahs/r-pentomino",
    "puffers/spacefiller", "spaceships/seal", "still-lifes/loaf",
  ]

  /// One of ten patterns of the collection in a format.
  private static func file(_ index: Int, of format: Format) throws -> [UInt8] {
    let name = Project.root.appending(path: "patterns/\(names[index]).rle").path()
    let reader = try ByteReader(opening: Path(name))
    let pattern = try Format.read(reader, as: .rle, options: ReadOptions()).pattern
    return try written(pattern.reduced(to: format), as: format)
  }
}

/// Round trips of patterns whose bounding boxes are large and nearly empty.
@Suite struct LargeSparsePatternTests {
  /// The side of the bounding box, in cells. A format with all dead cells gets a smaller one. PNG
  /// gets one so large that the limit on the ratio of expansion applies.
  private static func side(_ format: Format) -> Int {
    switch format {
    case .png: Effort.isBrief ? 9_000 : 27_000
    case .pbm: Effort.isBrief ? 3_000 : 12_000
    case .pgm, .plaintext: Effort.isBrief ? 600 : 4_000
    default: 100_000
    }
  }

  /// Gliders along both diagonals and the borders of a square.
  private static func pattern(side: Int, rule: Rule = .life) -> Pattern {
    var cells: [Cell: State] = [:]
    let last = side - 3
    for step in 0...40 {
      let place = step * last / 40
      for corner in [(place, place), (last - place, place), (0, place), (place, last)] {
        for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
          let state = 1 + State(step % (rule.states - 1))
          cells[Cell(x: corner.0 + x, y: corner.1 + y)] = state
        }
      }
    }
    return Pattern(cells: Cells(states: cells), rule: rule)
  }

  @Test(arguments: Format.writable)
  func `patterns are read back from every format`(format: Format) throws {
    let pattern = Self.pattern(side: Self.side(format))
    let back = try read(written(pattern, as: format), as: format)
    #expect(back.population == pattern.population)
    #expect(try back.hasSameCells(as: pattern.kept(by: format)))
  }

  @Test(arguments: Format.writable.filter { $0.type.capabilities.contains(.states) })
  func `patterns of many states are read back`(format: Format) throws {
    let rule = try Rule(parsing: "345/2/25")
    let side = format == .png ? (Effort.isBrief ? 3_000 : 10_000) : Self.side(format)
    let pattern = Self.pattern(side: side, rule: rule)
    let back = try read(written(pattern, as: format), as: format)
    #expect(try back.hasSameCells(as: pattern.kept(by: format)))
  }

  /// Few cells in many rows, and only live cells.
  @Test(
    .enabled(if: !Effort.isBrief),
    arguments: [
      Cells([0, 30_000].map { CellRun(y: $0, x: $0, length: 1, state: 1) }),
      Cells((0..<30_000).map { CellRun(y: $0, x: 0, length: 30_000) }),
    ])
  func `small PNG files are read back`(cells: Cells) throws {
    let back = try read(written(Pattern(cells: cells), as: .png), as: .png)
    #expect(try back.hasSameCells(as: Pattern(cells: cells)))
  }
}
