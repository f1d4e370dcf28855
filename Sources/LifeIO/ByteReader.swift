#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why bytes could not be had: the system's failure, or data that is not what it says it is.
package enum ReadError: Error {
  case file(FileFailure)
  /// Compressed data that is damaged, cut short or too large.
  case data(Path, String)
}

/// Pulls the bytes of a file, decompressed if they are gzip, through one buffer.
///
///      buffer   [ history │ available ──────────── │ room ]
///                 ↑base     ↑position               ↑end
///
/// A parser looks at ``available``, says how much it took with ``consume(_:)`` and asks for more with
/// ``fill()``. A little of what was consumed stays as history, so that an error can show its line.
package final class ByteReader {
  package let path: Path
  private var source: any ByteSource
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0
  private var reachedEnd = false
  private var total = 0
  private let limit: Int
  private var lines = LineCounter()

  private static let bufferSize = 1 << 18
  private static let historySize = 256

  /// Opens a file, or standard input for `-`.
  package convenience init(opening path: Path, limits: Limits = Limits()) throws {
    self.init(try FileSource(opening: path), path: path, limits: limits)
    try unwrapGzip()
  }

  /// Reads from memory.
  package convenience init(
    _ bytes: [UInt8], name: Path = "input", limits: Limits = Limits()
  ) throws {
    self.init(MemorySource(bytes: bytes), path: name, limits: limits)
    try unwrapGzip()
  }

  private init(_ source: any ByteSource, path: Path, limits: Limits) {
    self.source = source
    self.path = path
    limit = limits.expandedBytes
    buffer = [UInt8](repeating: 0, count: Self.bufferSize)
  }

  private func unwrapGzip() throws {
    while available.count < 2, try fill() {}
    guard available.count >= 2, available[0] == 0x1f, available[1] == 0x8b else { return }
    let head = Array(buffer[position..<end])
    position = 0
    end = 0
    reachedEnd = false
    total = 0
    source = GzipSource(source, alreadyRead: head, path: path)
    isCompressed = true
  }

  /// Whether the file was gzip.
  package private(set) var isCompressed = false

  /// The bytes that have been read and not consumed.
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
    if reachedEnd { return false }
    discard()
    let count = try source.read(into: &buffer, from: end)
    if count == 0 {
      reachedEnd = true
      return false
    }
    end += count
    total += count
    if total > limit {
      throw ReadError.data(path, "more than \(limit) bytes after decompression, the limit")
    }
    return true
  }

  /// Makes room: drops consumed bytes but for some history, or grows for a very long token.
  private func discard() {
    let keep = max(0, position - Self.historySize)
    if keep > 0 {
      lines.count(buffer.span.extracting(0..<keep))
      unsafe buffer.withUnsafeMutableBytes { bytes in
        let moved = unsafe UnsafeRawBufferPointer(rebasing: bytes[keep..<end])
        unsafe bytes.copyMemory(from: moved)
      }
      position -= keep
      end -= keep
    }
    if buffer.count - end < Self.bufferSize / 2 {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
  }

  /// Where the byte `ahead` bytes after the current position stands, for an error.
  package func place(ahead: Int = 0) -> Place {
    let at = min(position + ahead, end)
    let bytes = buffer
    let read = bytes.span.extracting(0..<end)
    var counter = lines
    counter.count(read.extracting(0..<at))
    return Place(
      line: counter.line, column: counter.column, excerpt: Excerpt(read, at: at))
  }
}

/// A place in a text, and the text around it.
package struct Place: Sendable, Hashable {
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in characters.
  package var column: Int
  package var excerpt: Excerpt

  package init(line: Int, column: Int, excerpt: Excerpt) {
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }
}

/// Counts lines, which end with LF, CR or CRLF, and characters since the last of them.
struct LineCounter {
  private(set) var line = 1
  private(set) var column = 1
  private var afterReturn = false

  mutating func count(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0a && afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = byte == 0x0d
      if byte == 0x0a || byte == 0x0d {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

/// The part of a line around a place, fit to be shown: at most 76 characters.
package struct Excerpt: Sendable, Hashable {
  package let text: String
  /// How many characters of ``text`` stand before the place.
  package let caret: Int

  private static let before = 48
  private static let after = 28

  init(_ bytes: Span<UInt8>, at place: Int) {
    var start = place
    while start > 0, place - start < Self.before, !Self.isNewline(bytes[start - 1]) { start -= 1 }
    var stop = place
    while stop < bytes.count, stop - place < Self.after, !Self.isNewline(bytes[stop]) { stop += 1 }
    let isCut = start > 0 && !Self.isNewline(bytes[start - 1])
    let head = Self.printable(bytes.extracting(start..<place))
    text = (isCut ? "…" : "") + head + Self.printable(bytes.extracting(place..<stop))
    caret = head.count + (isCut ? 1 : 0)
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

  private static func printable(_ bytes: Span<UInt8>) -> String {
    var text = ""
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case 0x20..<0x7f: text.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x09: text += " "
      default: text += "·"
      }
    }
    return text
  }
}
