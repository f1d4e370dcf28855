import Foundation
import LifeTerminal

/// A number with two buttons.
struct Counter: TerminalProgram {
  enum Message { case increment, decrement, quit }

  func start(_ size: Size) -> (Int, [Effect<Never>]) { (0, []) }

  func update(_ count: inout Int, with message: Message) -> [Effect<Never>] {
    switch message {
    case .increment: count += 1
    case .decrement: count -= 1
    case .quit: return [.quit(0)]
    }
    return []
  }

  func view(_ count: Int) -> View<Message> {
    .centered(
      .columns([
        .button("[-]", sends: .decrement),
        .text(Line(" \(count) ")),
        .button("[+]", sends: .increment),
      ]))
  }

  func message(
    for event: TerminalEvent, at region: Rendering<Message>.Region?, _ count: Int
  ) -> Message? {
    switch event {
    case .key(.character("+")): .increment
    case .key(.character("-")): .decrement
    case .key(.character("q")): .quit
    default: nil
    }
  }

  func perform(_ request: Never, send: @escaping @Sendable (Message) -> Void) {}
}

exit(Runtime(Counter(), depth: .full).run())
