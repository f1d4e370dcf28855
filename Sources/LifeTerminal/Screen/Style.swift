/// A color of the terminal: its default color, or 24-bit RGB, which ``ScreenEncoder`` reduces to
/// the colors that the terminal has.
package struct TerminalColor: Hashable, Sendable {
  /// 0 for the default color, else `0xff_rr_gg_bb`.
  let bits: UInt32

  package static let standard = TerminalColor(bits: 0)

  init(bits: UInt32) { self.bits = bits }

  /// The color `0xrrggbb`.
  package init(_ hex: UInt32) { bits = hex | 0xff00_0000 }

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.init(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  package var isStandard: Bool { bits == 0 }

  /// Red, green and blue, 0 to 255 each.
  package var components: (red: Int, green: Int, blue: Int) {
    (Int(bits >> 16 & 255), Int(bits >> 8 & 255), Int(bits & 255))
  }
}

/// The number of colors that a terminal can show.
package enum ColorDepth: String, CaseIterable, Sendable {
  case none, basic, extended, full

  /// The depth that the environment of a process announces.
  ///
  /// - SeeAlso: <https://no-color.org>
  package init(environment: (String) -> String?) {
    let (term, color) = (environment("TERM") ?? "", environment("COLORTERM") ?? "")
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

/// The colors and attributes of a character.
package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
  }

  package var foreground: TerminalColor
  package var background: TerminalColor
  package var attributes: Attributes

  package init(
    _ foreground: TerminalColor = .standard, on background: TerminalColor = .standard,
    _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()

  package func with(_ more: Attributes) -> Style {
    Style(foreground, on: background, attributes.union(more))
  }
}
