import TestSupport
import Testing

@testable import LifeCommand

/// The output of a shell command in an empty folder; records an issue if the exit code differs.
func run(_ line: String, exits status: Int32 = 0) throws -> String {
  let shell = try Shell()
  defer { shell.remove() }
  let result = try shell.run(line)
  #expect(result.status == status, "\(line): \(result.errors)")
  return result.text
}

/// The message about a command line that is refused before anything is done.
func refusal(_ line: String) -> String {
  let recorder = ConsoleRecorder()
  let program = Program(
    LifeCommandLine.manual, commands: LifeCommandLine.commands, console: recorder.console)
  #expect(program.main(line.commandWords) == .usage, "\(line)")
  #expect(recorder.output.isEmpty)
  return recorder.error
}
