/// The answer of a terminal to a query.
public enum TerminalAnswer: Hashable, Sendable {
  /// Whether it supports synchronized updates (mode 2026).
  case synchronizes(Bool)
  /// It shows pictures by a protocol.
  case shows(PictureProtocol)
  /// The size of a character in pixels.
  case characterSize(Size)
  /// Its attributes. This query is the last, and every terminal answers it: no answer follows.
  case attributes([Int])

  /// The answer in the form `ESC [ ? … c`, `ESC [ ? … $ y` or `ESC [ … t`.
  init?(control text: String, final: UInt8) {
    let values = text.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
    switch final {
    case UInt8(ascii: "y") where text.hasPrefix("?2026;"):
      self = .synchronizes(["1$", "2$"].contains(text.dropFirst(6)))
    case UInt8(ascii: "c") where text.hasPrefix("?"): self = .attributes(values)
    case UInt8(ascii: "t") where !text.hasPrefix("?"):
      let possible = 1...256
      guard values.count == 3, values[0] == 6, possible.contains(values[1]),
        possible.contains(values[2])
      else { return nil }
      self = .characterSize(Size(width: values[2], height: values[1]))
    default: return nil
    }
  }

  /// The answer in a string sequence; `introducer` is the byte after the escape.
  init?(string: some Sequence<UInt8>, introducer: UInt8) {
    let text = String(decoding: Array(string), as: UTF8.self)
    guard introducer == UInt8(ascii: "_"), text.hasPrefix("G"), text.hasSuffix(";OK") else {
      return nil
    }
    self = .shows(.kitty)
  }
}
