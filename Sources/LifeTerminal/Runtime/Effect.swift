/// What a program asks its runtime to do.
public enum Effect<Request: Sendable>: Sendable {
  /// Ends the program with an exit code.
  case quit(Int32)
  /// Suspends the process, as `^Z` does in a shell.
  case suspend
  /// Draws the whole screen again.
  case redraw
  /// Sends ``TerminalEvent/timer(_:_:)`` after a duration; replaces a timer of the same name.
  case timer(String, after: Duration)
  /// Cancels a timer by its name; without effect if there is none.
  case cancelTimer(String)
  /// Copies text to the clipboard of the terminal (OSC 52).
  case copy(String)
  /// An effect of the program's own, which ``TerminalProgram/perform(_:send:)`` begins.
  case request(Request)
}

extension Effect: Equatable where Request: Equatable {}
