/// An event outside the program, for example a key or a new window size.
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
  /// The terminal has answered a query from the runtime.
  case answer(TerminalAnswer)
  /// The terminal shows pictures; its characters have this size in pixels.
  case pictures(characterSize: Size)
}

/// A mouse action at a character of the screen.
public struct Mouse: Hashable, Sendable {
  /// The kind of action.
  public enum Action: Hashable, Sendable {
    /// A button is pressed, moved while pressed, or released. The mouse moves without a button. The
    /// wheel turns.
    case press, drag, release, move, scrollUp, scrollDown
  }

  /// The buttons of a mouse.
  public enum Button: Hashable, Sendable {
    /// The button; `none` for the wheel and for moves.
    case left, middle, right, none
  }

  /// The kind of action.
  public var action: Action
  /// The pressed or released button.
  public var button: Button
  /// The character under the mouse.
  public var point: Point
  /// The keys held down.
  public var modifiers: Key.Modifiers

  /// A mouse action.
  public init(
    _ action: Action, with button: Button, at point: Point, modifiers: Key.Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
