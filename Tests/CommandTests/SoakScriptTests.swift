import Foundation
import TestSupport
import Testing

/// The short forms of the scripts in `Tests/Soak`; `make soak` runs the long forms.
@Suite(.runsProgram, .needs(.python3)) struct SoakScriptTests {
  /// Runs a script. It prints the number of failures, and the failures on standard error.
  private func expectNoFailures(_ script: String) throws {
    let shell = try Shell()
    let path = Project.root.appending(path: "Tests/Soak/\(script).py").path()
    let result = try shell.run("python3 \(path) \(Project.program.path()) --brief")
    #expect(result.text == "0\n", "\(result.errors)")
  }

  @Test(.enabled(if: !Effort.isSanitized))
  func `mutants of files are read or refused by every command`() throws {
    try expectNoFailures("mutants")
  }

  @Test func `outputs do not depend on threads, memory limits or repetition`() throws {
    try expectNoFailures("same-bytes")
  }

  @Test func `a census that is killed at any time can be resumed`() throws {
    try expectNoFailures("census")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `memory does not grow with the length of a stream`()
    throws
  {
    try expectNoFailures("streams")
  }

  @Test func `no command replaces files that it does not own`() throws {
    try expectNoFailures("folder-states")
  }

  @Test func `a signal ends a command that waits for another process`() throws {
    try expectNoFailures("blocked-calls")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `runs of any options obey a time limit`() throws {
    try expectNoFailures("time-limits")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `processes end when the one that started them is killed`() throws {
    try expectNoFailures("killed-parents")
  }

  @Test(.needs(.strace)) func `a failing system call leaves no incomplete file`() throws {
    try expectNoFailures("fail-calls")
  }
}
