package import LifeArguments
package import LifeCore
import LifeEngines
import LifeFormats
package import LifeIO
import LifeRender

/// The failure of a run, a conversion or a comparison, as a message for the user.
package struct RunFailure: Error, Equatable, CustomStringConvertible {
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

/// Whether a signal has interrupted the reading or writing that failed.
private func isInterruption(_ error: any Error) -> Bool {
  switch error {
  case let failure as FileFailure: failure.isInterrupted
  case ReadError.file(let failure): failure.isInterrupted
  default: false
  }
}

extension RunFailure: Failure {
  package var exitCode: ExitCode {
    switch kind {
    case .usage: .usage
    case .difference: .no
    case .invalidData: .data
    case .missingInput: .noInput
    case .cannotCreate: .cantCreate
    case .inputOutput: .io
    case .overLimit: Interruption.signal.map { .interrupted(by: $0) } ?? .limit
    }
  }

  /// The printed message, which begins with a place in a file or with the name of the program.
  package var report: String { (isLocated ? "" : "life: ") + description }
}

/// Runs the work of a command and converts every error of the lower layers to a ``RunFailure``.
///
/// A closed pipe ends the work silently and successfully. A signal that interrupts a wait for
/// another process, such as the writer of a named pipe, ends it silently with the signal's code.
package func reporting(_ work: () throws -> ExitCode) throws -> ExitCode {
  do {
    return try describingErrors(work)
  } catch let failure as FileFailure where failure.isBrokenPipe {
    return .ok
  } catch let stopped as Stopped {
    guard let reason = Interruption.endReason ?? Interruption.stopReason else { throw stopped }
    if case .time = reason { throw RunFailure(.overLimit, "\(reason)") }
    return reason.exitCode
  }
}

/// Runs a part of the work of a command, with the same errors; a closed pipe stays one, so that it
/// also ends the other parts.
func describingErrors(_ work: () throws -> ExitCode) throws -> ExitCode {
  do {
    return try work()
  } catch let failure as FileFailure where failure.isBrokenPipe {
    throw failure
  } catch {
    if isInterruption(error), let signal = Interruption.signal { return .interrupted(by: signal) }
    if let failure = RunFailure(describing: error) { throw failure }
    throw error
  }
}
