import Foundation
import TestSupport
import Testing

/// Commands with their expected output; `make golden` rewrites the files.
///
/// A golden file lists commands, each with its standard output, its standard error after `!`, and
/// its exit code unless it is 0. All commands of a file run in one scratch folder: those after `%`
/// in a ``ShellInProcess``, those after `$` in a shell. The fast form leaves the latter out.
@Suite struct GoldenSessionTests {
  static let folder = Project.root.appending(path: "Tests/CommandTests/Golden")
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func `golden files of sessions are found`() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names.filter { !slow.contains($0) && $0 != archives })
  func `the output of a session equals its golden file`(name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in try Self.check(name) }
  }

  /// Sessions that read the whole collection, or make long runs.
  private static let slow = ["identify.txt", "lists.txt", "newcomer.txt", "stumbles.txt"]

  @Test(.needsOptimization, arguments: slow)
  func `the output of a slow session equals its golden file`(name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in try Self.check(name) }
  }

  /// Commands that make zip archives.
  private static let archives = "archives.txt"

  @Test(.takesLong, .needs(.python3, .gzip))
  func `the output of a session with archives equals its golden file`() async {
    await #expect(processExitsWith: .success) { try Self.check(Self.archives) }
  }

  private static func check(_ name: String) throws {
    let file = folder.appending(path: name)
    var blocks = try String(contentsOf: file, encoding: .utf8)
      .split(separator: #/\n(?=[$%] )/#).map(String.init)
    let shell = try Shell()
    let inner = ShellInProcess(shell.folder)
    for (number, block) in blocks.enumerated() where !(Effort.isFast && block.hasPrefix("$")) {
      let line = String(block.prefix { $0 != "\n" })
      let command = String(line.dropFirst(2))
      let result = try line.hasPrefix("%") ? inner.run(command) : shell.run(command)
      let printed = text(of: line, result)
      if Effort.updatesGoldenFiles { blocks[number] = printed; continue }
      let isSame = printed == block
      #expect(isSame, "printed:\n\(printed)expected:\n\(block)")
    }
    if Effort.updatesGoldenFiles {
      try blocks.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// A command line with its prompt, and what it printed.
  private static func text(of line: String, _ result: Shell.Result) -> String {
    var text = line + "\n" + result.text
    if !text.hasSuffix("\n") { text += "\n" }
    for line in result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      text += "! \(timeless(String(line)))\n"
    }
    if result.status != 0 { text += "[exit \(result.status)]\n" }
    return text
  }

  /// The line without the elapsed time and without the path of the project.
  private static func timeless(_ line: String) -> String {
    line.replacing(Project.root.path(), with: "PROJECT/")
      .replacing(#/[0-9][0-9.e-]* m?s$/#) { _ in "… ms" }
      // zlib's versions compress differently.
      .replacing(#/[0-9.]+ (bytes|[KM]B), in /#) { _ in "… KB, in " }
  }
}
