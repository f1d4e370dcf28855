import Foundation
import TestSupport
import Testing

@testable import LifeArguments
@testable import LifeCommand

/// The file of that name in a directory of `PATH`, if there is one.
private func executable(_ name: String) -> URL? {
  let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return directories.map { URL(fileURLWithPath: "\($0)/\(name)") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}

/// Runs a program with `input` in a file; returns its exit code and its output with errors.
private func run(
  _ name: String, options: [String], file input: String, then arguments: [String] = []
) throws -> (code: Int32, output: String) {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try input.write(to: file, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(at: file) }
  let shell = try Shell()
  defer { shell.remove() }
  let process = Process.ofTests(
    try #require(executable(name)), arguments: options + [file.path] + arguments, in: shell.folder)
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.start()
  let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, output)
}

struct CompletionTests {
  private let bash = BashCompletions(.whole).script
  private let zsh = ZshCompletions(.whole).script
  private let fish = FishCompletions(.whole).script

  @Test(.needs(.bash))
  func `bash accepts its script`() throws {
    let (code, output) = try run("bash", options: ["-n"], file: bash)
    #expect(code == 0)
    #expect(output == "")
  }

  @Test(.needs(.zsh))
  func `zsh accepts its script`() throws {
    let (code, output) = try run("zsh", options: ["-f", "-n"], file: zsh)
    #expect(code == 0)
    #expect(output == "")
  }

  @Test(.needs(.fish))
  func `fish accepts its script`() throws {
    let (code, output) = try run("fish", options: ["-n"], file: fish)
    #expect(code == 0)
    #expect(output == "")
  }

  @Test(
    .needs(.bash),
    arguments: [
      (["s"], "sample"), (["--v"], "--version"), (["sample", "--qu"], "--quiet"),
      (["sample", "-e", "b"], "bitmap"), (["sample", "--engine", "=", "h"], "hashlife"),
      (["sample", "--engine", "="], "auto bitmap hashlife"), (["sample", "-n", ""], ""),
      (["sample", "/dev/nul"], "/dev/null"), (["sample", "-I", "/dev/nul"], "/dev/null"),
      (["sample", "--scratch-directory-of-this-run", "/de"], "/dev"), (["help", "ma"], "many man"),
      (["completions", ""], "bash zsh fish"), (["man", "sa"], "sample"),
      (["help", "ex"], "exit-codes"), (["man", "ex"], ""), (["man", "--l"], "--list"),
    ])
  func `bash completes words`(words: [String], offers: String) throws {
    let script = """
      \(bash)
      COMP_WORDS=(life "$@")
      COMP_CWORD=$#
      _life
      echo "${COMPREPLY[*]}"
      """
    #expect(try run("bash", options: [], file: script, then: words) == (0, offers + "\n"))
  }

  @Test(
    .needs(.bash),
    arguments: [
      (["many", "gosp"], "gosper-gun"), (["many", "gli"], "glider"),
      (["many", "/dev/nul"], "/dev/null"), (["many", "zzz"], ""),
      (["sample", "--engine=h"], "--engine=hashlife"),
    ])
  func `bash completes names of patterns, and values in the same word`(
    words: [String], offers: String
  ) throws {
    let script = """
      life() { [ "$*" = 'list --names' ] && printf '%s\\n' glider gosper-gun; }
      \(bash)
      COMP_WORDS=(life "$@")
      COMP_CWORD=$#
      _life
      echo "${COMPREPLY[*]}"
      """
    #expect(try run("bash", options: [], file: script, then: words) == (0, offers + "\n"))
  }

  @Test(.needs(.fish))
  func `fish completes names of patterns`() throws {
    let script =
      "function life; echo glider; echo gosper-gun; end\n" + fish
      + "\ncomplete -C 'life many gos'\n"
    #expect(try run("fish", options: ["-N"], file: script) == (0, "gosper-gun\n"))
  }

  @Test(
    .needs(.fish),
    arguments: [
      ("s", "sample\tTry every form of option."), ("sample --qu", "--quiet\tSay nothing."),
      ("sample -e bi", "bitmap"), ("sample --engine=h", "--engine=hashlife"),
      ("sample /dev/nul", "/dev/null"), ("sample --count /dev/nul", ""), ("help ma", "man\nmany"),
      ("completions f", "fish"), ("help ex", "exit-codes"), ("man sa", "sample"),
    ])
  func `fish completes words`(typed: String, offers: String) throws {
    let script = fish + "\ncomplete -C 'life \(typed)'\n"
    let (code, output) = try run("fish", options: ["-N"], file: script)
    #expect(code == 0)
    // A description follows the tab; fish adds its own for files.
    let words = output.split(separator: "\n").map {
      offers.contains("\t") ? $0 : $0.prefix { $0 != "\t" }
    }
    #expect(words.joined(separator: "\n") == offers)
  }

  @Test func `zsh and fish describe the options`() {
    #expect(zsh.contains("'(-n --count)'{-n+,--count=}'[Do it N times (default 1).]:N: '"))
    #expect(zsh.contains("'*'{-I+,--include=}'[Also read FILE.]:FILE:_files'"))
    #expect(zsh.contains("'(-e --engine)'{-e+,--engine=}'[Use NAME.]:NAME:(auto bitmap hashlife)'"))
    #expect(zsh.contains("'*:FILE:_life_patterns'"))
    #expect(zsh.contains("'1:INPUT:_files' \\\n        '2::OUTPUT:_files' ;;"))
    #expect(
      fish.contains(
        "-n '__fish_seen_subcommand_from sample' -s e -l engine -x -a 'auto bitmap hashlife' "
          + "-d 'Use NAME.'"))
  }
}

