import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Laws for every ordered pair of formats; a new one joins by its case in ``Format``.
@Suite struct FormatPairLaws {
  @Test(arguments: Format.written, Format.written)
  func `what both formats hold comes through`(first: Format, second: Format) throws {
    for seed in Effort.cases(60, long: 10_000) {
      let pattern = Pattern.complete(seed: seed).reduced(to: first).reduced(to: second)
        .reduced(to: first)
      try first.check(pattern)
      try second.check(pattern)
      let isFar = pattern.bounds.map { $0.x.bitWidth > 59 || $0.y.bitWidth > 59 } == true
      do {
        let isCompressed = seed % 8 == 0
        let bytes = try written(pattern, as: first, compressed: isCompressed)
        let between = try read(bytes, as: first)
        expect(between, pattern.kept(by: first), seed)
        let more = try written(between, as: second, compressed: isCompressed)
        expect(try read(more, as: second), pattern.kept(by: first).kept(by: second), seed)
      } catch let error as WriteError where isFar {
        #expect(!error.message.isEmpty)
      }
    }
  }

  private func expect(_ pattern: Pattern, _ expected: Pattern, _ seed: Int) {
    #expect(pattern.hasSameCells(as: expected), "seed \(seed)")
    #expect(pattern.generation == expected.generation, "seed \(seed)")
    #expect(pattern.rulestring == expected.rulestring, "seed \(seed)")
    #expect(pattern.sortedRemarks == expected.sortedRemarks, "seed \(seed)")
  }

  @Test(arguments: Format.written)
  func `bytes do not change after one pass`(format: Format) throws {
    for seed in Effort.cases(60, long: 10_000) {
      let pattern = Pattern.complete(seed: seed).reduced(to: format)
      guard let bytes = try? written(pattern, as: format) else { continue }
      #expect(try written(pattern, as: format) == bytes, "seed \(seed)")
      #expect(try written(read(bytes, as: format), as: format) == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: Format.written)
  func `what is written is detected, whatever it is called`(format: Format) throws {
    for seed in Effort.cases(60, long: 10_000) {
      let pattern = Pattern.complete(seed: seed).reduced(to: format)
      guard let bytes = try? written(pattern, as: format, compressed: seed % 2 == 0) else {
        continue
      }
      for name in ["in", "in.rle", "in.cells", "in.lif", "in.rle.gz", "in.html"] as [Path] {
        let detected = try Format.detect(ByteReader(bytes, name: name))
        // Rows without counts are plaintext as well.
        let isSame = detected == format || format == .dblife && detected == .plaintext
        #expect(isSame, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Format.written, 0..<10)
  func `every beginning of a file is read or refused`(format: Format, index: Int) throws {
    let bytes = try Self.file(index, format)
    for count in stride(from: 0, through: bytes.count, by: Effort.isLong ? 1 : 3) {
      readOrRefuse(Array(bytes.prefix(count)), format)
    }
  }

  @Test(arguments: Format.written, 0..<10)
  func `mangled files are read or refused`(format: Format, index: Int) throws {
    let bytes = try Self.file(index, format)
    let compressed = try written(read(bytes, as: format), as: format, compressed: true)
    for seed in Effort.cases(60, long: 10_000) {
      var random = Seeded(seed)
      readOrRefuse(mutated(bytes, &random), format)
      readOrRefuse(mutated(compressed, &random), format)
    }
  }

  /// Reads, and if that goes well writes and reads again; anything thrown has words.
  private func readOrRefuse(_ bytes: [UInt8], _ format: Format) {
    for isLenient in [false, true] {
      var options = ReadOptions()
      options.isLenient = isLenient
      options.limits.cellBytes = 1 << 20
      do {
        let reader = try ByteReader(bytes, name: "in")
        let pattern = try Format.read(reader, as: format, options).pattern
        // A run of a million cells is a small file here and a large one elsewhere.
        guard pattern.cells.population < 100_000 else { continue }
        let back = try read(written(pattern, as: format), as: format)
        #expect(back.hasSameCells(as: pattern.kept(by: format)))
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  private static let names = [
    "spaceships/glider", "guns/gosper-gun", "spaceships/sir-robin", "guns/p24-gun",
    "oscillators/quasar", "other-rules/day-and-night-rocket", "methuselahs/r-pentomino",
    "puffers/spacefiller", "spaceships/seal", "still-lifes/loaf",
  ]

  /// One of ten patterns of the collection in a format.
  private static func file(_ index: Int, _ format: Format) throws -> [UInt8] {
    let name = Project.root.appending(path: "patterns/\(names[index]).rle").path()
    let reader = try ByteReader(opening: Path(name))
    let pattern = try Format.read(reader, as: .rle, ReadOptions()).pattern
    return try written(pattern.reduced(to: format), as: format)
  }
}
