package import LifeCore
internal import LifeIO

extension Pattern {
  /// The SHA-256 of the list of live cells, as 64 hexadecimal digits.
  ///
  /// The list has a line `x y state` for each live cell, sorted by y and then x, for example
  /// `1 0 1`. Coordinates are relative to the north-western corner of the bounding box; each line
  /// ends with a line feed. A quadtree is listed row by row, never expanded as a whole.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes for lists of nodes; beyond it, the work takes longer.
  ///   - check: called now and then; an error from it ends the computation.
  /// - Throws: ``WriteError`` if a quadtree has too many cells to list, or cells more than 2^63
  ///   apart.
  /// - Complexity: O(live cells).
  package func digest(limit: Int = .max, check: () throws -> Void = {}) throws -> String {
    var digest = CellsDigest()
    guard let tree else {
      guard let box = cells.bounds else { return digest.finish() }
      let planes = cells.planes
      cells.forEachPiece { digest.add(y: $0 - box.y, x: $1 - box.x, words: $2, planes: planes) }
      return digest.finish()
    }
    guard tree.population <= CellsDigest.maxCells else {
      throw WriteError(
        "cannot compute the digest: \(tree.population) cells would have to be listed one by one, "
          + "the limit is 2^44")
    }
    guard let box = tree.bounds else { return digest.finish() }
    guard let width = box.width.int, let height = box.height.int else {
      throw WriteError("cannot compute the digest: the cells are more than 2^63 apart")
    }
    let planes = tree.store.planes
    try tree.forEachRow(
      from: box.corner, width: width, height: height, limit: limit, check: check
    ) { digest.add(y: $0, x: $1, words: $2, planes: planes) }
    return digest.finish()
  }
}

/// Digests a list of live cells, given row by row.
private struct CellsDigest {
  private var digest = SHA256()
  /// The lines not digested yet.
  private var text: [UInt8] = []

  /// The maximum number of cells to list. So many take weeks.
  static let maxCells = BigInt.powerOfTwo(44)

  /// Adds cells of row `y` from column `x`. `words` has a word of each plane for every 64 cells.
  mutating func add(y: Int, x: Int, words: Span<UInt64>, planes: Int) {
    for first in stride(from: 0, to: words.count, by: planes) {
      var alive = (0..<planes).reduce(UInt64(0)) { $0 | words[first + $1] }
      while alive != 0 {
        let bit = alive.trailingZeroBitCount
        alive &= alive - 1
        let state = (0..<planes).reduce(0) { $0 | Int(words[first + $1] >> UInt64(bit) & 1) << $1 }
        text += String(x + first / planes * 64 + bit).utf8
        text.append(Byte.space)
        text += String(y).utf8
        text.append(Byte.space)
        text += String(state).utf8
        text.append(Byte.lineFeed)
      }
      if text.count >= 1 << 16 { flush() }
    }
  }

  private mutating func flush() {
    digest.update(text)
    text.removeAll(keepingCapacity: true)
  }

  mutating func finish() -> String {
    flush()
    return digest.finishHex()
  }
}
