import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun

/// Runs all of the work of a command, and converts every error of the lower layers to a
/// ``RunFailure``.
///
/// A closed pipe ends the work silently and successfully. A signal during a wait for another
/// process, such as the writer of a named pipe, ends the work silently with the signal's code.
func exitCode(of work: () throws -> ExitCode) throws -> ExitCode {
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

/// Runs work that reaches a verdict beside its output. The work's own code, if it has one, comes
/// first. A closed pipe ends the output, and the verdict so far is still the result.
func exitCode(
  verdict: () -> ExitCode, of work: () throws -> ExitCode
) throws -> ExitCode {
  do {
    let code = try work()
    return code == .ok ? verdict() : code
  } catch let failure as FileFailure where failure.isBrokenPipe && verdict() != .ok {
    return verdict()
  }
}

/// Runs a part of a command's work, and converts every error of the lower layers to a
/// ``RunFailure``. A closed pipe stays a ``FileFailure``, to end the other parts, too.
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

/// Whether reading or writing failed because of a signal.
private func isInterruption(_ error: any Error) -> Bool {
  switch error {
  case let failure as FileFailure: failure.isInterrupted
  case ReadError.file(let failure): failure.isInterrupted
  default: false
  }
}
