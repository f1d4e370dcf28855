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
