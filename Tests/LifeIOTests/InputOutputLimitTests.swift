import Foundation
import LifeIO
import Testing

/// What asks for more than is allowed, or for what is not there, is refused with a reason.
@Suite struct InputOutputLimitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: [(999, 1000, true), (1000, 1000, true), (1001, 1000, false), (9, 0, false)])
  func `data read at once has a limit`(size: Int, limit: Int, isRead: Bool) throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let reader = try ByteReader(bytes, name: "a", limits: Limits { $0.tokenBytes = limit })
    if isRead { return #expect(try reader.rest() == bytes) }
    let reason = "more than \(limit) bytes, the limit for data read at once"
    #expect("\(readError { _ = try reader.rest() } as Any)".contains(reason))
  }

  @Test func `a missing folder cannot be entered`() throws {
    let missing = scratch.path("missing")
    #expect(failure { try enterFolder(missing) } == FileFailure(.open, path: missing, code: ENOENT))
  }

  @Test func `a device cannot be resumed`() {
    let error = failure {
      _ = try FileSink(resuming: "/dev/null", at: 0, checksum: 0)
    }
    #expect(error == FileFailure(.create, path: "/dev/null", code: ESPIPE))
  }

  @Test func `a file with a running writer cannot be resumed`() throws {
    let path = scratch.path("a.csv")
    let writer = try FileSink(creating: path, isKept: true)
    try writer.write("12")
    try writer.synchronize()
    #expect(
      failure { _ = try FileSink(resuming: path, at: 2, checksum: 0) }?.code == EBUSY)
    writer.abandon()
    let sum = CRC32(of: Array("1".utf8)).value
    let heir = try FileSink(resuming: path, at: 1, checksum: sum)
    try heir.write("3")
    #expect(heir.checksum == CRC32(of: Array("13".utf8)).value)
    try heir.finish()
    #expect(scratch.text("a.csv") == "13")
  }

  /// A child process that has just been forked has the file open, too.
  @Test func `an abandoned file is not locked, even if it is open elsewhere`() throws {
    let path = scratch.path("a.csv")
    let writer = try FileSink(creating: path, isKept: true)
    let copy = writer.duplicateLock()
    defer { _ = close(copy) }
    try writer.synchronize()
    writer.abandon()
    try FileSink(resuming: path, at: 0, checksum: 0).finish()
    #expect(scratch.text("a.csv") == "")
  }

  @Test(arguments: [(0, true), (300_000, true), (300_001, true), (300_001, false)])
  func `a kept file is checked by its bytes`(count: Int, isSame: Bool) throws {
    let path = scratch.path("a.csv")
    var bytes = [UInt8](repeating: 7, count: count)
    let writer = try FileSink(creating: path, isKept: true)
    try writer.write(bytes.span)
    let sum = writer.checksum
    try writer.write("more")
    try writer.synchronize()
    writer.abandon()
    if !isSame {
      bytes[count - 1] = 8
      try scratch.put(bytes + [7, 7], as: ".a.csv.kept")
      let error = readError {
        _ = try FileSink(resuming: path, at: count, checksum: sum)
      }
      #expect("\(error as Any)".contains("not the data that the interrupted run wrote"))
      return #expect(scratch.text(".a.csv.kept")?.utf8.count == count + 2)
    }
    try FileSink(resuming: path, at: count, checksum: sum).finish()
    #expect(scratch.text("a.csv")?.utf8.count == count)
  }

  @Test(arguments: [(9, true), (300_000, true), (300_000, false), (300_007, false)])
  func `a kept file that was renamed already is unfinished again`(count: Int, isSame: Bool) throws {
    let path = scratch.path("a.csv")
    let bytes = [UInt8](repeating: 7, count: 300_000)
    let writer = try FileSink(creating: path, isKept: true)
    try writer.write(bytes.span.extracting(first: min(count, 300_000)))
    let sum = writer.checksum
    try writer.write("more")
    try writer.finish()
    if !isSame {
      let error = failure {
        _ = try FileSink(resuming: path, at: count, checksum: sum ^ 1)
      }
      #expect("\(error as Any)".contains("is missing or truncated"))
      return #expect(scratch.text(".a.csv.kept") == nil && scratch.text("a.csv") != nil)
    }
    let heir = try FileSink(resuming: path, at: count, checksum: sum)
    #expect(heir.checksum == sum && scratch.names == [".a.csv.kept"])
    try heir.write("end")
    try heir.finish()
    #expect(scratch.text("a.csv")?.suffix(3) == "end")
    #expect(scratch.text("a.csv")?.utf8.count == count + 3)
  }

  @Test(arguments: [(99_999, false), (100_000, true)])
  func `an archive in a pipe has a limit`(limit: Int, isRead: Bool) throws {
    let bytes = [UInt8](repeating: 7, count: 100_000)
    mkfifo(scratch.name("pipe"), 0o600)
    Thread.detachNewThread { [scratch] in
      let sink = try? FileSink(creating: scratch.path("pipe"))
      try? sink?.write(bytes.span)
      try? sink?.finish()
    }
    let path = scratch.path("pipe")
    let limits = Limits { $0.expandedBytes = limit }
    let error = readError {
      _ = try ZipArchive(ByteReader(opening: path, limits: limits), limits: limits)
    }
    let reason =
      isRead
      ? "its end record is missing"
      : "more than 99999 bytes, the limit"
    #expect("\(error as Any)".contains(reason), "\(error as Any)")
  }

  /// The flag that another text was agreed on beforehand, from which words are taken.
  @Test func `a zlib stream that requires a dictionary is rejected`() throws {
    let source = try InflateSource(WordySource(), .zlib, path: "a.png", dataName: "picture")
    var buffer = [UInt8](repeating: 0, count: 99)
    let error = readError { _ = try source.read(into: &buffer, from: 0) }
    #expect("\(error as Any)".contains("the picture is damaged: it requires a dictionary"))
  }
}

/// The head of such a stream.
private struct WordySource: ByteSource {
  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let bytes: [UInt8] = [0x78, 0x20, 1, 2, 3, 4, 0]
    buffer.replaceSubrange(start..<start + bytes.count, with: bytes)
    return bytes.count
  }
}
