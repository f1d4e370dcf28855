import TestSupport
import Testing

/// The output of a shell command in an empty folder; records an issue if the exit code differs.
func run(_ line: String, exits status: Int32 = 0) throws -> String {
  let result = try result(of: line)
  #expect(result.status == status, "\(line): \(result.errors)")
  return result.text
}

/// The output of a shell command in an empty folder; the command must not print any message.
func printed(_ line: String) throws -> String {
  let result = try result(of: line)
  #expect(result.errors.isEmpty, "\(result.errors)")
  return result.text
}

/// The result of a shell command in an empty folder.
func result(of line: String) throws -> Shell.Result {
  let shell = try Shell()
  return try shell.run(line)
}

/// The result of a shell command in the terminal of `Tests/Terminal/terminal.py`; the command must
/// not contain apostrophes.
func inTerminal(
  _ command: String, options: String = "", setUp: String = ":"
) throws -> Shell.Result {
  let script = Project.path("Tests/Terminal/terminal.py")
  return try result(of: "\(setUp)\npython3 '\(script)' \(options) '\(command)'")
}
