internal import CZlib

/// Decompresses one deflate stream, and stops at its end.
package final class InflateSource: ByteSource {
  private var source: any ByteSource
  private let inflater: Inflater
  private let path: Path
  private let what: String
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var isFinished = false
  /// The number of bytes that were read and not yet decompressed.
  var pending: Int { end - position }

  /// - Parameters:
  ///   - hasHeader: whether the data has zlib's header and checksum.
  ///   - path: the name of the file in errors.
  ///   - what: the name of the data in errors.
  /// - Throws: ``ReadError`` if memory runs out.
  package init(_ source: any ByteSource, hasHeader: Bool, path: Path, what: String) throws {
    self.source = source
    self.path = path
    self.what = what
    do {
      inflater = try Inflater(hasHeader ? .zlib : .none)
    } catch {
      throw error.readError(in: path, what: what)
    }
  }

  package func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while !isFinished {
      if position == end {
        end = try source.read(into: &input, from: 0)
        position = 0
        if end == 0 {
          throw Inflater.Failure.damaged("it is truncated").readError(in: path, what: what)
        }
      }
      do throws(Inflater.Failure) {
        let progress = try inflater.inflate(
          &input, range: position..<end, into: &buffer, from: start)
        position += progress.consumed
        isFinished = progress.isFinished
        if progress.produced > 0 { return progress.produced }
      } catch {
        throw error.readError(in: path, what: what)
      }
    }
    return 0
  }
}
