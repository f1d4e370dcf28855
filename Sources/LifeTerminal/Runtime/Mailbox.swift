internal import Synchronization

/// Hands messages from other threads to the runtime, and wakes it with a byte in a pipe.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])

  func send(_ message: Message) {
    messages.withLock { $0.append(message) }
    TerminalDevice.wake()
  }

  /// The messages since the last call, in order.
  func takeAll() -> [Message] {
    messages.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
