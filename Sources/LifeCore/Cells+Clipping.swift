// Takes parts of cells, and changes their bit-planes.
extension Cells {
  /// The cells inside a window. It may be larger than the bounding box.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func clipped(to window: Window) throws(MemoryExhausted) -> Cells {
    guard let bounds, window.union(bounds) != window else { return self }
    let builder = Builder(planes: planes)
    var kept = [UInt64](repeating: 0, count: planes)
    for index in 0..<pieces.count {
      let piece = pieces[index]
      guard piece.y >= window.y, piece.y < window.endY else { continue }
      for word in stride(from: piece.first, to: end(ofPiece: index), by: planes) {
        let x = piece.x + (word - piece.first) / planes * 64
        let from = max(0, min(64, window.x - x))
        let to = max(from, min(64, window.endX - x))
        for plane in 0..<planes {
          kept[plane] = words[word + plane] & WordMask.bits(from: from, to: to)
        }
        try builder.append(y: piece.y, x: x, words: kept.span)
      }
    }
    return builder.finish()
  }

  /// The same cells with another number of bit-planes.
  ///
  /// - Parameter limit: the memory limit in bytes.
  /// - Throws: ``StateBeyondRule`` if a cell has a state of at least `states`, ``MemoryExhausted``.
  func packed(planes: Int, states: Int, limit: Int) throws -> Cells {
    let builder = Builder(planes: planes, limit: limit)
    var group = [UInt64](repeating: 0, count: planes)
    if self.planes > planes || states < 1 << self.planes { try checkStates(below: states) }
    try forEachPiece { y, x, words in
      for first in stride(from: 0, to: words.count, by: self.planes) {
        for plane in 0..<min(planes, self.planes) { group[plane] = words[first + plane] }
        try builder.append(y: y, x: x + (first / self.planes) << 6, words: group.span)
      }
    }
    return builder.finish()
  }

  /// - Throws: ``StateBeyondRule`` if a cell has a state of at least `states`.
  func checkStates(below states: Int) throws {
    for first in stride(from: 0, to: words.count, by: planes) {
      // Compares 64 states with the last one of the rule, from the highest bit down.
      var isEqualSoFar: UInt64 = .max
      var isBeyond: UInt64 = 0
      for plane in (0..<planes).reversed() {
        let word = words[first + plane]
        let hasBit = (states - 1) >> plane & 1 == 1
        if !hasBit { isBeyond |= isEqualSoFar & word }
        isEqualSoFar &= hasBit ? word : ~word
      }
      if isBeyond != 0 {
        let state = state(at: first, bit: isBeyond.trailingZeroBitCount)
        throw StateBeyondRule(state: state, states: states)
      }
    }
  }
}

extension Cells: Equatable {
  /// The same states at the same local coordinates.
  package static func == (left: Cells, right: Cells) -> Bool {
    left.population == right.population && left.isSame(as: right, shiftedBy: .zero)
  }

  /// Whether these cells equal those of `other` moved by `shift`.
  ///
  /// - Complexity: O(runs).
  package func isSame(as other: Cells, shiftedBy shift: Offset) -> Bool {
    var mine = CellRunIterator(self)
    var theirs = CellRunIterator(other)
    while let run = mine.next() {
      guard var other = theirs.next() else { return false }
      other.x += shift.x
      other.y += shift.y
      if run != other { return false }
    }
    return theirs.next() == nil
  }
}
