/// A color of the terminal: its default color, or 24-bit RGB. The runtime reduces RGB to the
/// terminal's palette.
public struct TerminalColor: Hashable, Sendable {
  /// 0 for the default color, else `0xff_rr_gg_bb`.
  let bits: UInt32

  /// The default color of the terminal.
  public static let standard = TerminalColor(bits: 0)

  init(bits: UInt32) { self.bits = bits }

  /// The color `0xrrggbb`.
  public init(_ hex: UInt32) { bits = hex | 0xff00_0000 }

  /// A color of red, green and blue, 0 to 255 each.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.init(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// Whether it is the default color of the terminal.
  public var isStandard: Bool { bits == 0 }

  /// Red, green and blue, 0 to 255 each.
  public var components: (red: Int, green: Int, blue: Int) {
    (Int(bits >> 16 & 255), Int(bits >> 8 & 255), Int(bits & 255))
  }
}

/// The number of colors of a terminal.
public enum ColorDepth: String, CaseIterable, Sendable {
  /// No colors, 16, 256, or 24 bits.
  case none, basic, extended, full

  /// The depth announced by the environment of a process, for example `COLORTERM=truecolor`.
  ///
  /// - SeeAlso: <https://no-color.org>
  public init(environment: (String) -> String?) {
    let term = environment("TERM") ?? ""
    let color = environment("COLORTERM") ?? ""
    if !(environment("NO_COLOR") ?? "").isEmpty || term.isEmpty || term == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(color) || term.hasSuffix("-direct") {
      self = .full
    } else if term.split(separator: "-").contains(where: { $0 == "256color" || $0 == "kitty" }) {
      self = .extended
    } else {
      self = term.hasPrefix("vt") ? .none : .basic
    }
  }
}
