/// Pulls the bytes of a file, decompressed if they are gzip, through one buffer.
///
///      buffer   [ history │ available ──────────── │ room ]
///                          ↑position                ↑end
///
/// A parser looks at ``available``, says how much it took with ``consume(_:)`` and asks for more
/// with
/// ``fill()``. A little of what was consumed stays as history, so that an error can show its line.
package final class ByteReader {
  package let path: Path
  private var source: any ByteSource
  /// What the file itself gave, compressed or not.
  private let stored: () -> Int
  private var gzip: GzipSource?
  private var buffer = [UInt8](repeating: 0, count: firstSize)
  private var position = 0
  private var end = 0
  private var reachedEnd = false
  /// What ``place(ahead:)`` had to read; the next ``fill()`` gives it out.
  private var lookahead: [UInt8] = []
  private var total = 0
  /// How many of those bytes were no work.
  private var easy = 0
  private let limits: Limits
  private var lines = LineCounter()
  /// How much of the buffer is counted in ``lines``.
  private var counted = 0

  private static let bufferSize = 1 << 18
  /// Most files are small, and every page of a buffer costs time when it is first touched.
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
  package convenience init(
    _ bytes: [UInt8], name: Path = "input", limits: Limits = Limits()
  ) throws {
    try self.init(MemorySource(bytes: bytes), name: name, limits: limits)
  }

  /// - Parameter stored: how many bytes the source has taken, if those are not what it gives.
  package init(
    _ source: any ByteSource, name: Path, limits: Limits = Limits(),
    stored: (() -> Int)? = nil
  ) throws {
    let meter = Meter(source)
    self.stored = stored ?? { meter.count }
    self.source = meter
    path = name
    self.limits = limits
    try unwrapGzip()
  }

  private func unwrapGzip() throws {
    while end < 2, !reachedEnd { try receive() }
    guard end >= 2, buffer[0] == 0x1f, buffer[1] == 0x8b else { return try count(end) }
    let gzip = try GzipSource(source, alreadyRead: buffer[..<end], path: path)
    (self.gzip, source) = (gzip, gzip)
    isCompressed = true
    end = 0
    reachedEnd = false
  }

  /// How many bytes the cells of a pattern may take, after as much of the file as has been read.
  package func cellLimit(_ limits: Limits) -> Int {
    min(limits.cellBytes, limits.cellExpansion.bytes(from: taken))
  }

  /// Whether the file was gzip.
  package private(set) var isCompressed = false

  /// The bytes that have been read and not consumed, until the next ``fill()``.
  package var available: Span<UInt8> {
    @_lifetime(borrow self) get {
      let all = buffer.span
      return unsafe _overrideLifetime(all.extracting(position..<end), borrowing: self)
    }
  }

  package func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - position)
    position += count
  }

  /// Reads more after what is available; false if there is no more.
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
    try count(end - before)
    return end > before
  }
}

extension ByteReader {
  /// All that is left, for what must be held as a whole.
  ///
  /// - Throws: ``ReadError``, also if it is more than the limit for what is held.
  package func rest() throws -> [UInt8] {
    var rest: [UInt8] = []
    repeat {
      let bytes = available
      unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
      consume(bytes.count)
      guard rest.count <= limits.tokenBytes else {
        let most = limits.tokenBytes
        throw ReadError.limit(path, "more than \(most) bytes, the limit for what is read at once")
      }
    } while try fill()
    return rest
  }

  private func receive() throws {
    let count = try source.read(into: &buffer, from: end)
    reachedEnd = count == 0
    end += count
  }

  /// How much of the file has been read and, if it is compressed, expanded.
  private var taken: Int { stored() - (gzip?.pending ?? 0) }

  /// Says that so many bytes, already consumed, were no work to read.
  ///
  /// What is small when compressed is a bomb if it takes long, not because it is long.
  package func discount(_ bytes: Int) {
    easy = min(easy + max(0, bytes), limits.easyBytes)
  }

  private func count(_ bytes: Int) throws {
    total += bytes
    if total > limits.expandedBytes {
      throw ReadError.limit(path, "more than \(limits.expandedBytes) bytes, the limit")
    }
    try checkExpansion(to: total, butFor: easy)
  }

  /// Refuses compressed data that has become so many bytes, if that is too many for its size.
  ///
  /// - Parameter free: bytes that do not count.
  /// - Throws: ``ReadError``.
  package func checkExpansion(to bytes: Int, butFor free: Int = 0) throws {
    guard bytes - free <= limits.expansion.bytes(from: taken) else {
      let most = limits.expansion.forEach
      throw ReadError.limit(
        path,
        "it expands to more than \(most) times its size, the limit; --limit expansion=N allows more"
      )
    }
  }

  /// Drops consumed bytes but for some history, or grows for a very long token.
  ///
  /// Never moves more than it drops, nor grows by less than it holds: a byte costs the same
  /// however small the pieces are that it comes in.
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
      let most = limits.tokenBytes
      throw ReadError.limit(path, "a word or line of more than \(most) bytes, the limit")
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
}

extension ByteReader {
  /// Where the byte `ahead` bytes after the current position stands, for an error or a warning.
  ///
  /// What is ``available`` stays as it is. If the rest of the line has not come yet, waits for it.
  package func place(ahead: Int = 0) -> Place {
    countLines(upTo: max(0, position - 1))
    var at = min(position + ahead, end)
    if at < end, at > 0, buffer[at] == .lineFeed, buffer[at - 1] == .carriageReturn {
      // The two end one line together, so that the next begins only after both.
      at -= 1
    }
    var counter = lines
    counter.count(buffer.span.extracting(counted..<at))
    return Place(line: counter.line, column: counter.column, excerpt: excerpt(at: at))
  }

  private func excerpt(at: Int) -> Excerpt {
    var after = rest(from: at)
    while after.count < Excerpt.reach, !after.contains(where: \.isNewline), readAhead() {
      after = rest(from: at)
    }
    return Excerpt(before: buffer[max(0, at - Excerpt.reach)..<at], after: after)
  }

  private func rest(from at: Int) -> [UInt8] {
    let inBuffer = buffer[at..<min(end, at + Excerpt.reach)]
    return Array(inBuffer) + lookahead.prefix(Excerpt.reach - inBuffer.count)
  }

  /// Reads on without touching the buffer, which the caller of ``place(ahead:)`` may be looking at.
  private func readAhead() -> Bool {
    if reachedEnd { return false }
    let held = lookahead.count
    lookahead.append(contentsOf: repeatElement(0, count: 512))
    // The place of one error is no place for another; if it stays, fill() will meet it.
    let count = (try? source.read(into: &lookahead, from: held)) ?? 0
    lookahead.removeLast(512 - count)
    return count > 0
  }
}
