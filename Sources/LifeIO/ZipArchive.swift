// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
/// The files of a zip archive, stored or deflated.
///
///      [file]…[file] [directory: an entry for each file] [end: where the directory is]
package final class ZipArchive {
  /// One file of the archive.
  package struct Member: Sendable {
    package var name: Path
    /// Bytes when expanded.
    package var size: Int
    var storedSize: Int
    var checksum: UInt32
    var method: Int
    var isEncrypted: Bool
    /// Where its own header is.
    var offset: Int
  }

  package let path: Path
  /// All files, without folders, in the archive's order.
  package let members: [Member]
  private let file: RandomAccess
  private let limits: Limits

  /// Whether a file that begins like this is an archive.
  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    prefix.count >= 4 && prefix[0] == 0x50 && prefix[1] == 0x4b
      && (prefix[2] == 3 && prefix[3] == 4 || prefix[2] == 5 && prefix[3] == 6)
  }

  /// - Throws: ``ReadError``.
  package convenience init(opening path: Path, limits: Limits = Limits()) throws {
    let file = try RandomAccess(opening: path, limit: limits.tokenBytes)
    try self.init(file, path, limits)
  }

  /// An archive in memory.
  package convenience init(_ bytes: [UInt8], name: Path, limits: Limits = Limits()) throws {
    try self.init(RandomAccess(bytes, name: name), name, limits)
  }

  private init(_ file: RandomAccess, _ path: Path, _ limits: Limits) throws {
    self.path = path
    self.file = file
    self.limits = limits
    members = try ZipDirectory(file, path, limits).members
  }

  /// Opens a file of the archive, whose bytes are checked against its checksum as they are read.
  package func open(_ member: Member) throws -> ByteReader {
    let name = path.appending(member.name)
    guard !member.isEncrypted else { throw ReadError.data(name, "it is encrypted; unpack it") }
    guard let header = try file.bytes(at: member.offset, count: 30),
      header.starts(with: [0x50, 0x4b, 3, 4])
    else { throw ReadError.data(name, "the zip archive is damaged: no header there") }
    let start = member.offset + 30 + header.number(at: 26, 2) + header.number(at: 28, 2)
    let stored = Meter(StoredSource(file, start..<start + member.storedSize))
    var source: any ByteSource = stored
    var taken: () -> Int = { stored.count }
    switch member.method {
    case 0: break
    case 8:
      let inflated = try InflateSource(stored, hasHeader: false, path: name, what: "zip archive")
      source = inflated
      taken = { stored.count - inflated.pending }
    case let method:
      throw ReadError.data(name, "compressed by method \(method) of zip; unpack it first")
    }
    return try ByteReader(
      CheckedSource(source, member, name), name: name, limits: limits, stored: taken)
  }
}

/// Reads the directory of an archive.
private struct ZipDirectory {
  private let path: Path
  private(set) var members: [ZipArchive.Member] = []

  private static let endSize = 22
  private static let entrySize = 46
  /// A million names or so.
  private static let largestSize = 1 << 26

  init(_ file: RandomAccess, _ path: Path, _ limits: Limits) throws {
    self.path = path
    // A comment of at most 65535 bytes may follow the end.
    let reach = min(file.count, Self.endSize + 65_535)
    let tail = try file.bytes(at: file.count - reach, count: reach) ?? []
    guard let end = Self.findEnd(tail) else { throw damaged("its end is missing") }
    let (count, size) = (tail.number(at: end + 10, 2), tail.number(at: end + 12, 4))
    let offset = tail.number(at: end + 16, 4)
    guard size != 0xffff_ffff, offset != 0xffff_ffff, count != 0xffff else {
      throw ReadError.data(path, "a zip archive in the 64-bit form; unpack it first")
    }
    guard size <= Self.largestSize, let bytes = try file.bytes(at: offset, count: size) else {
      throw damaged("its directory is not where it should be")
    }
    try readEntries(count, bytes)
  }

  private static func findEnd(_ tail: [UInt8]) -> Int? {
    guard tail.count >= endSize else { return nil }
    return (0...tail.count - endSize).last { start in
      tail[start] == 0x50 && tail[start + 1] == 0x4b && tail[start + 2] == 5 && tail[start + 3] == 6
    }
  }

  private mutating func readEntries(_ count: Int, _ bytes: [UInt8]) throws {
    var start = 0
    for _ in 0..<count {
      guard start + Self.entrySize <= bytes.count,
        bytes[start...].starts(with: [0x50, 0x4b, 1, 2])
      else { throw damaged("an entry of its directory is missing") }
      let name = start + Self.entrySize
      let end = name + bytes.number(at: start + 28, 2)
      guard end <= bytes.count else { throw damaged("its directory is cut short") }
      let member = ZipArchive.Member(
        name: Path(bytes: Array(bytes[name..<end])), size: bytes.number(at: start + 24, 4),
        storedSize: bytes.number(at: start + 20, 4),
        checksum: UInt32(bytes.number(at: start + 16, 4)),
        method: bytes.number(at: start + 10, 2),
        isEncrypted: bytes[start + 8] & 1 == 1, offset: bytes.number(at: start + 42, 4))
      if member.name.bytes.last != UInt8(ascii: "/") { members.append(member) }
      start = end + bytes.number(at: start + 30, 2) + bytes.number(at: start + 32, 2)
    }
  }

  private func damaged(_ how: String) -> ReadError {
    .data(path, "the zip archive is damaged: \(how)")
  }
}

/// A stretch of a file.
private struct StoredSource: ByteSource {
  let file: RandomAccess
  var rest: Range<Int>

  init(_ file: RandomAccess, _ range: Range<Int>) {
    self.file = file
    rest = range
  }

  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try file.read(
      at: rest.lowerBound, count: rest.count, into: &buffer, from: start)
    rest = rest.lowerBound + count..<rest.upperBound
    return count
  }
}

/// Makes sure that a file of an archive is as long as it says and has its checksum.
private struct CheckedSource: ByteSource {
  var source: any ByteSource
  let member: ZipArchive.Member
  let name: Path
  var count = 0
  var checksum = CRC32()

  init(_ source: any ByteSource, _ member: ZipArchive.Member, _ name: Path) {
    self.source = source
    self.member = member
    self.name = name
  }

  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let produced = try source.read(into: &buffer, from: start)
    count += produced
    // An archive of a few bytes must not become more than it promised.
    guard count <= member.size else { throw damaged("longer than it says") }
    checksum.add(buffer, from: start, produced)
    guard produced == 0 else { return produced }
    if count < member.size {
      throw damaged("cut short")
    } else if checksum.value != member.checksum {
      throw damaged("the checksum is another")
    }
    return 0
  }

  private func damaged(_ how: String) -> ReadError {
    .data(name, "the zip archive is damaged: \(how)")
  }
}

extension [UInt8] {
  /// The number in `length` bytes from `offset` on, the lowest first.
  func number(at offset: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
