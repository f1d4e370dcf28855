import LifeArguments
import LifeRender

extension Theme: Choice {}
extension Shading.Curve: Choice {}
extension Chroma: Choice {}

extension Color: ValueParsable {
  private static let names: [String: Color] = [
    "black": .black, "white": .white, "red": Color(0xff0000), "green": Color(0x00c000),
    "blue": Color(0x3060ff), "yellow": Color(0xffe000), "orange": Color(0xff9000),
    "gray": Color(gray: 128),
  ]

  init(argument: Argument) throws(ValueError) {
    let text = argument.text
    if let named = Self.names[text] {
      self = named
      return
    }
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let hex = UInt32(digits, radix: 16)
    else {
      throw ValueError("expected a color such as '#ffcc00' or 'black'")
    }
    self.init(hex)
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
    self.init(Int(numerator), Int(divisor) * scale)
  }
}
