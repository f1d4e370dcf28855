/// Decompresses gzip: any number of members, whose checksums and lengths zlib verifies, followed by
/// any number of zero bytes.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1952>
final class GzipSource: ByteSource {
  private var source: any ByteSource
  private let inflater: Inflater
  private let path: Path
  private var input: [UInt8]
  private var position = 0
  private var end: Int
  private var insideMember = true
  /// The number of bytes that were read and not yet decompressed.
  var pending: Int { end - position }

  /// - Parameter head: the bytes of the file that were read to recognize gzip.
  /// - Throws: ``ReadError`` if memory runs out.
  init(
    _ source: any ByteSource, alreadyRead head: ArraySlice<UInt8>, path: Path
  ) throws {
    self.source = source
    self.path = path
    input = head + [UInt8](repeating: 0, count: max(0, 1 << 16 - head.count))
    end = head.count
    do {
      inflater = try Inflater(.gzip)
    } catch {
      throw error.readError(in: path, what: Self.what)
    }
  }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while true {
      if !insideMember, try !openMember() { return 0 }
      if position == end, try !refill() { throw damaged("it is truncated") }
      let count = try inflate(into: &buffer, from: start)
      if count > 0 { return count }
    }
  }

  private func refill() throws -> Bool {
    end = try source.read(into: &input, from: 0)
    position = 0
    return end > 0
  }

  /// Starts the next member; false if only padding follows.
  private func openMember() throws -> Bool {
    while try position < end || refill() {
      if input[position] == 0x1f {
        inflater.restart()
        insideMember = true
        return true
      }
      guard input[position] == 0 else { throw damaged("other data follows it") }
      position += 1
    }
    return false
  }

  private func inflate(into buffer: inout [UInt8], from start: Int) throws -> Int {
    do throws(Inflater.Failure) {
      let progress = try inflater.inflate(&input, range: position..<end, into: &buffer, from: start)
      position += progress.consumed
      insideMember = !progress.isFinished
      return progress.produced
    } catch {
      throw error.readError(in: path, what: Self.what)
    }
  }

  private func damaged(_ how: String) -> ReadError {
    Inflater.Failure.damaged(how).readError(in: path, what: Self.what)
  }

  /// The name of the data in errors.
  private static let what = "gzip data"
}
