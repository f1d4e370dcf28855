import Foundation
@testable import LifeIO
import Testing

@testable import LifeArguments
@testable import LifeCommand

/// Records the output of a program instead of writing to the standard streams.
final class ConsoleRecorder {
  var output = ""
  var error = ""
  var isTerminal = false
  var environment: [String: String] = [:]
  /// The error number of every write to standard output.
  var refusal: Int32?
  /// The text shown by a pager; `nil` without a pager.
  var paged: String?

  var console: Console {
    Console(
      write: { [self] stream, bytes in
        if stream == .output, let refusal {
          throw FileFailure(.write, path: .standardStream, code: refusal)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if stream == .output { output += text } else { error += text }
      },
      isTerminal: { [self] _ in isTerminal },
      environment: { [self] in environment[$0] },
      page: { [self] bytes in
        guard paged != nil else { return false }
        paged? += String(decoding: bytes, as: UTF8.self)
        return true
      })
  }

  func run(_ words: [Argument]) -> ExitCode { program.main(words) }

  var program: Program {
    Program(
      .sample,
      commands: [
        AnyCommand(Sample.self, group: "Work"), AnyCommand(SampleMany.self, group: "Work"),
      ],
      console: console, isFile: { $0.text.hasSuffix(".rle") })
  }
}

extension Manual {
  static let ofLife = Program(LifeCommandLine.manual, commands: LifeCommandLine.commands).manual

  static var sample: Manual {
    var manual = Manual()
    manual.version = "1.2"
    manual.summary = "Try a program."
    manual.discussion = "It does nothing."
    manual.examples = [
      Example("life sample gun.rle", "try it"), Example("life many a b c", "fail at it"),
    ]
    manual.fileHint = "life sample FILE -n N"
    manual.patternNames = { ["glider", "gosper-gun"] }
    return manual
  }

  /// The sample of a project with a page.
  static var withPage: Manual {
    var manual = sample
    manual.page = "https://example.org/life"
    return manual
  }

  /// The sample with the declarations of its commands.
  static var whole: Manual {
    var manual = sample
    manual.commands = [
      CommandDeclaration(of: Sample.self, group: "Work"),
      CommandDeclaration(of: SampleMany.self, group: "Work"),
      CommandDeclaration(of: HelpCommand.self, group: "Help"),
      CommandDeclaration(of: CompletionsCommand.self, group: "Help"),
      CommandDeclaration(of: ManCommand.self, group: "Help"),
    ]
    return manual
  }
}

struct ProgramTests {
  private let recorder = ConsoleRecorder()

  @Test(arguments: [
    ("", Manual.whole.overview()), ("help", Manual.whole.overview()),
    ("-h", Manual.whole.overview()), ("--help", Manual.whole.overview()),
    ("-V", "life 1.2\n"), ("--version", "life 1.2\n"),
    ("help sample", HelpPage(Manual.whole.commands[0]).text(.long)),
    ("sample --help", HelpPage(Manual.whole.commands[0]).text(.long)),
    ("sample -h", HelpPage(Manual.whole.commands[0]).text(.short)),
    ("help exit-codes", ExitCode.section.page()),
    ("help Exit codes", ExitCode.section.page()),
    ("man", Manual.whole.manPage), ("man life", Manual.whole.manPage),
    ("man sample", Manual.whole.manPage(of: Manual.whole.commands[0])),
    ("man life-sample", Manual.whole.manPage(of: Manual.whole.commands[0])),
    ("man --list", "life\nlife-sample\nlife-many\nlife-help\nlife-completions\nlife-man\n"),
    ("completions fish", CompletionShell.fish.script),
    ("sample in", ""),
  ])
  func `help and results go to standard output`(line: String, output: String) {
    #expect(recorder.run(line.commandWords) == .ok)
    #expect(recorder.output == output)
    #expect(recorder.error == "")
  }

