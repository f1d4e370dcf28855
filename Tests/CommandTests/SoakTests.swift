import Foundation
import TestSupport
import Testing

/// The short forms of the scripts in `Tests/Soak`; `make soak` runs the long forms.
@Suite(.enabled(if: Shell.has("python3"))) struct SoakScriptTests {
  /// The output of a script, the number of failures, with its messages unless that is 0.
  private func failures(_ script: String, _ options: String = "--brief") throws -> String {
    let shell = try Shell()
    defer { shell.remove() }
    let path = Project.root.appending(path: "Tests/Soak/\(script)").path()
    let result = try shell.run("python3 \(path) \(Project.program.path()) \(options)")
    return result.text + (result.text == "0\n" ? "" : result.errors)
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `mutants finds no failures`() throws {
    #expect(try failures("mutants") == "0\n")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `forged-checkpoints finds no failures`() throws {
    #expect(try failures("forged-checkpoints") == "0\n")
  }

  @Test func `same-bytes finds no failures`() throws {
    #expect(try failures("same-bytes") == "0\n")
  }

  @Test func `census finds no failures`() throws {
    #expect(try failures("census") == "0\n")
  }

  @Test func `folder-states finds no failures`() throws {
    #expect(try failures("folder-states") == "0\n")
  }

  @Test func `blocked-calls finds no failures`() throws {
    #expect(try failures("blocked-calls") == "0\n")
  }

  @Test(.enabled(if: !Effort.isSanitized)) func `time-limits finds no failures`() throws {
    #expect(try failures("time-limits") == "0\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `killed-parents finds no failures`() throws {
    #expect(try failures("killed-parents") == "0\n")
  }

  @Test func `fail-calls finds no failures`() throws {
    #expect(try failures("fail-calls") == "0\n")
  }
}
