import LifeCore
import LifeEngines

/// A rectangle of the universe as typed: `X,Y,WxH`, for example `-10,-10,40x20`.
struct View: Hashable {
  var window: AbsoluteWindow
}

extension View: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw Self.expected(at: 0..<argument.bytes.count) }
    let size = parts[2].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard size.count == 2 else { throw Self.expected(parts[2]) }
    window = AbsoluteWindow(
      corner: Position(x: try Self.coordinate(parts[0]), y: try Self.coordinate(parts[1])),
      width: try Self.length(size[0]), height: try Self.length(size[1]))
  }

  private static func coordinate(_ text: ArraySlice<UInt8>) throws(ValueError) -> BigInt {
    guard let value = BigInt(decimal: text) else { throw expected(text) }
    return value
  }

  private static func length(_ text: ArraySlice<UInt8>) throws(ValueError) -> Int {
    guard let value = BigInt(decimal: text), value > 0 else { throw expected(text) }
    guard let length = value.int, length <= 1 << 30 else {
      throw ValueError(
        "a view is at most \(1 << 30) cells wide or high", at: text.startIndex..<text.endIndex)
    }
    return length
  }

  private static func expected(_ text: ArraySlice<UInt8>) -> ValueError {
    expected(at: text.startIndex..<max(text.endIndex, text.startIndex + 1))
  }

  private static func expected(at range: Range<Int>) -> ValueError {
    ValueError("expected a view such as -10,-10,40x20 (left, top, width x height)", at: range)
  }
}
