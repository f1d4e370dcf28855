import Foundation
import LifeIO
import TestSupport
import Testing

@Suite struct GzipTests {
  static let sizes = [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000]

  @Test(.needs(.gzip), arguments: sizes)
  func `the system's gzip expands what is compressed`(size: Int) throws {
    let bytes = text(size)
    let expanded = try run("gzip -dc", input: compress(bytes))
    #expect(expanded == bytes)
  }

  @Test(arguments: sizes, [1, 100_000])
  func `compressed data reads back as written`(size: Int, largest: Int) throws {
    let bytes = text(size)
    let compressed = try compress(bytes)
    #expect(compressed.starts(with: [0x1f, 0x8b]))
    let reader = try ByteReader(PiecemealSource(compressed, largest: largest), name: "a.gz")
    #expect(try reader.readAll() == bytes)
  }

  @Test func `incompressible data reads back from gzip as written`() throws {
    var random = Seeded(1)
    let bytes = random.bytes(500_000)
    #expect(try ByteReader(compress(bytes)).readAll() == bytes)
  }

  @Test func `the same bytes give the same gzip, without name and time`() throws {
    let once = try compress(text(1000))
    #expect(try compress(text(1000)) == once)
    // Deflate, no flags, no time.
    #expect(Array(once.prefix(8)) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
  }

  @Test func `the sizes of writes do not change the gzip`() throws {
    let bytes = text(1_500_000)
    let sink = MemorySink()
    let gzip = GzipSink(sink)
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      try gzip.write(bytes.span.extracting(start..<start + 1000))
    }
    try gzip.finish()
    #expect(try sink.bytes == compress(bytes))
  }

  @Test(arguments: [1000, 100_000])
  func `data that expands too much is rejected`(largest: Int) throws {
    let bytes = try compress([UInt8](repeating: 0x24, count: 2_000_000))
    var limits = Limits()
    limits.expansion = Limits.Allowance(base: 100_000, perByte: 200)
    let error = readError {
      let source = PiecemealSource(bytes, largest: largest)
      _ = try ByteReader(source, name: "a.gz", limits: limits).readAll()
    }
    let most = "it expands to more than 200 times its size, the limit"
    #expect(error == .limit("a.gz", "\(most); \(advice: .limit("expansion"))"))
    limits.expansion = Limits.Allowance(base: 100_000, perByte: 1100)
    #expect(try ByteReader(bytes, limits: limits).readAll().count == 2_000_000)
  }

  @Test(arguments: [0, 1_000_000, 2_000_000])
  func `bytes that are exempt do not count for the expansion limit`(most: Int) throws {
    let bytes = try compress([UInt8](repeating: 0x2e, count: 2_000_000))
    var limits = Limits()
    limits.expansion = Limits.Allowance(base: 500_000, perByte: 1)
    limits.exemptBytes = most
    let read = {
      let reader = try ByteReader(bytes, name: "a.gz", limits: limits)
      repeat {
        let count = reader.available.count
        reader.consume(count)
        reader.exempt(count)
        reader.exempt(-1)
      } while try reader.fill()
    }
    if most == 2_000_000 {
      #expect(throws: Never.self, performing: read)
    } else {
      #expect(throws: ReadError.self, performing: read)
    }
  }

  @Test(arguments: [1, 3, 100_000])
  func `gzip members follow one another, with zeros between and after`(largest: Int) throws {
    let first = text(1000)
    let second = text(70_000)
    let zeros = [UInt8](repeating: 0, count: 600)
    let file = try compress(first) + compress([]) + zeros + compress(second) + zeros
    let reader = try ByteReader(PiecemealSource(file, largest: largest), name: "a.gz")
    #expect(try reader.readAll() == first + second)
  }

  @Test(.needs(.gzip))
  func `output of the system's gzip is read`() throws {
    let bytes = text(200_000)
    let file = try run("gzip -9c", input: bytes)
    #expect(try ByteReader(file + file).readAll() == bytes + bytes)
  }

  @Test func `gzip that is cut at any byte is refused`() throws {
    let file = try compress(text(300))
    for count in 2..<file.count {
      #expect(reason(Array(file[..<count])) == "the gzip data is damaged: it is truncated")
    }
  }

  @Test func `damaged gzip is never read as something else`() throws {
    let bytes = text(300)
    let file = try compress(bytes)
    var unused = 0
    for bit in 80..<8 * file.count {
      var damaged = file
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      // The few bits that fill up the last byte before the checksum mean nothing.
      if (try? ByteReader(damaged).readAll()) == bytes {
        unused += 1
        continue
      }
      #expect(reason(damaged)?.hasPrefix("the gzip data is damaged: ") == true)
    }
    #expect(unused < 8)
  }

  static let ends: [(name: String, fromEnd: Int, reason: String)] = [
    ("checksum", 8, "incorrect data check"), ("length", 4, "incorrect length check"),
  ]

  @Test(arguments: ends)
  func `a wrong gzip trailer is named`(name: String, fromEnd: Int, reason: String) throws {
    var file = try compress(text(300))
    file[file.count - fromEnd] ^= 1
    #expect(self.reason(file) == "the gzip data is damaged: \(reason)")
  }

  @Test func `data after the last gzip member is refused`() throws {
    let file = try compress(text(300))
    let something = "the gzip data is damaged: other data follows it"
    #expect(reason(file + Array("more".utf8)) == something)
    #expect(reason(file + [0, 0, 7]) == something)
    #expect(reason(file + [0x1f]) == "the gzip data is damaged: it is truncated")
  }

  @Test func `gzip data beyond the size limit is refused before it is buffered`() throws {
    let file = try compress([UInt8](repeating: 0, count: 30_000_000))
    let limits = Limits { $0.expandedBytes = 1_000_000 }
    let reader = try ByteReader(file, name: "bomb.gz", limits: limits)
    let error = readError { _ = try reader.readAll() }
    #expect(
      error
        == .limit("bomb.gz", "more than 1000000 bytes, the limit; \(advice: .limit("expanded"))"))
  }

  // MARK: - Helpers

  /// Lines of a pattern, as compressible as those usually are.
  private func text(_ size: Int) -> [UInt8] {
    var random = Seeded(size)
    return random.bytes(size, of: Array("bbbbooo$23\n".utf8))
  }

  private func compress(_ bytes: [UInt8]) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = ByteWriter(GzipSink(sink))
    try writer.write(bytes)
    try writer.finish()
    return sink.bytes
  }

  /// Why a file cannot be read.
  private func reason(_ file: [UInt8]) -> String? {
    let error = readError { _ = try ByteReader(file, name: "a.gz").readAll() }
    guard case .data("a.gz", let reason) = error else { return nil }
    return "\(reason)"
  }
}
