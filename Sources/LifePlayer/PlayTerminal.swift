internal import LifeArguments
internal import LifeIO
internal import LifeRun
package import LifeTerminal

/// The terminal of `life play`.
package enum PlayTerminal {
  static var depth: ColorDepth { ColorDepth(environment: SystemResources.environment) }

  /// The size in characters, or the usual one if the terminal does not report it.
  package static var size: Size { TerminalDevice.size ?? Size(width: 80, height: 24) }

  /// Runs a program until it quits or the time limit of the environment is reached.
  @MainActor
  static func run<Program>(_ runtime: Runtime<Program>) throws -> ExitCode {
    Interruption.cancelEndOfProcess()
    if let time = try EnvironmentLimits.ofProcess().time {
      let rest = Interruption.began + time.duration - Interruption.clock.now
      runtime.timeLimit = (rest, ExitCode.limit.rawValue)
    }
    let code = ExitCode(rawValue: runtime.run())
    if code == .limit { Console.ofProcess.complain("life: the time limit was reached\n") }
    return code
  }

  /// - Throws: ``RunFailure`` if standard output is not a terminal.
  package static func check() throws {
    guard TerminalDevice.isUsable else {
      throw RunFailure(
        .usage, "play needs a terminal, and standard output is not one",
        hint: "use 'life show' or 'life run'")
    }
  }
}
