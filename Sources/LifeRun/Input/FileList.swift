package import LifeIO

/// A file with one file name on each line.
package struct FileList {
  private let path: Path

  package init(_ path: Path) { self.path = path }

  /// Calls `body` with each name; blank lines are skipped.
  ///
  /// - Throws: ``ReadError`` and what `body` throws.
  package func forEach(_ body: (Path) throws -> Void) throws {
    let input = try ByteReader(opening: path)
    var line: [UInt8] = []
    var isAtEnd = false
    while !isAtEnd {
      isAtEnd = try input.available.isEmpty && !input.fill()
      let end = (0..<input.available.count).first { input.available[$0] == UInt8(ascii: "\n") }
      for index in 0..<(end ?? input.available.count) { line.append(input.available[index]) }
      input.consume(min((end ?? .max - 1) + 1, input.available.count))
      guard end != nil || isAtEnd else { continue }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if !line.isEmpty { try body(Path(bytes: line)) }
      line.removeAll(keepingCapacity: true)
    }
  }

  /// All names.
  package func paths() throws -> [Path] {
    var paths: [Path] = []
    try forEach { paths.append($0) }
    return paths
  }
}