  @Test(arguments: [
    ("run glider --zoom 4", "--scale"), ("run glider --color red", "--cell"),
    ("play glider --color red", "--theme"), ("run glider -g100", "-n"),
    ("show glider --zoom 4", "--scale"), ("convert glider --out-dir x -j 2", "--jobs"),
    ("census show a.haul -o a.svg", "--report"), ("convert glider --zoom 4", nil),
    ("--versoin", "--version"), ("rnu", "run"), ("help exit-cods", "exit-codes"),
  ])
  func `a wrong word gets the suggestion of a right one`(line: String, word: String?) {
    let program = Program(
      LifeCommandLine.manual, commands: LifeCommandLine.commands, console: recorder.console)
    #expect(program.main(line.commandWords) == .usage)
    let hint = recorder.error.firstMatch(of: #/; did you mean '(.*)'\?/#)?.output.1
    #expect(hint.map { "\($0)" } == word, "\(recorder.error)")
  }

  @Test func `a failure has its exit code and message`() {
    #expect(recorder.run("many a b".commandWords) == .data)
    #expect(recorder.error == "many: it broke\n")
  }

  @Test func `a closed pipe is not an error, a full disk is one`() {
    recorder.refusal = EPIPE
    #expect(recorder.run("help".commandWords) == .ok)
    #expect(recorder.error == "")
    recorder.refusal = ENOSPC
    #expect(recorder.run("man".commandWords) == .io)
    #expect(
      recorder.error == "life: cannot write to standard output: No space left on device\n")
  }

  @Test(arguments: [
    (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
    (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    (false, ["CLICOLOR_FORCE": "1"], true), (false, ["CLICOLOR_FORCE": "0"], false),
    (false, ["CLICOLOR_FORCE": ""], false), (true, ["CLICOLOR_FORCE": "0"], true),
    (true, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    (true, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
  ])
  func `help is bold on a terminal with colors, or if it is asked for`(
    isTerminal: Bool, environment: [String: String], isBold: Bool
  ) {
    recorder.isTerminal = isTerminal
    recorder.environment = environment
    #expect(recorder.run([]) == .ok)
    #expect(recorder.output.contains("\u{1b}[1m") == isBold)
  }

  @Test(arguments: [
    ("help sample", true), ("sample --help", true), ("help exit-codes", true), ("sample -h", false),
    ("help", false), ("man sample", false), ("completions fish", false),
  ])
  func `a terminal shows long help page by page, and a pipe does not`(line: String, isLong: Bool) {
    recorder.isTerminal = true
    recorder.paged = ""
    #expect(recorder.run(line.commandWords) == .ok)
    #expect((recorder.paged != "") == isLong)
    #expect(recorder.output.isEmpty == isLong)
    recorder.isTerminal = false
    #expect(recorder.run(line.commandWords) == .ok)
    #expect(!recorder.output.isEmpty)
  }

  @Test func `an internal error asks for a report`() {
    let report = """
      life: internal error in 'flaw': SampleFlaw()
      This is a flaw of life. Please report it, with the output of 'life --version --verbose'
      """
    let commands = [AnyCommand(SampleFlaw.self, group: "Work")]
    #expect(
      Program(.sample, commands: commands, console: recorder.console).main("flaw".commandWords)
        == .software)
    #expect(recorder.error == report + ".\n")
    recorder.error = ""
    #expect(
      Program(.withPage, commands: commands, console: recorder.console).main("flaw".commandWords)
        == .software)
    #expect(recorder.error == report + ":\nhttps://example.org/life\n")
  }

  @Test func `help and version name the project's page if it has one`() {
    let program = Program(.withPage, commands: [], console: recorder.console)
    #expect(program.main([]) == .ok)
    #expect(
      recorder.output.hasSuffix("exit-codes.\nProject page: https://example.org/life\n"))
    #expect(Manual.withPage.manPage.hasSuffix("https://example.org/life\n"))
    #expect(!Manual.sample.overview().contains("Project page"))
    #expect(
      Installation.description(page: "https://example.org/life").hasSuffix(
        "page      https://example.org/life\n"))
    #expect(!Installation.description(page: nil).contains("page"))
  }
}

struct ArgumentTests {
  @Test func `the process's arguments are those of the standard library`() {
    #expect(Argument.ofProcess == CommandLine.arguments.dropFirst().map { Argument($0) })
  }
}
