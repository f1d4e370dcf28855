import Foundation
import TestSupport
import Testing

@testable import LifeArguments
@testable import LifeCommand

/// Runs a command on a file with a text. Returns its exit code, and its output with errors.
private func run(_ command: String, on text: String) throws -> (code: Int32, output: String) {
  let shell = try Shell()
  try Data(text.utf8).write(to: shell.folder.appending(path: "file"))
  let result = try shell.run("\(command) file 2>&1")
  return (result.status, result.text)
}

struct CompletionTests {
  @Test(.needs(.bash)) func `bash accepts its script`() throws { try expectAccepted(by: .bash) }
  @Test(.needs(.zsh)) func `zsh accepts its script`() throws { try expectAccepted(by: .zsh) }
  @Test(.needs(.fish)) func `fish accepts its script`() throws { try expectAccepted(by: .fish) }

  private func expectAccepted(by shell: CompletionShell) throws {
    #expect(try run("\(shell.rawValue) -n", on: shell.script) == (0, ""))
  }

  @Test(arguments: [
    (["s"], "sample"), ([""], "sample many help completions man"), (["--v"], "--version"),
    (["sample", "--qu"], "--quiet"), (["sample", "-"], "-n --count"), (["zzz", ""], ""),
    (["sample", "-e", "b"], "bitmap"), (["sample", "--engine", "=", "h"], "hashlife"),
    (["sample", "--engine", "="], "auto bitmap hashlife"), (["sample", "-n", ""], ""),
    (["sample", "--engine=h"], "hashlife"), (["many", "g"], "glider gosper-gun"),
    (["many", "gosp"], "gosper-gun"), (["many", "zzz"], ""), (["help", "ma"], "many man"),
    (["help", "ex"], "exit-codes"), (["man", "ex"], ""), (["man", "--l"], "--list"),
    (["completions", ""], "bash zsh fish powershell"),
  ])
  func `the words that may come next are found`(words: [String], found: String) {
    let candidates = WordCompletions(of: words, in: .whole).candidates.map(\.word)
    #expect(candidates.joined(separator: " ").hasPrefix(found))
    #expect(!found.isEmpty || candidates.isEmpty)
  }

  @Test(arguments: [
    (["sample", ""], WordCompletions.Files.file), (["many", "x"], .file),
    (["sample", "-I", ""], .file), (["sample", "--include="], .file),
    (["sample", "--scratch-directory-of-this-run", "/d"], .directory),
    (["sample", "-n", ""], .none), (["sample", "-"], .none), ([""], .none),
  ])
  func `files may come next, too`(words: [String], files: WordCompletions.Files) {
    #expect(WordCompletions(of: words, in: .whole).files == files)
  }

  @Test func `parts of a command come after its name`() {
    let words = WordCompletions(of: ["census", "m"], in: .ofLife)
    #expect(words.candidates.map(\.word) == ["merge"])
    let options = WordCompletions(of: ["census", "merge", "--roo"], in: .ofLife)
    #expect(options.candidates.map(\.word) == ["--roots"])
  }

  @Test(arguments: [
    (CompletionShell.bash, "none\n--engine=hashlife\n", "none\n--quiet\n"),
    (.zsh, "none\nhashlife\n", "none\n--quiet:Say nothing.\n"),
    (.fish, "none\n--engine=hashlife\n", "none\n--quiet\tSay nothing.\n"),
    (.powershell, "none\n--engine=hashlife\n", "none\n--quiet\tSay nothing.\n"),
  ])
  func `each shell gets the words in its form`(
    shell: CompletionShell, value: String, option: String
  ) {
    #expect(WordCompletions(of: ["sample", "--engine=h"], in: .whole).text(for: shell) == value)
    #expect(WordCompletions(of: ["sample", "--qu"], in: .whole).text(for: shell) == option)
  }

  static let typed: [(words: String, offer: String)] = [
    ("sho", "show"), ("run --gener", "--generations"), ("run --engine hash", "hashlife"),
    ("run --engine=hash", "--engine=hashlife"), ("show gosper-gu", "gosper-gun"),
    ("show /dev/nul", "/dev/null"), ("census mer", "merge"),
  ]

  @Test(.runsProgram, .needs(.bash), arguments: typed)
  func `bash completes words`(words: String, offer: String) throws {
    let text = try run(
      """
      life completions bash > script
      bash -c 'source ./script; COMP_WORDS=(life "$@"); COMP_CWORD=$#; _life
        echo "${COMPREPLY[*]}"' - \(words)
      """)
    #expect(text == offer + "\n")
  }

  @Test(.runsProgram, .needs(.fish), arguments: typed)
  func `fish completes words`(words: String, offer: String) throws {
    let text = try run(
      "life completions fish > script; fish -N -c \"source script; complete -C 'life \(words)'\"")
    #expect(text.prefix { $0 != "\t" && $0 != "\n" } == offer)
  }
}

struct ManPageTests {
  private let page = Manual.whole.manPage

  @Test func `text in a man page is escaped so that it contains no macros`() {
    var manual = Manual.whole
    manual.discussion = ".SH begins this\n\n'so does this\n\n  .nf\n\na\\b × -c"
    let page = manual.manPage
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

  @Test func `the page of the program names all commands and topics`() {
    let manual = Manual.ofLife
    let page = manual.manPage
    for command in manual.commands { #expect(page.contains("\\fB\(command.name)\\fR\n")) }
    let sections = ["ENVIRONMENT", "FORMATS", "RULES", "ENGINES", "JSON", "FILES", "SEE ALSO"]
    for section in sections { #expect(page.contains(".SH \"\(section)\"\n")) }
  }

  @Test func `a command's page explains its options and names the other pages`() throws {
    let manual = Manual.ofLife
    let command = try #require(manual.command(named: "census merge"))
    let page = manual.manPage(of: command)
    #expect(page.hasPrefix(".TH LIFE-CENSUS-MERGE 1 \"\" \"life "))
    #expect(page.contains(".SH NAME\nlife\\-census\\-merge \\- add up the results"))
    for option in command.options where !option.help.isEmpty {
      let names = option.names.map { "\\fB\($0.replacing("-", with: "\\-"))\\fR" }
      #expect(page.contains(".TP\n" + names.joined(separator: ", ")))
    }
    #expect(page.contains(".SH \"SEE ALSO\"\nlife(1), life\\-census(1), life\\-census\\-verify(1)"))
    let overview = manual.manPage.split(separator: ".SH \"SEE ALSO\"\n").last ?? ""
    for name in manual.pageNames.dropFirst() {
      #expect(overview.contains("\(name.replacing("-", with: "\\-"))(1)"))
    }
  }

  @Test(.needs(.groff))
  func `groff reports no warnings about the man pages`() throws {
    let manual = Manual.ofLife
    let pages = manual.commands.map { manual.manPage(of: $0) }
    for page in [page, manual.manPage] + pages {
      #expect(try run("groff -man -ww -z -Tutf8", on: page) == (0, ""))
    }
  }
}
