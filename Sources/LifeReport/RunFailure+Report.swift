package import LifeArguments
import LifeIO
package import LifeRun

// The exit code and the printed message of a failure.

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

extension StopReason {
  package var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
