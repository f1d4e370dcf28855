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
