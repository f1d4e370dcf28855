import LifeCore
import LifeEngines

/// What part of the universe is shown, as typed: `X,Y,WxH`, for example `-10,-10,40x20`, or a word.
enum View: Hashable {
  /// A rectangle.
  case window(AbsoluteWindow)
  /// Everything that lives at any time that is shown.
  case fit
  /// What lives at the time, followed smoothly.
  case auto
}

extension View: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    switch argument.text {
    case "fit": self = .fit
    case "auto": self = .auto
    default: self = .window(try Self.window(argument))
    }
  }

  private static func window(_ argument: Argument) throws(ValueError) -> AbsoluteWindow {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw expected(at: 0..<argument.bytes.count) }
    let size = parts[2].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard size.count == 2 else { throw expected(parts[2]) }
    return AbsoluteWindow(
      corner: Position(x: try coordinate(parts[0]), y: try coordinate(parts[1])),
      width: try length(size[0]), height: try length(size[1]))
  }

  private static func coordinate(_ text: ArraySlice<UInt8>) throws(ValueError) -> BigInt {
    guard let value = BigInt(decimal: text) else { throw expected(text) }
    return value
  }

  /// Larger views than this are too large for any picture.
  private static let longest = 1 << 60

  private static func length(_ text: ArraySlice<UInt8>) throws(ValueError) -> Int {
    guard let value = BigInt(decimal: text), value > 0 else { throw expected(text) }
    guard let length = value.int, length <= longest else {
      throw ValueError(
        "a view is at most \(longest) cells wide or high", at: text.startIndex..<text.endIndex)
    }
    return length
  }

  private static func expected(_ text: ArraySlice<UInt8>) -> ValueError {
    expected(at: text.startIndex..<max(text.endIndex, text.startIndex + 1))
  }

  private static func expected(at range: Range<Int>) -> ValueError {
    ValueError(
      "expected a view such as -10,-10,40x20 (left, top, width x height), 'fit' or 'auto'",
      at: range)
  }
}

/// How a view moves, as typed: `DX,DY/N`, so many cells in N generations, or `auto`.
enum Track: Hashable {
  case velocity(Velocity)
  /// As the pattern itself moves.
  case auto
}

/// So many cells east and south in so many generations.
struct Velocity: Hashable {
  var x: Int
  var y: Int
  var generations: Int
}

extension Track: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    if argument.text == "auto" {
      self = .auto
      return
    }
    let halves = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ",", omittingEmptySubsequences: false)
    guard halves.count == 2, parts.count == 2, let x = Self.number(parts[0]),
      let y = Self.number(parts[1]), let generations = Self.number(halves[1]), generations > 0
    else {
      throw ValueError(
        "expected a velocity such as 1,1/4 (cells east and south, in so many generations), or "
          + "'auto'")
    }
    self = .velocity(Velocity(x: x, y: y, generations: generations))
  }

  private static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { $0.isWithin(1 << 40) ? $0 : nil }
  }
}
