/// A key with its modifiers.
public struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A printable character; with `control`, the lowercase letter.
    case character(Character)
    /// Keys that edit text.
    case enter, escape, tab, backspace, delete, insert
    /// Keys that move.
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12, by its number.
    case function(Int)
  }

  /// The keys that are held down beside a key or a button of the mouse.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// A bit for each modifier, as terminals report it.
    public let rawValue: UInt8

    /// A set of modifiers from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The shift key, if the terminal reports it.
    public static let shift = Modifiers(rawValue: 1)
    /// The alt or option key.
    public static let alt = Modifiers(rawValue: 2)
    /// The control key.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without its modifiers.
  public var code: Code
  /// What is held down beside it.
  public var modifiers: Modifiers

  /// A key with its modifiers.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A character without modifiers.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// A lowercase letter with the control key.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), modifiers: .control)
  }
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
  /// With which button.
  public var button: Button
  /// Where, in characters.
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

/// Something that happened outside the program.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was typed.
  case key(Key)
  /// The mouse was used.
  case mouse(Mouse)
  /// Text was pasted: at most 16 MiB, with its control characters.
  case paste(String)
  /// The terminal's window has gained the focus, or lost it.
  case focus(Bool)
  /// The terminal has another size, in characters.
  case resize(Size)
  /// A timer set by an effect has expired: its name, and the time since the runtime started.
  case timer(String, Duration)
  /// The terminal has answered a query of the runtime.
  case answer(TerminalAnswer)
  /// The terminal shows pictures; the size of a character in pixels.
  case pictures(cell: Size)
}
