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
  /// The number of bytes read from the file itself, compressed or not.
  private let stored: () -> Int
  private var gzip: InflateSource?
  private var buffer = [UInt8](repeating: 0, count: firstSize)
  private var position = 0
  private var end = 0
  private var reachedEnd = false
  /// Bytes read early by ``location(ahead:)``; the next ``fill()`` returns them.
  private var lookahead: [UInt8] = []
  /// The number of bytes after decompression.
  private var total = 0
  /// The bytes among them exempt from the expansion limit.
  private var exempted = 0
  private let limits: Limits
  private var lines = LineCounter()
  /// The number of bytes in the buffer already counted by ``lines``.
  private var counted = 0
  /// Whether the file was gzip.
  package private(set) var isCompressed = false

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
    try self.init(MemorySource(bytes: bytes), name: name, limits: limits)
  }

  /// Reads from another source of bytes.
  ///
  /// - Parameter stored: returns the number of bytes read from the file, for a source that
  ///   decompresses.
  /// - Throws: ``ReadError``.
  package init(
    _ source: any ByteSource, name: Path, limits: Limits = Limits(),
    stored: (() -> Int)? = nil
  ) throws {
    let meter = CountingSource(source)
    self.stored = stored ?? { meter.count }
    self.source = meter
    path = name
    self.limits = limits
    try unwrapGzip()
  }

  private func unwrapGzip() throws {
    while end < 2, !reachedEnd { try receive() }
    guard end >= 2, buffer[0] == 0x1f, buffer[1] == 0x8b else { return try admit(end) }
    let gzip = try InflateSource(
      source, .gzip, alreadyRead: buffer[..<end], path: path, what: "gzip data")
    self.gzip = gzip
    source = gzip
    isCompressed = true
    end = 0
    reachedEnd = false
  }

  /// The memory limit for the cells of a pattern, in bytes. It grows with the bytes read so far.
  package func cellLimit(_ limits: Limits) -> Int {
    min(limits.cellBytes, limits.cellExpansion.bytes(from: taken))
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
    if reachedEnd && lookahead.isEmpty { return false }
    try makeRoom()
    let before = end
    if lookahead.isEmpty {
      try receive()
    } else {
      buffer.replaceSubrange(end..<end + lookahead.count, with: lookahead)
      end += lookahead.count
      lookahead = []
    }
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
  /// - Throws: ``ReadError``, also if the rest is longer than ``Limits/tokenBytes``.
  package func rest() throws -> [UInt8] {
    let limit = limits.tokenBytes
    let rest = try take(limit)
    guard available.isEmpty, try !fill() else {
      throw ReadError.limit(
        path,
        "more than \(limit) bytes, the limit for data read at once; \(advice: .limit("line"))"
      )
    }
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

  /// The number of bytes taken from the file, before decompression.
  private var taken: Int { stored() - (gzip?.pending ?? 0) }

  /// Exempts consumed bytes from the expansion limit because they were cheap to parse.
  ///
  /// The limit stops decompression bombs: small files that take long. Long files of empty rows are
  /// harmless patterns. For example, 80 MB of dots compress to 100 kB.
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
    guard total - exempted <= limits.expansion.bytes(from: taken) else {
      let limit = limits.expansion.forEach
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
  /// Does not change ``available``. Reads the rest of the line if it is not in the buffer.
  package func location(ahead: Int = 0) -> TextLocation {
    countLines(upTo: max(0, position - 1))
    var index = min(position + ahead, end)
    if index < end, index > 0, buffer[index] == .lineFeed, buffer[index - 1] == .carriageReturn {
      // CR LF is one line end, so the next line begins after both.
      index -= 1
    }
    var counter = lines
    counter.count(buffer.span.extracting(counted..<index))
    return TextLocation(line: counter.line, column: counter.column, excerpt: excerpt(at: index))
  }

  private func excerpt(at index: Int) -> Excerpt {
    var after = bytesForExcerpt(from: index)
    while after.count < Excerpt.reach, !after.contains(where: \.isNewline), readAhead() {
      after = bytesForExcerpt(from: index)
    }
    return Excerpt(before: buffer[max(0, index - Excerpt.reach)..<index], after: after)
  }

  private func bytesForExcerpt(from index: Int) -> [UInt8] {
    let inBuffer = buffer[index..<min(end, index + Excerpt.reach)]
    return Array(inBuffer) + lookahead.prefix(Excerpt.reach - inBuffer.count)
  }

  /// Reads more without changing the buffer: callers of ``location(ahead:)`` may hold spans of it.
  private func readAhead() -> Bool {
    if reachedEnd { return false }
    let held = lookahead.count
    lookahead.append(contentsOf: repeatElement(0, count: 512))
    // An error here would hide the one being reported; if it persists, fill() throws it.
    let count = (try? source.read(into: &lookahead, from: held)) ?? 0
    lookahead.removeLast(512 - count)
    return count > 0
  }
}

/// A stream of bytes for a ``ByteReader``.
package protocol ByteSource {
  /// Reads bytes into `buffer` from index `start`. There must be room.
  ///
  /// - Returns: The number of bytes, or 0 at the end.
  /// - Throws: ``ReadError``.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int
}

/// Counts the bytes of another source.
final class CountingSource: ByteSource {
  private var source: any ByteSource
  private(set) var count = 0

  init(_ source: any ByteSource) { self.source = source }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try source.read(into: &buffer, from: start)
    self.count += count
    return count
  }
}

/// Returns the bytes of an array.
struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(bytes: [UInt8]) { rest = bytes[...] }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let piece = rest.prefix(buffer.count - start)
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
