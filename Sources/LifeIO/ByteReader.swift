import LifeCore

/// Reads a file through one buffer and decompresses gzip on the fly.
///
///      buffer   [ history │ available ──────────── │ room ]
///                          ↑position                ↑end
///
/// A parser inspects ``available``, removes parsed bytes with ``consume(_:)`` and reads more with
/// ``fill()``. Some consumed bytes stay as history, so an error can show its line. Memory is
/// bounded by the longest token, not by the file.
package final class ByteReader {
  /// The name of the file in errors.
  package let path: Path
  private var source: any ByteSource
  // Every byte of a text is read through these three.
  @safe @exclusivity(unchecked) private var buffer = [UInt8](repeating: 0, count: firstSize)
  @safe @exclusivity(unchecked) private var position = 0
  @safe @exclusivity(unchecked) private var end = 0
  private var reachedEnd = false
  /// The number of bytes after decompression.
  private var total = 0
  /// The number of decompressed bytes exempt from the expansion limit.
  private var exempted = 0
  private let limits: Limits
  private var lines = LineCounter()
  /// The number of bytes in the buffer already counted by ``lines``.
  private var counted = 0

  private static let bufferSize = 1 << 18
  /// Start small: most files are small, and touching a new page costs time.
  private static let firstSize = 1 << 14
  private static let historySize = 256

  /// Opens a file, or standard input for `-`.
  ///
  /// - Throws: ``ReadError``.
  package convenience init(opening path: Path, limits: Limits = Limits()) throws {
    try self.init(
      FileSource(opening: path, limit: limits.inputBytes), name: path, limits: limits)
  }

  /// Reads from memory.
  ///
  /// - Throws: ``ReadError`` if the bytes are damaged gzip data.
  package convenience init(
    _ bytes: [UInt8], name: Path = "input", limits: Limits = Limits()
  ) throws {
    try self.init(MemorySource(bytes: bytes[...]), name: name, limits: limits)
  }

  /// Reads from another source of bytes.
  ///
  /// - Throws: ``ReadError``.
  package init(_ source: any ByteSource, name: Path, limits: Limits = Limits()) throws {
    self.source = source
    path = name
    self.limits = limits
    try unwrapGzip()
  }

  private func unwrapGzip() throws {
    while end < 2, !reachedEnd { try receive() }
    guard end >= 2, buffer[0] == 0x1f, buffer[1] == 0x8b else { return try admit(end) }
    source = try InflateSource(
      source, .gzip, alreadyRead: buffer[..<end], path: path, dataName: "gzip data")
    end = 0
    reachedEnd = false
  }

  /// The memory for the cells of a pattern within `limits`, in bytes. It grows with the bytes read.
  package func cellLimit(within limits: Limits) -> Int {
    min(limits.cellBytes, limits.cellExpansion.bytes(from: usedFileBytes))
  }

  /// The bytes read but not yet consumed; valid until the next ``fill()``.
  package var available: Span<UInt8> {
    @_lifetime(borrow self) get {
      let all = buffer.span
      return unsafe _overrideLifetime(all.extracting(position..<end), borrowing: self)
    }
  }

  /// Removes the first `count` bytes from ``available``.
  package func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - position)
    position += count
  }

  /// Appends more bytes to ``available``. Returns `false` at the end of the file.
  ///
  /// - Throws: ``ReadError``.
  package func fill() throws -> Bool {
    if reachedEnd { return false }
    try makeRoom()
    let before = end
    try receive()
    try admit(end - before)
    return end > before
  }

  /// Whether ``available`` begins with some bytes. Reads more if necessary.
  ///
  /// - Throws: ``ReadError``.
  package func begins(with bytes: [UInt8]) throws -> Bool {
    while available.count < bytes.count, try fill() {}
    return unsafe available.withUnsafeBufferPointer { unsafe $0.starts(with: bytes) }
  }

  /// The rest of the file as one array.
  ///
  /// - Parameter limit: the maximum number of bytes; ``Limits/tokenBytes`` if `nil`.
  /// - Throws: ``ReadError``, also if the rest is longer; ``MemoryExhausted``.
  package func rest(limit: Int? = nil) throws -> [UInt8] {
    let limit = limit ?? limits.tokenBytes
    var rest: [UInt8] = []
    repeat {
      let bytes = available
      unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
      consume(bytes.count)
      guard rest.count <= limit else {
        throw ReadError.limit(
          path,
          "more than \(limit) bytes, the limit for data read at once; \(advice: .limit("line"))"
        )
      }
      guard rest.count <= MemoryAccount.available else {
        throw MemoryExhausted(purpose: "file", bytes: rest.count)
      }
    } while try fill()
    return rest
  }

  /// Removes and returns the next `count` bytes, fewer at the end of the file.
  ///
  /// - Throws: ``ReadError``.
  package func take(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    repeat {
      let part = available.extracting(first: count - bytes.count)
      unsafe part.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      consume(part.count)
    } while try bytes.count < count && fill()
    return bytes
  }

  private func receive() throws {
    let count = try source.read(into: &buffer, from: end)
    reachedEnd = count == 0
    end += count
  }

  /// The number of bytes read from the file, without those still waiting for decompression.
  private var usedFileBytes: Int { source.inputCount ?? total }

  /// Exempts consumed bytes from the expansion limit because they were cheap to parse.
  ///
  /// The limit stops decompression bombs: small files that take long to read. Empty rows compress
  /// as well as a bomb, but are harmless: 80 MB of dots compress to 100 kB.
  package func exempt(_ bytes: Int) {
    exempted = min(exempted + max(0, bytes), limits.exemptBytes)
  }

  /// Counts bytes after decompression and checks them against the limits.
  private func admit(_ bytes: Int) throws {
    total += bytes
    if total > limits.expandedBytes {
      throw ReadError.limit(
        path,
        "more than \(limits.expandedBytes) bytes, the limit; \(advice: .limit("expanded"))")
    }
    guard total - exempted <= limits.expansion.bytes(from: usedFileBytes) else {
      let limit = limits.expansion.perByte
      throw ReadError.limit(
        path,
        "it expands to more than \(limit) times its size, the limit; \(advice: .limit("expansion"))"
      )
    }
  }

  /// Drops consumed bytes except some history. Doubles the buffer for a very long token.
  ///
  /// It never moves more bytes than it drops. The amortized cost per byte is therefore constant,
  /// even if a source returns tiny pieces.
  private func makeRoom() throws {
    if end == buffer.count, end < Self.bufferSize {
      buffer.append(contentsOf: repeatElement(0, count: Self.bufferSize - end))
    }
    if buffer.count - end >= min(buffer.count, Self.bufferSize) / 2 { return }
    let keep = max(0, position - Self.historySize)
    if keep >= end - keep {
      discard(keep)
    } else if end - position <= limits.tokenBytes {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    } else {
      let limit = limits.tokenBytes
      throw ReadError.limit(
        path, "a word or line of more than \(limit) bytes, the limit; \(advice: .limit("line"))")
    }
  }

  private func discard(_ count: Int) {
    countLines(upTo: count)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[count..<end]))
    }
    position -= count
    end -= count
    counted -= count
  }

  private func countLines(upTo index: Int) {
    guard index > counted else { return }
    lines.count(buffer.span.extracting(counted..<index))
    counted = index
  }

  /// The location of the byte `ahead` bytes after the current position, for an error or a warning.
  ///
  /// Does not change ``available``. The excerpt shows only bytes that were already read.
  package func location(ahead: Int = 0) -> TextLocation {
    countLines(upTo: max(0, position - 1))
    var index = min(position + ahead, end)
    if index < end, index > 0, buffer[index] == .lineFeed, buffer[index - 1] == .carriageReturn {
      // CR LF is one line end, so the next line begins after both.
      index -= 1
    }
    var counter = lines
    counter.count(buffer.span.extracting(counted..<index))
    return TextLocation(
      line: counter.line, column: counter.column,
      excerpt: Excerpt(
        before: buffer[max(0, index - Excerpt.reach)..<index],
        after: buffer[index..<min(end, index + Excerpt.reach)]))
  }
}

/// A stream of bytes for a ``ByteReader``.
package protocol ByteSource {
  /// Reads bytes into `buffer` from index `start`. There must be room.
  ///
  /// - Returns: The number of bytes, or 0 at the end.
  /// - Throws: ``ReadError``.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int
  /// The number of bytes of the file that were decompressed so far; `nil` if none are compressed.
  var inputCount: Int? { get }
}

extension ByteSource {
  package var inputCount: Int? { nil }
}

/// Returns the bytes of an array.
struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let piece = rest.prefix(buffer.count - start)
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
