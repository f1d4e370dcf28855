import Foundation
import TestSupport
import Testing

/// Sessions with the program, kept as text; `make golden` rewrites them and git shows the
/// difference.
///
/// A session is a file of commands after `$`, each followed by what it says: standard output as it
/// is, standard error after `!`, and the exit code if it is not 0. The commands of a file run in
/// one scratch folder, one after another.
@Suite struct `Golden sessions` {
  static let folder = Project.root.appending(path: "Tests/CommandTests/Golden")
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []
  static let isUpdate = ProcessInfo.processInfo.environment["LIFE_GOLDEN"] == "update"

  @Test func `are there`() { #expect(Self.names.count >= 5) }

  @Test(arguments: names)
  func `say what they said`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let expected = try String(contentsOf: file, encoding: .utf8)
    let shell = try Shell()
    defer { shell.remove() }
    let commands = expected.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    let actual = try commands.map { try session(String($0.dropFirst(2)), shell) }
      .joined(separator: "\n")
    if Self.isUpdate {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(actual == expected)
    }
  }

  private func session(_ command: String, _ shell: Shell) throws -> String {
    let result = try shell.run(command)
    var text = "$ \(command)\n" + result.text
    if !text.hasSuffix("\n") { text += "\n" }
    for line in result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      text += "! \(timeless(String(line)))\n"
    }
    if result.status != 0 { text += "[exit \(result.status)]\n" }
    return text
  }

  /// The line without the time that a run took, and without the place of the project.
  private func timeless(_ line: String) -> String {
    line.replacing(Project.root.path(), with: "PROJECT/")
      .replacing(#/[0-9][0-9.e-]* m?s$/#) { _ in "… ms" }
  }
}
