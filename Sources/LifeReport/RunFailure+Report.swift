package import LifeArguments
import LifeCore
package import LifeIO
package import LifeRun

// Prints failures, notes and warnings, and maps failures to exit codes.

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

  /// Prints the failure, preceded by its place in a file or by the name of the program.
  package func report(on console: Console = .ofProcess) {
    console.note(fullMessage, isLocated: isLocated)
  }
}

extension Console {
  fileprivate func note(_ message: Message, isLocated: Bool) {
    if isLocated { complain("\(message.withOptions)\n") } else { note(message.withOptions) }
  }
}

extension Diagnostics {
  /// Diagnostics on standard error.
  package static func ofProcess(isQuiet: Bool = false) -> Diagnostics {
    Diagnostics(isQuiet: isQuiet) { Console.ofProcess.note($0, isLocated: $1) }
  }
}

extension StopReason {
  package var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
