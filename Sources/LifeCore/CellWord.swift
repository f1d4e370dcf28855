/// Up to 64 live cells of one row, for rules of two states.
package struct CellWord: BitwiseCopyable, Sendable {
  package var y: Int
  /// The column of bit 0, a multiple of 64.
  package var x: Int
  package var bits: UInt64

  package init(y: Int, x: Int, bits: UInt64) {
    self.y = y
    self.x = x
    self.bits = bits
  }

  /// Reading order.
  package static func < (left: CellWord, right: CellWord) -> Bool {
    (left.y, left.x) < (right.y, right.x)
  }
}
