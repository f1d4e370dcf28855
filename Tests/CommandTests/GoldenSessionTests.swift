import Foundation
import TestSupport
import Testing

/// Commands with their expected output; `make golden` rewrites the files.
///
/// A golden file lists commands after `$`, each with its standard output, its standard error after
/// `!`, and its exit code unless it is 0. All commands of a file run in one scratch folder.
@Suite(.runsProgram) struct GoldenSessionTests {
  static let folder = Project.root.appending(path: "Tests/CommandTests/Golden")
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func `golden files of sessions are found`() { #expect(Self.names.count >= 5) }

  @Test(arguments: names.filter { $0 != archives })
  func `the output of a session equals its golden file`(name: String) throws {
    try compare(name)
  }

  /// Commands that make zip archives.
  private static let archives = "archives.txt"

  @Test(.needs(.python3, .gzip))
  func `the output of a session with archives equals its golden file`()
    throws
  {
    try compare(Self.archives)
  }

  private func compare(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let expected = try String(contentsOf: file, encoding: .utf8)
    let shell = try Shell()
    let commands = expected.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    let actual = try commands.map { try session(String($0.dropFirst(2)), in: shell) }
      .joined(separator: "\n")
    if Effort.updatesGoldenFiles {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(actual == expected)
    }
  }

  private func session(_ command: String, in shell: Shell) throws -> String {
    let result = try shell.run(command)
    var text = "$ \(command)\n" + result.text
    if !text.hasSuffix("\n") { text += "\n" }
    for line in result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      text += "! \(timeless(String(line)))\n"
    }
    if result.status != 0 { text += "[exit \(result.status)]\n" }
    return text
  }

  /// The line without the elapsed time and without the path of the project.
  private func timeless(_ line: String) -> String {
    line.replacing(Project.root.path(), with: "PROJECT/")
      .replacing(#/[0-9][0-9.e-]* m?s$/#) { _ in "… ms" }
      // zlib's versions compress differently.
      .replacing(#/[0-9.]+ (bytes|[KM]B), in /#) { _ in "… KB, in " }
  }
}
