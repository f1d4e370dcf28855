import Foundation
import LifeIO
import TestSupport
import Testing

@Suite struct ByteReaderTests {
  @Test func `a file is read as it was written, whatever the pieces`() async throws {
    try await forEachCase(of: 0..<40) { seed in
      var random = Seeded(seed)
      let sizes = [0, 1, 2, 1000, 300_000, 700_000]
      let bytes = random.bytes(sizes[seed % sizes.count])
      let largest = [1000, 70_000, 1_000_000][seed % 3]
      let source = PiecemealSource(bytes, largest: largest, seed: seed)
      let reader = try ByteReader(source, name: "input")
      var read: [UInt8] = []
      repeat {
        let taken = Int.random(in: 0...reader.available.count, using: &random)
        read += try reader.take(taken)
      } while try reader.fill()
      #expect(try read + reader.take(reader.available.count) == bytes)
      #expect(try !reader.fill())
    }
  }

  @Test func `a pipe may deliver single bytes`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let output = ends[1]
    let input = ends[0]
    let bytes = Array("x = 3\nbob$2bo$3o!\n".utf8)
    Thread.detachNewThread {
      for byte in bytes { withUnsafeBytes(of: byte) { _ = write(output, $0.baseAddress, 1) } }
      close(output)
    }
    let reader = try ByteReader(opening: Path("/dev/fd/\(input)"))
    close(input)
    #expect(try reader.readAll() == bytes)
  }

  @Test func `a token longer than the buffer is held whole`() throws {
    let bytes = Array("ab".utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: 3_000_000)
    let reader = try ByteReader(PiecemealSource(bytes, largest: 9000), name: "input")
    reader.consume(1)
    while try reader.fill() {}
    #expect(reader.available.count == bytes.count - 1)
    #expect(reader.location(ahead: bytes.count - 1).column == bytes.count + 1)
  }

  @Test func `a token longer than the limit is refused`() throws {
    let limits = Limits { $0.tokenBytes = 1 << 20 }
    let reader = try ByteReader(EndlessSource(), name: "endless.rle", limits: limits)
    let error = readError { while try reader.fill() {} }
    #expect(reader.available.count < 4 << 20)
    #expect(error?.kind == .overLimit)
    #expect(
      error?.description
        == "endless.rle: a word or line of more than 1048576 bytes, the limit"
    )
  }

  @Test func `more input than the limit is refused`() throws {
    let limits = Limits { $0.expandedBytes = 1_000_000 }
    let reader = try ByteReader(EndlessSource(), name: "endless.rle", limits: limits)
    let error = readError { _ = try reader.readAll() }
    #expect(
      error
        == .limit(
          "endless.rle", "more than 1000000 bytes, the limit; \(advice: .limit("expanded"))"))
  }

  @Test func `input as large as the limit is read`() throws {
    let limits = Limits { $0.expandedBytes = 500_000 }
    let bytes = [UInt8](repeating: UInt8(ascii: "b"), count: 500_000)
    #expect(try ByteReader(bytes, limits: limits).readAll() == bytes)
  }

  @Test func `a file that is not there is a missing input`() throws {
    let scratch = try Scratch()
    let path = scratch.path("a.rle")
    let error = readError { _ = try ByteReader(opening: path) }
    #expect(error == .file(FileFailure(.open, path: path, code: ENOENT)))
    #expect(error?.kind == .missingInput)
    #expect(error?.description == "\(path): cannot open: No such file or directory")
  }

  @Test func `a folder is a missing input`() throws {
    let scratch = try Scratch()
    let path = Path(scratch.folder.path)
    let error = readError { _ = try ByteReader(opening: path) }
    #expect(error == .file(FileFailure(.read, path: path, code: EISDIR)))
    #expect(error?.kind == .missingInput)
    #expect(
      error?.description
        == "\(path): cannot read: Is a directory; name files in it, such as \(path)/*")
  }

  @Test func `a failure after the first bytes of a file is a read error`() throws {
    let reader = try ByteReader(FailingSource(), name: "bad.rle")
    let error = readError { _ = try reader.readAll() }
    #expect(error?.kind == .inputOutput)
    #expect(error?.description == "bad.rle: cannot read: Input/output error")
  }
}

/// The letter b, for ever.
private struct EndlessSource: ByteSource {
  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let count = min(60_000, buffer.count - start)
    buffer.replaceSubrange(
      start..<start + count, with: repeatElement(UInt8(ascii: "b"), count: count))
    return count
  }
}

/// Three letters, and then a disk that fails.
private struct FailingSource: ByteSource {
  var hasFailed = false

  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    if hasFailed { throw ReadError.file(FileFailure(.read, path: "bad.rle", code: EIO)) }
    hasFailed = true
    buffer.replaceSubrange(start..<start + 3, with: Array("bob".utf8))
    return 3
  }
}
