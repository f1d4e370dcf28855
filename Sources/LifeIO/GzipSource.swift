/// Expands gzip: any number of members, each with its checksum and length verified, and zeros.
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
  /// What was read and is not expanded yet.
  var pending: Int { end - position }

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
      throw error.readError(path, Self.what)
    }
  }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while true {
      if !insideMember, try !openMember() { return 0 }
      if position == end, try !refill() { throw damaged("cut short") }
      let count = try inflate(into: &buffer, from: start)
      if count > 0 { return count }
    }
  }

  private func refill() throws -> Bool {
    (position, end) = (0, try source.read(into: &input, from: 0))
    return end > 0
  }

  /// Begins the next member; false if only padding follows.
  private func openMember() throws -> Bool {
    while try position < end || refill() {
      if input[position] == 0x1f {
        inflater.restart()
        insideMember = true
        return true
      }
      guard input[position] == 0 else { throw damaged("followed by something else") }
      position += 1
    }
    return false
  }

  private func inflate(into buffer: inout [UInt8], from start: Int) throws -> Int {
    do throws(Inflater.Failure) {
      let progress = try inflater.inflate(&input, position..<end, into: &buffer, from: start)
      position += progress.consumed
      insideMember = !progress.isFinished
      return progress.produced
    } catch {
      throw error.readError(path, Self.what)
    }
  }

  private func damaged(_ how: String) -> ReadError {
    Inflater.Failure.damaged(how).readError(path, Self.what)
  }

  /// What errors call the data.
  private static let what = "gzip data"
}
