/// An action of the mouse at a character of the screen.
public struct Mouse: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A button is pressed, moved while pressed, or released; the mouse is moved without a
    /// button; the wheel is turned.
    case press, drag, release, move, scrollUp, scrollDown
  }

  /// The buttons of a mouse.
  public enum Button: Hashable, Sendable {
    /// The button; none for the wheel and for moves.
    case left, middle, right, none
  }

  /// What was done.
  public var action: Action
  /// The button that is pressed, or was released.
  public var button: Button
  /// The character of the screen at which it was done.
  public var point: Point
  /// The keys that were held down.
  public var modifiers: Key.Modifiers

  /// An action of the mouse.
  public init(
    _ action: Action, with button: Button, at point: Point, modifiers: Key.Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
