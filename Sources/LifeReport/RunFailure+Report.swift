package import LifeArguments
import LifeIO
package import LifeRun

// What a command prints of failures, notes and warnings, and the exit codes.

extension RunFailure {
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

  /// The printed message, without its last line feed. It begins with a place in a file or with the
  /// name of the program.
  package var report: String { (isLocated ? "" : "life: ") + complete.withOptions }
}

extension Diagnostics {
  /// Diagnostics on standard error.
  package static func ofProcess(isQuiet: Bool = false) -> Diagnostics {
    Diagnostics(isQuiet: isQuiet) { Console.ofProcess.complain("\($0.withOptions)\n") }
  }
}

extension StopReason {
  package var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
