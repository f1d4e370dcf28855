/// The colors and attributes of a character.
public struct Style: Hashable, Sendable {
  /// Attributes besides colors.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// A bit for each attribute.
    public let rawValue: UInt8

    /// A set of attributes from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright.
    public static let bold = Attributes(rawValue: 1)
    /// Less bright.
    public static let dim = Attributes(rawValue: 2)
    /// Italic.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Character and background colors exchanged.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The color of the character.
  public var foreground: TerminalColor
  /// The color behind it.
  public var background: TerminalColor
  /// Bold, dim and others.
  public var attributes: Attributes

  /// A style; plain by default.
  public init(
    _ foreground: TerminalColor = .standard, on background: TerminalColor = .standard,
    attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The default colors without attributes.
  public static let plain = Style()

  /// The same colors with more attributes.
  public func with(_ more: Attributes) -> Style {
    Style(foreground, on: background, attributes: attributes.union(more))
  }
}
