import Foundation
import LifeArguments
import LifeCore
import LifeRun
import TestSupport
import Testing

@testable import LifeCommand

/// A shell for command lines, with the program in this process.
///
/// It knows pipelines, joined by `;`, line breaks, `&&` or `||`, with redirections and quotes;
/// `for NAME in WORDS; do …; done`, not nested, `cd FOLDER`, `NAME=VALUE life …` and `$?`. Nothing
/// else of a shell applies to `life`; all other commands have a real shell each. The commands of a
/// pipeline run one after the other, with files between them. Streams, folder and environment are
/// those of the process, so this is for a process of its own.
struct ShellInProcess {
  private let folder: URL

  init(_ folder: URL) {
    self.folder = folder
    let names = ProcessInfo.processInfo.environment.keys
    let environment = Shell.process("", in: folder).environment ?? [:]
    for name in names where environment[name] == nil { unsetenv(name) }
    for (name, value) in environment { setenv(name, value, 1) }
    LifeCommandLine.prepare()
    // The program uses the timer of `alarm`.
    Thread.detachNewThread {
      sleep(300)
      fatalError("the command lines take longer than 300 s")
    }
  }

  func run(_ lines: String) throws -> Shell.Result {
    chdir(folder.path())
    let status = try Self.keepingStreams {
      redirect(1, to: path(".output"), O_CREAT | O_TRUNC | O_WRONLY)
      redirect(2, to: path(".errors"), O_CREAT | O_TRUNC | O_WRONLY)
      let joined = lines.replacing(#/(\||&&|\\)\n/#) { "\($0.1 == "\\" ? "" : $0.1) " }
      return try run(statements: Self.parts(of: joined, between: [";", "\n", "&&", "||"]))
    }
    let data = { (name: String) in try Data(contentsOf: folder.appending(path: name)) }
    return Shell.Result(
      output: try data(".output"), errors: String(decoding: try data(".errors"), as: UTF8.self),
      status: status)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path() }

  private func run(statements: [Part]) throws -> Int32 {
    var status: Int32 = 0
    var rest = statements[...]
    while let (join, statement) = rest.popFirst() {
      if join == "&&" && status != 0 || join == "||" && status == 0 || statement.isEmpty {
        continue
      } else if statement.hasPrefix("for ") {
        var body = Array(rest.prefix { $0.text != "done" })
        rest = rest.dropFirst(body.count + 1)
        let isPlain = ["do", "do "].contains { body.first?.text.prefix(3) == $0 }
        let isNested = body.contains { $0.text.contains(#/^(for|done) /#) }
        #expect(isPlain && !isNested && join != "&&" && join != "||", "needs a shell: \(statement)")
        body[0].text = String(body[0].text.dropFirst(3))
        let words = Self.words(of: statement)
        let variable = try Regex("\\$\(words[1])(?![A-Za-z0-9])")
        for word in words.dropFirst(3) {
          status = try run(
            statements: body.map { ($0.join, $0.text.replacing(variable) { _ in word }) })
        }
      } else {
        status = try run(pipeline: statement.replacing("$?", with: "\(status)"))
      }
    }
    return status
  }

  private func run(pipeline: String) throws -> Int32 {
    var status: Int32 = 0
    let commands = Self.parts(of: pipeline, between: ["|"])
    for (number, command) in commands.enumerated() {
      try Self.keepingStreams {
        redirect(0, to: number == 0 ? "/dev/null" : path(".pipe\(number)"), O_RDONLY)
        if number < commands.count - 1 {
          redirect(1, to: path(".pipe\(number + 1)"), O_CREAT | O_TRUNC | O_WRONLY)
        }
        status = try run(command: command.text)
      }
    }
    return status
  }

  private func run(command: String) throws -> Int32 {
    var words = Self.words(of: command)[...]
    var variables: [String] = []
    while let word = words.first, word.contains(#/^[A-Z_]+=/#) {
      variables.append(word)
      words.removeFirst()
    }
    if words.first == "cd", words.count == 2 { return chdir(words[1]) }
    guard words.popFirst() == "life" else {
      #expect(
        !["cd", "export", "unset", "if", "while", "until"].contains { command.hasPrefix("\($0) ") }
          && !words.contains("life"), "needs a shell: \(command)")
      let process = Shell.process(Shell.convert + command, in: folder)
      process.currentDirectoryURL = URL(filePath: FileManager.default.currentDirectoryPath)
      // It would inherit the streams that this process began with.
      process.standardInput = FileHandle(fileDescriptor: 0)
      process.standardOutput = FileHandle(fileDescriptor: 1)
      process.standardError = FileHandle(fileDescriptor: 2)
      let status = try process.exitCode()
      // A real shell does not have the program.
      #expect(status != 127, "needs a shell: \(command)")
      return status
    }
    var arguments: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "<": redirect(0, to: words.removeFirst(), O_RDONLY)
      case ">": redirect(1, to: words.removeFirst(), O_CREAT | O_TRUNC | O_WRONLY)
      case ">>": redirect(1, to: words.removeFirst(), O_CREAT | O_APPEND | O_WRONLY)
      case "2>": redirect(2, to: words.removeFirst(), O_CREAT | O_TRUNC | O_WRONLY)
      case "2>>": redirect(2, to: words.removeFirst(), O_CREAT | O_APPEND | O_WRONLY)
      case "2>&1": dup2(1, 2)
      default:
        #expect(!word.contains(#/^[0-9]?[<>]|^\$/#), "needs a shell: \(command)")
        arguments.append(word)
      }
    }
    let environment = ProcessInfo.processInfo.environment
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      setenv(String(parts[0]), String(parts[1]), 1)
    }
    defer {
      for name in variables.map({ String($0.prefix { $0 != "=" }) }) {
        if let value = environment[name] { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    // For several jobs, the program starts its executable again, and here that is the tests.
    if arguments.contains(where: { $0.hasPrefix("--out-dir") }) {
      #expect(!command.contains(#/--jobs[ =]([2-9]|1[0-9])/#), "needs a shell: \(command)")
      if !arguments.contains("--jobs") { arguments += ["--jobs", "1"] }
    }
    // No command gets the limits of an earlier one. But a limit of time counts from the start of
    // this process.
    Interruption.limitTime(to: .seconds(1 << 30))
    MemoryAccount.setLimit(.max)
    // A resumed run changes to its folder.
    let current = FileManager.default.currentDirectoryPath
    defer { chdir(current) }
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

  private func redirect(_ stream: Int32, to name: String, _ flags: Int32) {
    let file = open(name, flags, 0o644)
    precondition(file >= 0, "cannot open \(name)")
    dup2(file, stream)
    close(file)
  }

  private typealias Part = (join: String, text: String)

  private static func words(of command: String) -> [String] {
    parts(of: command, between: [" "]).filter { !$0.text.isEmpty }
      .map { parts(of: $0.text, between: [], keepsQuotes: false)[0].text }
  }

  /// The parts of a text between separators outside of quotes and parentheses, each with the
  /// separator before it.
  private static func parts(
    of text: String, between separators: [String], keepsQuotes: Bool = true
  ) -> [Part] {
    var parts = [(join: "", text: "")]
    var quote: Character?
    var depth = 0
    var rest = text[...]
    while let first = rest.first {
      if quote == nil, depth == 0, let separator = separators.first(where: { rest.hasPrefix($0) }) {
        parts.append((separator, ""))
        rest.removeFirst(separator.count)
        continue
      }
      rest.removeFirst()
      let isQuote = quote.map { $0 == first } ?? "'\"".contains(first)
      if isQuote { quote = quote == nil ? first : nil }
      if quote == nil { depth += first == "(" ? 1 : first == ")" ? -1 : 0 }
      if keepsQuotes || !isQuote { parts[parts.count - 1].text.append(first) }
    }
    guard keepsQuotes else { return parts }
    return parts.map { ($0.join, $0.text.trimmingCharacters(in: .whitespaces)) }
  }
}
