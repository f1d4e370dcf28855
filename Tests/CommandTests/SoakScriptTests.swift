import Foundation
import TestSupport
import Testing

/// The short forms of the scripts in `Tests/Soak`; `make soak` runs the long forms.
@Suite(.enabled(if: Shell.has("python3"))) struct SoakScriptTests {
  /// Runs a script, which prints the number of failures, and on standard error what failed.
  private func expectNoFailures(_ script: String, _ options: String = "--brief") throws {
    let shell = try Shell()
    defer { shell.remove() }
    let path = Project.root.appending(path: "Tests/Soak/\(script)").path()
    let result = try shell.run("python3 \(path) \(Project.program.path()) \(options)")
    #expect(result.text == "0\n", "\(result.errors)")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `mutants finds no failures`() throws {
    try expectNoFailures("mutants")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `forged-checkpoints finds no failures`() throws {
    try expectNoFailures("forged-checkpoints")
  }

  @Test func `same-bytes finds no failures`() throws {
    try expectNoFailures("same-bytes")
  }

  @Test func `census finds no failures`() throws {
    try expectNoFailures("census")
  }

  @Test func `folder-states finds no failures`() throws {
    try expectNoFailures("folder-states")
  }

  @Test func `blocked-calls finds no failures`() throws {
    try expectNoFailures("blocked-calls")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `time-limits finds no failures`() throws {
    try expectNoFailures("time-limits")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `killed-parents finds no failures`() throws {
    try expectNoFailures("killed-parents")
  }

  @Test func `fail-calls finds no failures`() throws {
    try expectNoFailures("fail-calls")
  }
}
