package import LifeCore
import LifeEngines
import LifeFormats
package import LifeIO
import LifeRender

/// The failure of a run, a conversion or a comparison, as a message for the user.
package struct RunFailure: Error, CustomStringConvertible {
  /// A command maps it to an exit code.
  package var kind: FailureKind
  /// What failed, where, and what to do.
  package var message: String
  /// What to do instead, in a few words.
  package var hint: String?
  /// Whether the message begins with a place in a file, `gun.rle:3:7:`.
  package var isLocated = false

  package init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  package var description: String { message + (hint.map { "; \($0)" } ?? "") }

  /// Describes an error of a lower layer; nil for any other error.
  package init?(describing error: any Error) {
    switch error {
    case let failure as RunFailure: self = failure
    case let failure as FileFailure: self.init(failure.kind, "\(failure)")
    case let error as ReadError: self.init(error.kind, "\(error)")
    case let error as ParseError:
      self.init(error.isOverLimit ? .overLimit : .invalidData, "\(error)")
      isLocated = true
    case let error as LifeFormats.WriteError: self.init(.invalidData, "\(error)")
    case let error as UnsupportedPattern:
      self.init(.invalidData, "the engine '\(error.engine)' cannot run this: \(error.reason)")
    case let error as ProgramFailure:
      let pipe = "; with ffmpeg on another machine: \(FFmpegCommand.pipe(error.path))"
      self.init(
        error.isMissing ? .cannotCreate : .inputOutput,
        "\(error)" + (error.isMissing ? pipe : ""))
    case let error as StateBeyondRule:
      self.init(
        .invalidData,
        "a cell is in state \(error.state), but the rule has only the states 0 to "
          + "\(error.states - 1)")
    case let error as ShapeRefused: self.init(.usage, "\(error)")
    case let error as MemoryExhausted:
      self.init(
        .overLimit, "out of memory for the \(error.purpose): \(error.need)",
        hint: error.bytes == .max
          ? nil
          : "raise the limit: memory=BYTES in LIFE_LIMITS, or --max-memory where a command has it")
    default: return nil
    }
  }
}

extension MemoryExhausted {
  /// The memory that was requested.
  package var need: String {
    bytes == .max ? "the size overflows" : "\(bytes) bytes are needed"
  }
}
