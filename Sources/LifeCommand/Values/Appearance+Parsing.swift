import LifeArguments
import LifeCore
import LifeRender

// Parses themes, colors and frame rates.
extension Theme: Choice {}

extension Color: ValueParsable {
  static let names: [String: Color] = [
    "black": .black, "white": .white, "red": Color(0xff0000), "green": Color(0x00c000),
    "blue": Color(0x3060ff), "yellow": Color(0xffe000), "orange": Color(0xff9000),
    "gray": Color(gray: 128), "grey": Color(gray: 128), "silver": Color(0xc0c0c0),
    "brown": Color(0xa52a2a), "cyan": Color(0x00ffff), "gold": Color(0xffd700),
    "lime": Color(0x00ff00), "magenta": Color(0xff00ff), "navy": Color(0x000080),
    "pink": Color(0xffc0cb), "purple": Color(0x800080), "teal": Color(0x008080),
    "violet": Color(0xee82ee),
  ]

  static let hint = "'life help themes' lists the names"

  init(argument: Argument) throws(ValueError) {
    guard let color = Self.parts(of: argument.text), color.opacity == 255 else {
      throw ValueError("expected a color such as '#ffcc00', '#fc0' or 'black'", hint: Self.hint)
    }
    self = color.color
  }

  /// A color with its opacity, by default 255.
  static func parts(of text: String) -> (color: Color, opacity: UInt8)? {
    if let named = names[text.lowercased()] { return (named, 255) }
    let digits = Array((text.hasPrefix("#") ? text.dropFirst() : text[...]).utf8)
    let isShort = digits.count == 3 || digits.count == 4
    guard isShort || digits.count == 6 || digits.count == 8 else { return nil }
    // `#fc0` is `#ffcc00`.
    let long = isShort ? digits.flatMap { [$0, $0] } : digits
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    guard !signs.contains(long[0]),
      let hex = UInt64(String(decoding: long, as: UTF8.self), radix: 16)
    else { return nil }
    guard long.count == 8 else { return (Color(UInt32(hex)), 255) }
    return (Color(UInt32(hex >> 8)), UInt8(truncatingIfNeeded: hex))
  }
}

extension FrameRate: ValueParsable {
  /// `30`, `29.97` or `30000/1001`.
  init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    let point = parts[0].firstIndex(of: ".")
    let decimals = point.map { parts[0][$0...].utf8.count - 1 } ?? 0
    let digits = parts[0].filter { $0 != "." }
    guard (1...2).contains(parts.count), decimals <= 3, digits.utf8.count <= 9,
      parts[0].utf8.count - digits.utf8.count <= 1, let numerator = UInt32(digits), numerator > 0,
      let divisor = parts.count == 2 ? UInt32(parts[1]) : 1, divisor > 0, divisor <= 1_000_000
    else { throw ValueError("expected frames per second such as 30, 29.97 or 30000/1001") }
    let scale = [1, 10, 100, 1000][decimals]
    self.init(Int(numerator), denominator: Int(divisor) * scale)
  }
}
