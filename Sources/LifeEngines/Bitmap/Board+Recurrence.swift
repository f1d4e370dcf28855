internal import LifeCore

/// Boards are large, so a copy is kept only once a digest has come back.
extension Board: RecurrenceSubject {
  var signature: UInt64 { digest }

  func snapshot() -> Board? { try? copy() }

  func displacement(since earlier: Board) -> PatternShift? {
    hasSameCells(as: earlier) ? .zero : nil
  }
}
