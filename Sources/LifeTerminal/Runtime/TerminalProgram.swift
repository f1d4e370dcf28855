/// A program for the terminal in The Elm Architecture: a model, messages to change it, and a view
/// made from it.
///
/// ``Runtime`` turns events into messages, applies ``update(_:with:)``, shows the ``view(_:)``, and
/// performs the effects. `update` and `view` are pure, so tests need no terminal.
///
/// A counter with two buttons:
///
///     struct Counter: TerminalProgram {
///       enum Message { case increment, decrement, quit }
///
///       func start(_ size: Size) -> (Int, [Effect<Never>]) { (0, []) }
///
///       func update(_ count: inout Int, with message: Message) -> [Effect<Never>] {
///         switch message {
///         case .increment: count += 1
///         case .decrement: count -= 1
///         case .quit: return [.quit(0)]
///         }
///         return []
///       }
///
///       func view(_ count: Int) -> View<Message> {
///         .centered(
///           .columns([
///             .button("[-]", sends: .decrement),
///             .text(Line(" \(count) ")),
///             .button("[+]", sends: .increment),
///           ]))
///       }
///
///       func message(
///         for event: TerminalEvent, at region: Rendering<Message>.Region?, _ count: Int
///       ) -> Message? {
///         event == .key(.character("q")) ? .quit : nil
///       }
///
///       func perform(_ request: Never, send: @escaping @Sendable (Message) -> Void) {}
///     }
public protocol TerminalProgram {
  /// The complete state of the program.
  associatedtype Model
  /// A change to make: from an event of the terminal, a timer, or the result of a request.
  associatedtype Message: Sendable
  /// An effect of the program's own, such as loading a file.
  associatedtype Request: Sendable

  /// The first model, and the effects at the start.
  func start(_ size: Size) -> (Model, [Effect<Request>])

  /// Translates an event into a message. Returns `nil` to ignore the event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - region: for the mouse, the view under it.
  ///   - model: the current state.
  func message(
    for event: TerminalEvent, at region: Rendering<Message>.Region?, _ model: Model
  ) -> Message?

  /// Changes the model and returns the effects to perform.
  func update(_ model: inout Model, with message: Message) -> [Effect<Request>]

  /// The contents of the screen.
  func view(_ model: Model) -> View<Message>

  /// Starts a request without blocking. Its result is sent as a message, from any thread.
  func perform(_ request: Request, send: @escaping @Sendable (Message) -> Void)

  /// Saves the state before a signal, a closed terminal or a time limit ends the program. It has
  /// four seconds.
  func willEnd(_ model: Model)
}

extension TerminalProgram {
  /// Saves nothing.
  public func willEnd(_ model: Model) {}
}

/// An action for the runtime to perform.
public enum Effect<Request: Sendable>: Sendable {
  /// Ends the program with an exit code.
  case quit(Int32)
  /// Suspends the process, as `^Z` does in a shell.
  case suspend
  /// Draws the whole screen again.
  case redraw
  /// Sends ``TerminalEvent/timer(_:_:)`` after a duration. Replaces a timer of the same name.
  case timer(String, after: Duration)
  /// Cancels a timer by its name. Does nothing if there is none.
  case cancelTimer(String)
  /// Copies text to the clipboard of the terminal (OSC 52).
  case copy(String)
  /// An effect of the program's own, started by ``TerminalProgram/perform(_:send:)``.
  case request(Request)
}

extension Effect: Equatable where Request: Equatable {}
