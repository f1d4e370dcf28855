import Foundation
@testable import LifeArguments
import LifeCore
import TestSupport
import Testing

@testable import LifeCommand

/// Commands with their expected output; `make golden` rewrites the files.
///
/// A golden file lists commands after `$`, each with its standard output, its standard error after
/// `!`, and its exit code unless it is 0. All commands of a file run in one scratch folder. Command
/// lines after `%` are refused before any file is read, so no process is needed for them.
@Suite struct GoldenSessionTests {
  static let folder = Project.root.appending(path: "Tests/CommandTests/Golden")
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func `golden files of sessions are found`() { #expect(Self.names.count >= 5) }

  @Test(.enabled(if: !Effort.updatesGoldenFiles), .timeLimit(.minutes(1)), arguments: names)
  func `command lines are refused with the message of the golden file`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let shell = try Shell()
    for line in text.split(separator: "\n") where line.hasPrefix("% ") {
      #expect(try text.contains(session(line, in: shell)), "\(name): \(line)")
    }
  }

  @Test(.runsProgram, arguments: names.filter { $0 != archives })
  func `the output of a session equals its golden file`(name: String) throws {
    try compare(name)
  }

  /// Commands that make zip archives.
  private static let archives = "archives.txt"

  @Test(.runsProgram, .needs(.python3, .gzip))
  func `the output of a session with archives equals its golden file`()
    throws
  {
    try compare(Self.archives)
  }

  private func compare(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let expected = try String(contentsOf: file, encoding: .utf8)
    let shell = try Shell()
    let commands = expected.split(separator: "\n").filter {
      $0.hasPrefix("$ ") || $0.hasPrefix("% ")
    }
    let actual = try commands.map { try session($0, in: shell) }.joined(separator: "\n")
    if Effort.updatesGoldenFiles {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(actual == expected)
    }
  }

  /// A command line with its prompt, and what it prints.
  private func session(_ line: Substring, in shell: Shell) throws -> String {
    let command = String(line.dropFirst(2))
    let result = line.hasPrefix("%") ? refused(command) : try shell.run(command)
    var text = line + "\n" + result.text
    if !text.hasSuffix("\n") { text += "\n" }
    for line in result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      text += "! \(timeless(String(line)))\n"
    }
    if result.status != 0 { text += "[exit \(result.status)]\n" }
    return String(text)
  }

  /// What the program prints for a command line of plain and quoted words.
  private func refused(_ command: String) -> Shell.Result {
    var words = [""]
    var isQuoted = false
    for character in command {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    let recorder = ConsoleRecorder()
    let program = Program(
      LifeCommandLine.manual, commands: LifeCommandLine.commands, console: recorder.console,
      isFile: { _ in false })
    let status = program.main(words.dropFirst().map { Argument($0) })
    MemoryAccount.setLimit(.max)
    return Shell.Result(
      output: Data(recorder.output.utf8), errors: recorder.error, status: status.rawValue)
  }

  /// The line without the elapsed time and without the path of the project.
  private func timeless(_ line: String) -> String {
    line.replacing(Project.root.path(), with: "PROJECT/")
      .replacing(#/[0-9][0-9.e-]* m?s$/#) { _ in "… ms" }
      // zlib's versions compress differently.
      .replacing(#/[0-9.]+ (bytes|[KM]B), in /#) { _ in "… KB, in " }
  }
}