struct ManPageTests {
  private let page = ManPage(.whole).text

  @Test func `text in a man page is escaped so that it contains no macros`() {
    var manual = Manual.whole
    manual.discussion = ".SH begins this\n\n'so does this\n\n  .nf\n\na\\b × -c"
    let page = ManPage(manual).text
    #expect(
      page.contains(
        """
        .SH DESCRIPTION
        \\&.SH begins this
        .PP
        \\&\\(aqso does this
        .PP
        .nf
          .nf
        .fi
        .PP
        a\\eb \\[u00D7] \\-c
        .SH COMMANDS

        """))
  }

  @Test func `every option has its paragraph in the man page`() {
    for option in Manual.whole.commands.flatMap(\.options) {
      let names = option.names.map { "\\fB\($0.replacing("-", with: "\\-"))\\fR" }
      #expect(page.contains(".TP\n" + names.joined(separator: ", ")))
    }
  }

  @Test func `options of several commands are explained once`() {
    let manual = Program(LifeCommandLine.manual, commands: LifeCommandLine.commands).manual
    let page = ManPage(manual).text
    let paragraphs = page.components(separatedBy: "\n.TP\n").filter { $0.hasPrefix("\\fB\\-") }
      .map { $0.components(separatedBy: "\n.PP\n")[0].components(separatedBy: "\n.S")[0] }
    #expect(paragraphs.count > 50 && Set(paragraphs).count == paragraphs.count)
    let sections = [
      "COMMON OPTIONS", "ENVIRONMENT", "FORMATS", "RULES", "ENGINES", "JSON", "FILES", "SEE ALSO",
    ]
    for section in sections { #expect(page.contains(".SH \"\(section)\"\n")) }
    #expect(!page.contains("a search found nothing"))
  }

  @Test func `a command's page explains its options and names the other pages`() throws {
    let manual = Program(LifeCommandLine.manual, commands: LifeCommandLine.commands).manual
    let command = try #require(manual.command(named: "census merge"))
    let page = CommandManPage(command, in: manual).text
    #expect(page.hasPrefix(".TH LIFE-CENSUS-MERGE 1 \"\" \"life "))
    #expect(page.contains(".SH NAME\nlife\\-census\\-merge \\- add up the hauls"))
    for option in command.options {
      let names = option.names.map { "\\fB\($0.replacing("-", with: "\\-"))\\fR" }
      #expect(page.contains(".TP\n" + names.joined(separator: ", ")))
    }
    #expect(page.contains(".SH \"SEE ALSO\"\nlife(1), life\\-census(1), life\\-census\\-verify(1)"))
    let overview = ManPage(manual).text.split(separator: ".SH \"SEE ALSO\"\n").last ?? ""
    for name in manual.pageNames.dropFirst() {
      #expect(overview.contains("\(name.replacing("-", with: "\\-"))(1)"))
    }
  }

  @Test(.needs(.groff))
  func `groff reports no warnings about the man pages`() throws {
    let manual = Program(LifeCommandLine.manual, commands: LifeCommandLine.commands).manual
    let pages = manual.commands.map { CommandManPage($0, in: manual).text }
    for page in [page, ManPage(manual).text] + pages {
      let (code, output) = try run("groff", options: ["-man", "-ww", "-z", "-Tutf8"], file: page)
      #expect(code == 0)
      #expect(output == "")
    }
  }
}
