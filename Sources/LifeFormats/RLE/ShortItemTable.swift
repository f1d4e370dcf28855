internal import LifeCore

/// For any two bytes of an RLE body the items `b` and `o` that they begin with: `3o`, `bo`, or the
/// `o` of `o4`. A line feed is an item without cells.
///
/// Nothing is stored for other bytes, so that few pages of the table are touched.
@safe
final class ShortItemTable {
  /// One or two items, packed into a word.
  ///
  ///      bits   0–15 cells   16–23 length   24–31 bytes
  struct Items: BitwiseCopyable {
    fileprivate var word: UInt32 = 0

    @inline(__always) var isEmpty: Bool { word == 0 }
    /// The cells, the first one in bit 0.
    @inline(__always) var cells: UInt64 { UInt64(word & 0xffff) }
    @inline(__always) var length: Int { Int(truncatingIfNeeded: word &>> 16 & 0xff) }
    @inline(__always) var byteCount: Int { Int(truncatingIfNeeded: word &>> 24) }

    fileprivate init(cells: Int, length: Int, byteCount: Int) {
      word = UInt32(cells | length << 16 | byteCount << 24)
    }
  }

  private let storage: Arena<Items>
  private let items: UnsafeMutablePointer<Items>

  init() throws(MemoryExhausted) {
    storage = try Arena(purpose: "pattern", capacity: 1 << 16)
    unsafe items = storage.elements
    let single: [(byte: UInt8, cells: Int, length: Int)] = [
      (UInt8(ascii: "b"), 0, 1), (UInt8(ascii: "o"), 1, 1), (Byte.lineFeed, 0, 0),
    ]
    let others = Array("!$0123456789".utf8)
    for first in single {
      for second in others {
        set(
          Items(cells: first.cells, length: first.length, byteCount: 1), first: first.byte,
          second: second)
      }
      for second in single {
        let cells = first.cells | second.cells << first.length
        set(
          Items(cells: cells, length: first.length + second.length, byteCount: 2),
          first: first.byte, second: second.byte)
      }
    }
    for count in 1...9 {
      let digit = UInt8(ascii: "0") + UInt8(count)
      set(
        Items(cells: 0, length: count, byteCount: 2), first: digit, second: UInt8(ascii: "b"))
      set(
        Items(cells: 1 << count - 1, length: count, byteCount: 2), first: digit,
        second: UInt8(ascii: "o"))
    }
  }

  private func set(_ value: Items, first: UInt8, second: UInt8) {
    unsafe items[Int(first) | Int(second) << 8] = value
  }

  /// The items of two bytes, the first one in the low bits.
  @inline(__always)
  subscript(bytes: UInt16) -> Items { unsafe items[Int(bytes)] }
}
