/// Something that happened outside the program.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was typed.
  case key(Key)
  /// The mouse was used.
  case mouse(Mouse)
  /// Text was pasted: at most 16 MiB, with its control characters.
  case paste(String)
  /// The terminal has another size, in characters.
  case resize(Size)
  /// A timer set by an effect has expired: its name, and the time since the runtime started.
  case timer(String, Duration)
  /// The terminal has answered a query of the runtime.
  case answer(TerminalAnswer)
  /// The terminal shows pictures; the size of a character in pixels.
  case pictures(cell: Size)
}

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
