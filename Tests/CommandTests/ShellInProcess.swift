import Foundation
import LifeArguments
import LifeCore
import LifeRun
import TestSupport
import Testing

@testable import LifeCommand

/// A shell for the command lines of a session, with the program in this process.
///
/// A line has pipelines, joined by `;`, `&&` or `||`, with redirections and quotes; no variables,
/// loops or patterns. The commands of a pipeline run one after the other, with files between them.
/// All but `life` have a shell each. Streams, folder and environment are those of the process, so
/// this is for a process of its own.
struct ShellInProcess {
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
    let names = ProcessInfo.processInfo.environment.keys
    let environment = shell.process("").environment ?? [:]
    for name in names where environment[name] == nil { unsetenv(name) }
    for (name, value) in environment { setenv(name, value, 1) }
    FileManager.default.changeCurrentDirectoryPath(shell.folder.path())
    signal(SIGPIPE, SIG_IGN)
  }

  func run(_ line: String) throws -> Shell.Result {
    let status = try Self.keepingStreams {
      Self.redirect(1, to: ".output", O_CREAT | O_TRUNC | O_WRONLY)
      Self.redirect(2, to: ".errors", O_CREAT | O_TRUNC | O_WRONLY)
      var status: Int32 = 0
      for (join, pipeline) in Self.parts(of: line, between: [";", "&&", "||"]) {
        if join == "&&" && status != 0 || join == "||" && status == 0 { continue }
        status = try run(pipeline: pipeline)
      }
      return status
    }
    let data = { (name: String) in try Data(contentsOf: shell.folder.appending(path: name)) }
    return Shell.Result(
      output: try data(".output"), errors: String(decoding: try data(".errors"), as: UTF8.self),
      status: status)
  }

  private func run(pipeline: String) throws -> Int32 {
    var status: Int32 = 0
    let commands = Self.parts(of: pipeline, between: ["|"])
    for (number, command) in commands.enumerated() {
      try Self.keepingStreams {
        Self.redirect(0, to: number == 0 ? "/dev/null" : ".pipe\(number)", O_RDONLY)
        if number < commands.count - 1 {
          Self.redirect(1, to: ".pipe\(number + 1)", O_CREAT | O_TRUNC | O_WRONLY)
        }
        status = try run(command: command.text.trimmingCharacters(in: .whitespaces))
      }
    }
    return status
  }

  private func run(command: String) throws -> Int32 {
    var words = Self.parts(of: command, between: [" "], keepsQuotes: false).map(\.text)[...]
    guard words.popFirst() == "life" else {
      #expect(
        !["cd", "export", "unset", "("].contains { command.hasPrefix($0) }
          && !words.contains("life") && !command.contains("$?"), "write $ before: \(command)")
      let process = shell.process(command)
      // It would inherit the streams that this process began with.
      process.standardInput = FileHandle(fileDescriptor: 0)
      process.standardOutput = FileHandle(fileDescriptor: 1)
      process.standardError = FileHandle(fileDescriptor: 2)
      return try process.exitCode()
    }
    var arguments: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "<": Self.redirect(0, to: words.removeFirst(), O_RDONLY)
      case ">": Self.redirect(1, to: words.removeFirst(), O_CREAT | O_TRUNC | O_WRONLY)
      case ">>": Self.redirect(1, to: words.removeFirst(), O_CREAT | O_APPEND | O_WRONLY)
      case "2>": Self.redirect(2, to: words.removeFirst(), O_CREAT | O_TRUNC | O_WRONLY)
      case "2>&1": dup2(1, 2)
      default: arguments.append(word)
      }
    }
    // Several jobs would be processes of the tests.
    if arguments.contains("--out-dir"),
      !arguments.contains(where: { $0.hasPrefix("-j") || $0.hasPrefix("--jobs") })
    {
      arguments += ["--jobs", "1"]
    }
    // No command gets the limits of an earlier one.
    Interruption.limitTime(to: .seconds(1 << 30))
    MemoryAccount.setLimit(.max)
    let program = Program(LifeCommandLine.manual, commands: LifeCommandLine.commands)
    return program.main(arguments.map { Argument($0) }).rawValue
  }

  /// Runs `work`, which may open files as the standard streams.
  private static func keepingStreams<Result>(_ work: () throws -> Result) rethrows -> Result {
    let kept = (0..<3).map { dup($0) }
    defer {
      for (number, file) in kept.enumerated() {
        dup2(file, Int32(number))
        close(file)
      }
    }
    return try work()
  }

  private static func redirect(_ stream: Int32, to name: String, _ flags: Int32) {
    let file = open(name, flags, 0o644)
    precondition(file >= 0, "cannot open \(name)")
    dup2(file, stream)
    close(file)
  }

  /// The parts of a text between separators outside of quotes, each with the separator before it.
  private static func parts(
    of text: String, between separators: [String], keepsQuotes: Bool = true
  ) -> [(join: String, text: String)] {
    var parts = [(join: "", text: "")]
    var quote: Character?
    var rest = text[...]
    while let first = rest.first {
      if quote == nil, let separator = separators.first(where: { rest.hasPrefix($0) }) {
        parts.append((separator, ""))
        rest.removeFirst(separator.count)
        continue
      }
      rest.removeFirst()
      let isQuote = quote.map { $0 == first } ?? "'\"".contains(first)
      if isQuote { quote = quote == nil ? first : nil }
      if keepsQuotes || !isQuote { parts[parts.count - 1].text.append(first) }
    }
    return parts
  }
}
