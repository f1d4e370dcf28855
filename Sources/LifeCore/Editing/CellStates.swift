/// New states for some cells, dead ones included: an edit, or its reverse.
///
/// The cells are packed in words like those of ``Cells``. The mask of a word selects the cells to
/// change; the others keep their states.
///
///      word   y = 7, x = 5     [ mask ][ plane 0 ][ plane 1 ] …
///                                │ bit 0 is the cell (5, 7)
///                                └ bit 63 is the cell (68, 7)
///
/// Words are in any order and begin in any column, but no cell is in two of them. Memory depends on
/// the cells of the edit, not on the pattern. Copies share their words, so append to one only.
package struct CellStates: @unchecked Sendable {
  /// 64 cells of a row.
  package struct Word: BitwiseCopyable, Sendable {
    package let y: Int
    /// The column of bit 0.
    package let x: Int
    /// The cells with states given here.
    package let mask: UInt64
  }

  /// The absolute position of the cell (0, 0).
  package let origin: Position
  /// The number of bit-planes of a state.
  package let planes: Int
  private let limit: Int
  private let words = FallibleArray<Word>(purpose: "edit")
  /// The states of each word in ``planes`` words, without bits outside the mask.
  private let states = FallibleArray<UInt64>(purpose: "edit")

  /// No cells.
  ///
  /// - Parameter limit: the memory limit in bytes.
  package init(from origin: Position, planes: Int, limit: Int = .max) {
    precondition((1...8).contains(planes))
    self.origin = origin
    self.planes = planes
    self.limit = limit
  }

  /// The number of words.
  package var count: Int { words.count }

  package subscript(index: Int) -> Word { words[index] }

  /// The number of cells that get a state.
  package var cellCount: Int { (0..<count).reduce(0) { $0 + words[$1].mask.nonzeroBitCount } }

  /// The states of the 64 cells of a word: ``planes`` words, one bit-plane each.
  @_lifetime(borrow self)
  package func states(ofWord index: Int) -> Span<UInt64> {
    let span = states.span(from: index * planes, to: (index + 1) * planes)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The memory of the cells in bytes.
  package var byteCount: Int {
    words.count * (MemoryLayout<Word>.stride + planes * MemoryLayout<UInt64>.stride)
  }
}

// MARK: - Filling

extension CellStates {
  /// Makes room for a number of words, so adding them cannot fail.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package mutating func reserve(_ count: Int) throws(MemoryExhausted) {
    try words.reserve(count, limit: limit)
    try states.reserve(count * planes, limit: limit)
  }

  /// Sets the states of some cells in a group of 64 of row `y`; bit 0 is in column `x`.
  ///
  /// - Parameter states: a word for each plane; bits outside the mask are ignored.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package mutating func append(
    y: Int, x: Int, mask: UInt64, states planeWords: Span<UInt64>
  ) throws(MemoryExhausted) {
    guard mask != 0 else { return }
    precondition(planeWords.count == planes)
    try words.append(Word(y: y, x: x, mask: mask), limit: limit)
    for plane in 0..<planes { try states.append(planeWords[plane] & mask, limit: limit) }
  }

  /// Adds the live cells of a pattern with cell (0, 0) at ``origin``: with their states, or as
  /// dead.
  ///
  /// - Precondition: the cells have as many planes as these states.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package mutating func append(_ cells: Cells, asDead: Bool = false) throws(MemoryExhausted) {
    precondition(cells.planes == planes)
    let none = [UInt64](repeating: 0, count: planes)
    for index in 0..<cells.pieces.count {
      let piece = cells.pieces[index]
      for place in stride(from: piece.first, to: cells.end(ofPiece: index), by: planes) {
        let group = cells.words.span(from: place, to: place + planes)
        let x = piece.x + (place - piece.first) / planes * 64
        try append(
          y: piece.y, x: x, mask: cells.alive(at: place), states: asDead ? none.span : group)
      }
    }
  }
}

// MARK: - Places

extension CellStates {
  /// The smallest window around the cells, in coordinates from the origin. Returns `nil` if there
  /// are none.
  package var window: Window? {
    var box: Window?
    for index in 0..<count {
      let word = words[index]
      let skipped = word.mask.trailingZeroBitCount
      let own = Window(
        x: word.x + skipped, y: word.y, width: 64 - word.mask.leadingZeroBitCount - skipped,
        height: 1)
      box = box?.union(own) ?? own
    }
    return box
  }

  /// The cells inside a universe.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func inside(_ universe: Universe) throws(MemoryExhausted) -> CellStates {
    guard let inside = universe.window(seenFrom: origin), let window,
      inside.union(window) != inside
    else { return self }
    var result = CellStates(from: origin, planes: planes, limit: limit)
    for index in 0..<count {
      let word = words[index]
      guard word.y >= inside.y, word.y < inside.endY else { continue }
      let from = max(0, min(64, inside.x - word.x))
      let to = max(from, min(64, inside.endX - word.x))
      try result.append(
        y: word.y, x: word.x, mask: word.mask & WordMask.bits(from: from, to: to),
        states: states(ofWord: index))
    }
    return result
  }

  /// The offset of the origin from a position; zero without cells. Returns `nil` if some cells are
  /// more than 2^60 columns or rows away from the position or from the origin.
  package func offset(from position: Position) -> Offset? {
    guard let window else { return .zero }
    let farthest = 1 << 60
    guard let offset = origin.offset(from: position, atMost: farthest) else { return nil }
    let coordinates = [
      window.x, window.y, offset.x + window.x, offset.y + window.y, offset.x + window.endX,
      offset.y + window.endY,
    ]
    return coordinates.allSatisfy { $0.isWithin(farthest) } ? offset : nil
  }
}
