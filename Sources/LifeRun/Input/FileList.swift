import LifeCore
package import LifeIO

/// A file with one file name on each line.
package struct FileList {
  private let path: Path
  private let limits: Limits

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  package init(_ path: Path, limits: Limits) {
    self.path = path
    self.limits = limits
  }

  /// Calls `body` with each name; blank lines are skipped.
  ///
  /// - Throws: ``ReadError`` and the errors of `body`.
  package func forEach(_ body: (Path) throws -> Void) throws {
    let input = try ByteReader(opening: path, limits: limits)
    // The number of leading bytes known to be without a line feed.
    var searched = 0
    while true {
      let end = (searched..<input.available.count).first { input.available[$0] == Self.lineFeed }
      if end == nil {
        searched = input.available.count
        if try input.fill() { continue }
      }
      let length = end ?? input.available.count
      var name = (0..<length).map { input.available[$0] }
      if name.last == Self.carriageReturn { name.removeLast() }
      if !name.isEmpty { try body(Path(bytes: name)) }
      guard let end else { return }
      input.consume(end + 1)
      searched = 0
    }
  }

  /// The memory of a name apart from its bytes.
  private static let bytesOfName = 32

  /// All names.
  ///
  /// - Throws: ``ReadError``, also if the names need more memory than ``Limits/tokenBytes``.
  package func paths() throws -> [Path] {
    var paths: [Path] = []
    var memory = 0
    try forEach {
      memory += $0.bytes.count + Self.bytesOfName
      guard memory <= limits.tokenBytes else {
        throw ReadError.limit(
          path,
          "its names need more than \(limits.tokenBytes) bytes, the limit for data read at once; "
            + "\(advice: .limit("line"))")
      }
      paths.append($0)
    }
    return paths
  }
}
