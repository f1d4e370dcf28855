extension Cells {
  /// The cells inside a window.
  package func clipped(to window: Window) throws(MemoryExhausted) -> Cells {
    guard let bounds, window.union(bounds) != window else { return self }
    let builder = Builder()
    for index in 0..<pieces.count {
      let piece = pieces[index]
      guard piece.y >= window.y, piece.y < window.endY else { continue }
      for word in piece.first..<end(ofPiece: index) {
        let x = piece.x + (word - piece.first) * 64
        let from = max(0, min(64, window.x - x))
        let to = max(from, min(64, window.endX - x))
        let kept = words[word] & WordMask.bits(from: from, to: to)
        try builder.append(y: piece.y, x: x, word: kept)
      }
    }
    return builder.finish()
  }
}

extension Universe {
  /// The cells of a bounded universe in coordinates that count from `origin`; nil if it has no
  /// edges. What is too far away to be reached in these coordinates is beyond every cell.
  package func window(seenFrom origin: Position) -> Window? {
    guard !isUnbounded else { return nil }
    let far = 1 << 61
    let x = width == 0 ? -far : clamp(BigInt(left) - origin.x, far)
    let y = height == 0 ? -far : clamp(BigInt(top) - origin.y, far)
    return Window(
      x: x, y: y, width: width == 0 ? 2 * far : width, height: height == 0 ? 2 * far : height)
  }

  private func clamp(_ value: BigInt, _ limit: Int) -> Int {
    value.int.map { max(-limit, min(limit, $0)) } ?? (value.isNegative ? -limit : limit)
  }
}
