import LifeCore
import TestSupport

/// The body of an RLE file by definition, one byte at a time. Returns `nil` if it is not RLE.
///
/// Without a header; every `#` line is a comment.
struct ReferenceRLE {
  private(set) var runs: [CellRun] = []
  private(set) var comments: [String] = []
  private(set) var width = 0
  private(set) var height = 0
  private var x = 0
  private var y = 0
  private let isLenient: Bool
  private let limit: Int

  init?(_ text: [UInt8], limit: Int, isLenient: Bool) {
    self.isLenient = isLenient
    self.limit = limit
    var input = text[...]
    var isAtLineStart = true
    while let byte = input.popFirst() {
      switch byte {
      case 0x20, 0x09: continue
      case 0x0a, 0x0d: isAtLineStart = true
      case UInt8(ascii: "#") where isAtLineStart:
        takeComment(&input)
      case UInt8(ascii: "!"):
        endRow()
        return
      default:
        isAtLineStart = false
        guard let (count, tag) = Self.item(startingWith: byte, from: &input, limit: limit) else {
          return nil
        }
        if tag == UInt8(ascii: "!") {
          endRow()
          return
        }
        guard take(count, of: tag, before: input.first) else { return nil }
      }
    }
    guard isLenient else { return nil }
    endRow()
  }

  /// The text before the next line end is a comment.
  private mutating func takeComment(_ input: inout ArraySlice<UInt8>) {
    let line = input.prefix { $0 != 0x0a && $0 != 0x0d }
    input = input.dropFirst(line.count)
    let text = line.first.map { "CcD".utf8.contains($0) } == true ? line.dropFirst() : line
    let words = text.first == 0x20 ? text.dropFirst() : text
    comments.append("comment: " + String(decoding: words, as: UTF8.self))
  }

  /// A tag and its count. The count may continue in the next line.
  private static func item(
    startingWith first: UInt8, from input: inout ArraySlice<UInt8>, limit: Int
  ) -> (Int, UInt8)? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits.contains(first) else { return (1, first) }
    var count = Int(first - 0x30)
    if count == 0 { return nil }
    while let byte = input.popFirst() {
      if byte == 0x0a || byte == 0x0d { continue }
      guard digits.contains(byte) else { return (count, byte) }
      count = count * 10 + Int(byte - 0x30)
      if count > limit { return nil }
    }
    return nil
  }

  private mutating func take(_ count: Int, of tag: UInt8, before next: UInt8?) -> Bool {
    switch Character(Unicode.Scalar(tag)) {
    case "b", ".": return add(count, alive: false)
    case "o", "A": return add(count, alive: true)
    case "?": return isLenient && add(count, alive: false)
    case "x", "y", "z":
      let isState = next.map { (UInt8(ascii: "A")...UInt8(ascii: "X")).contains($0) } == true
      return !isState && add(count, alive: true)
    case "$":
      endRow()
      y += count
      return y <= limit
    default: return false
    }
  }

  private mutating func add(_ count: Int, alive: Bool) -> Bool {
    if alive { runs.append(CellRun(y: y, x: x, length: count)) }
    x += count
    return x <= limit
  }

  private mutating func endRow() {
    width = max(width, x)
    height = x > 0 ? y + 1 : y
    x = 0
  }
}
