internal import LifeCore

// Exchanges the states of cells, for editing in an engine.
extension MemoryExhausted {
  /// Cells beyond an engine's coordinates.
  static let tooFar = MemoryExhausted(purpose: "pattern", bytes: .max)
}

extension CellStates {
  /// The window around the cells, in columns and rows of a board. Returns `nil` if there are none.
  ///
  /// - Parameter corner: the position of the board's north-western cell.
  /// - Throws: ``MemoryExhausted`` if no board can be so large.
  func boardWindow(from corner: Position) throws(MemoryExhausted) -> Window? {
    guard let window else { return nil }
    // No board comes near this size, and sums of such numbers fit an `Int`.
    let most = 1 << 40
    guard let offset = offset(from: corner) else { throw .tooFar }
    let moved = window.moved(byX: offset.x, y: offset.y)
    guard moved.x.isWithin(most), moved.y.isWithin(most), moved.width < most, moved.height < most
    else { throw .tooFar }
    return moved
  }
}

extension CellStates {
  /// Exchanges the states of all cells.
  ///
  /// - Parameter exchange: sets the cell in a column and row and returns its former state, or `nil`
  ///   if the cell has no place and stays dead. After an error it is called for the same cells
  ///   again, with their former states.
  /// - Returns: the former states of the cells on the board.
  /// - Throws: ``MemoryExhausted``; no cell has changed then.
  @inline(__always)
  func exchanged(
    _ exchange: (_ x: Int, _ y: Int, _ state: State) throws(MemoryExhausted) -> State?
  ) throws(MemoryExhausted) -> CellStates {
    var former = CellStates(from: origin, planes: planes)
    try former.reserve(count)
    do throws(MemoryExhausted) {
      for index in 0..<count { try former.append(exchangingWord: index, of: self, exchange) }
    } catch {
      for index in 0..<former.count {
        var lost = CellStates(from: origin, planes: planes)
        try lost.append(exchangingWord: index, of: former, exchange)
      }
      throw error
    }
    return former
  }

  /// Exchanges the states of the cells in a word, and adds the former states.
  private mutating func append(
    exchangingWord index: Int, of cells: CellStates,
    _ exchange: (_ x: Int, _ y: Int, _ state: State) throws(MemoryExhausted) -> State?
  ) throws(MemoryExhausted) {
    let word = cells[index]
    let states = cells.states(ofWord: index)
    var former = InlineArray<8, UInt64>(repeating: 0)
    var mask: UInt64 = 0
    var left = word.mask
    var failure: MemoryExhausted?
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      var state: State = 0
      for plane in 0..<planes {
        state |= State(truncatingIfNeeded: states[plane] >> UInt64(bit) & 1) << State(plane)
      }
      do throws(MemoryExhausted) {
        guard let old = try exchange(word.x + bit, word.y, state) else { continue }
        mask |= 1 << UInt64(bit)
        for plane in 0..<planes { former[plane] |= UInt64(old >> State(plane) & 1) << UInt64(bit) }
      } catch {
        failure = error
        break
      }
    }
    try append(y: word.y, x: word.x, mask: mask, states: former.span.extracting(0..<planes))
    if let failure { throw failure }
  }
}
