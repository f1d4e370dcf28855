internal import LifeCore

/// A complete item with a state in a buffer, for example `12C` or `pA`.
struct StateItem {
  let count: Int
  let state: Int
  /// The number of bytes of the item.
  let length: Int

  /// Longer items are read one by one.
  private static let maxLength = 12

  /// Returns `nil` if no such item begins at `start`, or the buffer may end inside it.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    guard bytes.count - start >= Self.maxLength, bytes[start] != UInt8(ascii: "0") else {
      return nil
    }
    var index = start
    var count = 0
    while Byte.isDigit(bytes[index]) {
      count = count * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
      if index == start + Self.maxLength - 2 { return nil }
    }
    self.count = max(count, 1)
    let isHigh = (UInt8(ascii: "p")...UInt8(ascii: "y")).contains(bytes[index])
    let base = isHigh ? 24 * Int(bytes[index] - UInt8(ascii: "o")) : 0
    if isHigh { index += 1 }
    length = index + 1 - start
    switch bytes[index] {
    case UInt8(ascii: "A")...UInt8(ascii: "X"):
      state = base + Int(bytes[index] - UInt8(ascii: "A")) + 1
    case UInt8(ascii: ".") where !isHigh: state = 0
    default: return nil
    }
  }
}
