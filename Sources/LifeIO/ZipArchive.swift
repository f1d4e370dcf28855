import LifeCore

// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
/// Reads the files of a zip archive, stored or deflated.
///
///      [file]…[file] [directory: an entry for each file] [end: where the directory is]
package final class ZipArchive {
  /// One file of the archive.
  package struct Member: Sendable {
    package var name: Path
    /// The size in bytes after decompression.
    package var size: Int
    var storedSize: Int
    var checksum: UInt32
    var method: Int
    var isEncrypted: Bool
    /// The offset of its local header.
    var offset: Int
  }

  package let path: Path
  /// All files, but not the folders, in the order of the archive's directory.
  package let members: [Member]
  private let bytes: [UInt8]
  private let limits: Limits

  /// Whether the first bytes of a file belong to a zip archive.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    prefix.count >= 4 && prefix[0] == 0x50 && prefix[1] == 0x4b
      && (prefix[2] == 3 && prefix[3] == 4 || prefix[2] == 5 && prefix[3] == 6)
  }

  /// Reads a whole file into memory, then its directory.
  ///
  /// - Throws: ``ReadError``, ``MemoryExhausted``.
  package init(_ input: ByteReader, limits: Limits = Limits()) throws {
    path = input.path
    self.limits = limits
    bytes = try input.rest(limit: limits.expandedBytes)
    members = try ZipDirectory(bytes, path: path).members
  }

  /// Opens a file of the archive. At its end, reading throws if the checksum is wrong.
  ///
  /// - Throws: ``ReadError``.
  package func open(_ member: Member) throws -> ByteReader {
    let name = path.appending(member.name)
    guard !member.isEncrypted else {
      throw ReadError.data(name, "it is encrypted; unpack it first")
    }
    guard let header = bytes.piece(at: member.offset, count: 30),
      header.starts(with: [0x50, 0x4b, 3, 4])
    else {
      throw ReadError.data(name, "the zip archive is damaged: the header of this file is missing")
    }
    let start =
      member.offset + 30 + header.number(at: 26, bytes: 2) + header.number(at: 28, bytes: 2)
    // A truncated file is shorter than its stored size.
    let content = bytes.dropFirst(start).prefix(member.storedSize)
    var source: any ByteSource = MemorySource(bytes: content)
    switch member.method {
    case 0: break
    case 8: source = try InflateSource(source, .none, path: name, dataName: "zip archive")
    case let method:
      throw ReadError.data(
        name, "zip compression method \(method) is not supported; unpack it first")
    }
    return try ByteReader(
      CheckedSource(source: source, member: member, name: name), name: name, limits: limits)
  }
}

/// Parses the directory of an archive.
private struct ZipDirectory {
  private let path: Path
  private(set) var members: [ZipArchive.Member] = []

  private static let endSize = 22
  private static let entrySize = 46
  /// The maximum size of the directory in bytes, enough for about a million names.
  private static let maxSize = 1 << 26

  init(_ archive: [UInt8], path: Path) throws {
    self.path = path
    // A comment of at most 65535 bytes may follow the end.
    let tail = Array(archive.suffix(Self.endSize + 65_535))
    guard let end = Self.findEnd(tail) else { throw damaged("its end record is missing") }
    let count = tail.number(at: end + 10, bytes: 2)
    let size = tail.number(at: end + 12, bytes: 4)
    let offset = tail.number(at: end + 16, bytes: 4)
    guard size != 0xffff_ffff, offset != 0xffff_ffff, count != 0xffff else {
      throw ReadError.data(path, "Zip64 archives are not supported; unpack it first")
    }
    guard size <= Self.maxSize, let bytes = archive.piece(at: offset, count: size) else {
      throw damaged("its directory is missing")
    }
    try readEntries(count, from: bytes)
  }

  private static func findEnd(_ tail: [UInt8]) -> Int? {
    guard tail.count >= endSize else { return nil }
    return (0...tail.count - endSize).last { start in
      tail[start] == 0x50 && tail[start + 1] == 0x4b && tail[start + 2] == 5 && tail[start + 3] == 6
    }
  }

  private mutating func readEntries(_ count: Int, from bytes: [UInt8]) throws {
    var start = 0
    for _ in 0..<count {
      guard start + Self.entrySize <= bytes.count,
        bytes[start...].starts(with: [0x50, 0x4b, 1, 2])
      else { throw damaged("an entry of its directory is missing") }
      let name = start + Self.entrySize
      let end = name + bytes.number(at: start + 28, bytes: 2)
      guard end <= bytes.count else { throw damaged("its directory is truncated") }
      let member = ZipArchive.Member(
        name: Path(bytes: Array(bytes[name..<end])), size: bytes.number(at: start + 24, bytes: 4),
        storedSize: bytes.number(at: start + 20, bytes: 4),
        checksum: UInt32(bytes.number(at: start + 16, bytes: 4)),
        method: bytes.number(at: start + 10, bytes: 2),
        isEncrypted: bytes[start + 8] & 1 == 1, offset: bytes.number(at: start + 42, bytes: 4))
      if member.name.bytes.last != UInt8(ascii: "/") { members.append(member) }
      start = end + bytes.number(at: start + 30, bytes: 2) + bytes.number(at: start + 32, bytes: 2)
    }
  }

  private func damaged(_ how: String) -> ReadError {
    .data(path, "the zip archive is damaged: \(how)")
  }
}

/// Checks the size and the checksum of an archive's file during reading.
private struct CheckedSource: ByteSource {
  var source: any ByteSource
  let member: ZipArchive.Member
  let name: Path
  var count = 0
  var checksum = CRC32()
  var inputCount: Int? { source.inputCount }

  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let produced = try source.read(into: &buffer, from: start)
    count += produced
    // A file must not expand beyond the size declared in the directory.
    guard count <= member.size else { throw damaged("the file is longer than its declared size") }
    checksum.add(buffer.span.extracting(start..<start + produced))
    guard produced == 0 else { return produced }
    if count < member.size {
      throw damaged("the file is truncated")
    } else if checksum.value != member.checksum {
      throw damaged("the checksum is wrong")
    }
    return 0
  }

  private func damaged(_ how: String) -> ReadError {
    .data(name, "the zip archive is damaged: \(how)")
  }
}

extension [UInt8] {
  /// Exactly `length` bytes at `offset`; `nil` if there are fewer.
  fileprivate func piece(at offset: Int, count length: Int) -> [UInt8]? {
    offset <= count - length ? Array(self[offset..<offset + length]) : nil
  }

  /// The number in `length` bytes at `offset`, least significant byte first.
  package func number(at offset: Int, bytes length: Int) -> Int {
    (0..<length).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
