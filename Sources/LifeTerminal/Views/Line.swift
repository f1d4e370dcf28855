/// A piece of text in one style.
public struct Span: Hashable, Sendable {
  /// Control characters are shown as `?`.
  public var text: String
  /// Its colors and attributes.
  public var style: Style

  /// A piece of text in a style.
  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of text in any number of styles.
public struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The pieces, from left to right.
  public var spans: [Span]

  /// A line of pieces.
  public init(_ spans: [Span]) { self.spans = spans }
  /// A line in one style.
  public init(_ text: String, style: Style = .plain) { spans = [Span(text, style: style)] }
  /// A line in the plain style.
  public init(stringLiteral value: String) { self.init(value) }

  /// The number of columns that the text takes.
  public var width: Int { spans.reduce(0) { $0 + ScreenText.width($1.text) } }

  /// Two lines, one after the other.
  public static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }
}
