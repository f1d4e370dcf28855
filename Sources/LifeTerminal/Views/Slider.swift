/// A bar with a knob.
public struct Slider: Hashable, Sendable {
  /// The position of the knob, from 0 (left) to 1 (right).
  public var value: Double
  /// The bar.
  public var style: Style
  /// The knob.
  public var knob: Style

  /// A slider with its knob at a value from 0 to 1.
  public init(_ value: Double, style: Style = .plain, knob: Style = .plain) {
    self.value = value
    self.style = style
    self.knob = knob
  }

  /// The value of a click at a column of a slider.
  public static func value(at x: Int, in rect: Rect) -> Double {
    max(0, min(1, Double(x - rect.x) / Double(max(1, rect.width - 1))))
  }
}
