import Foundation
import TestSupport
import Testing

extension Shell {
  /// The result of command lines in a ``ShellInProcess``.
  func session(
    _ lines: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Result {
    let folder = folder.path()
    let exit = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent],
      sourceLocation: sourceLocation
    ) { [lines = lines as String, folder = folder as String] in
      let result = try ShellInProcess(URL(filePath: folder)).run(lines)
      print("status \(result.status)")
    }
    let text = String(decoding: exit?.standardOutputContent ?? [], as: UTF8.self)
    let status = try #require(text.firstMatch(of: #/status ([0-9]+)/#)?.1)
    let files = try [".output", ".errors"].map {
      try Data(contentsOf: self.folder.appending(path: $0))
    }
    return Result(
      output: files[0], errors: String(decoding: files[1], as: UTF8.self),
      status: try #require(Int32(status)))
  }
}

/// The output of command lines in a ``ShellInProcess`` and an empty folder; records an issue if the
/// last exit code differs.
func session(_ lines: String, exits status: Int32 = 0) async throws -> String {
  let result = try await Shell().session(lines)
  #expect(result.status == status, "\(lines): \(result.errors)")
  return result.text
}

/// The output of a shell command in an empty folder; records an issue if the exit code differs.
func run(_ line: String, exits status: Int32 = 0) throws -> String {
  let result = try result(of: line)
  #expect(result.status == status, "\(line): \(result.errors)")
  return result.text
}

/// The output of command lines as ``session(_:exits:)``; they must not print any message.
func printed(_ lines: String) async throws -> String {
  let result = try await Shell().session(lines)
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
