package import LifeCore
import LifeEngines
import LifeFormats
package import LifeIO
import LifeRender

/// The failure of a run, a conversion or a comparison, as a message for the user.
package struct RunFailure: Error, Equatable, CustomStringConvertible {
  /// The kind, which a command maps to an exit code.
  package var kind: FailureKind
  /// The failure, its place and the remedy: `gun.rle:3:7: expected a digit`.
  package var message: Message
  /// Advice in a few words.
  package var hint: Message?
  /// Whether the message begins with a place in a file, `gun.rle:3:7:`.
  package var isLocated = false

  package init(_ kind: FailureKind, _ message: Message, hint: Message? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  package var description: String { "\(fullMessage)" }

  /// The message and the hint.
  package var fullMessage: Message { hint.map { "\(message); \($0)" } ?? message }

  /// Describes an error of a lower layer; nil for any other error.
  package init?(describing error: any Error) {
    switch error {
    case let failure as RunFailure: self = failure
    case let failure as FileFailure: self.init(failure.kind, failure.message)
    case let error as ReadError: self.init(error.kind, error.message)
    case let error as ParseError:
      self.init(error.isOverLimit ? .overLimit : .invalidData, error.located)
      isLocated = true
    case let error as LifeFormats.WriteError: self.init(.invalidData, error.message)
    case let error as UnsupportedPattern:
      self.init(.invalidData, "the engine '\(error.engine)' cannot run this: \(error.reason)")
    case let error as ProgramFailure:
      self.init(error.isMissing ? .cannotCreate : .inputOutput, "\(error)")
      if error.isMissing { message += "; \(advice: .pipe("\(error.path)"))" }
    case let error as StateBeyondRule:
      self.init(
        .invalidData,
        "a cell is in state \(error.state), but the rule has only the states 0 to "
          + "\(error.states - 1)")
    case let error as OrientationError: self.init(.invalidData, error.message)
    case let error as ShapeRefused: self.init(.usage, "\(error)")
    case let error as MemoryExhausted:
      self.init(
        .overLimit, "out of memory for the \(error.purpose): \(error.need)",
        hint: error.bytes == .max
          ? nil
          : "\(advice: .memory)")
    default: return nil
    }
  }
}

extension MemoryExhausted {
  /// The requested memory: `1024 bytes are needed`.
  package var need: String {
    bytes == .max ? "the size overflows" : "\(bytes) bytes are needed"
  }
}
