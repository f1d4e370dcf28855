import Foundation
import Testing

@testable import LifeArguments
@testable import LifeCommand

struct HelpTests {
  private let page = HelpPage(CommandDeclaration(of: Sample.self, group: "Run"))

  @Test func `the short help is aligned and grouped`() {
    #expect(
      page.text(.short) == """
        Try every form of option.

        Usage: life sample [options] INPUT [OUTPUT]

        Operands:
          INPUT               The pattern to read; '-' is standard input.
          OUTPUT              The file to write.

        Run:
          -n, --count N       Do it N times (default 1).
              --until G       Stop at G, which has a help text so long that it takes a
                              second line.
          -e, --engine NAME   Use NAME: auto, bitmap, hashlife.

        Output:
              --view BOX      Show BOX.
          -q, --quiet         Say nothing.
          -v                  Say more.
              --scratch-directory-of-this-run DIR
                              Keep scratch files in DIR.

        Options:
          -I, --include FILE  Also read FILE.

        Help:
          -h, --help          Show a summary, or with --help the full text.

        Run 'life help sample' for details and examples.

        """)
  }

  @Test func `headings of the help are bold if requested`() {
    let bold = HelpPage(page.command, style: .bold).text(.short)
    #expect(bold.contains("\u{1b}[1mRun:\u{1b}[0m\n"))
    #expect(
      bold.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "") == page.text(.short))
  }

  @Test func `the short help of many options lists those that are not rare`() {
    var command = CommandDeclaration(of: SampleMany.self, group: "Run")
    let colors = (1...9).map { "color-\($0)" }
    command.options =
      [
        OptionDeclaration(
          names: ["--color"], metavar: "C", group: "Run", help: "Use C.",
          completion: .choices(colors)),
        OptionDeclaration(
          names: ["--form"], metavar: "F", group: "Run", help: "Use F.",
          completion: .choices(["a", "b"])),
      ]
      + (1...40).map { index in
        var option = OptionDeclaration(names: ["--rare-\(index)"], group: "Run", help: "Rarely.")
        option.isRare = true
        return option
      }
    #expect(
      HelpPage(command).text(.short) == """
        Take any number of files.

        Usage: life many [options] FILE... TARGET

        Operands:
          FILE           A file.
          TARGET         Where they go.

        Run:
              --color C  Use C.
              --form F   Use F: a, b.

        'life help many' has all options, with details and examples.

        """)
    let long = HelpPage(command).text(.long)
    for word in colors + ["--rare-1\n", "--rare-40\n"] { #expect(long.contains(word)) }
  }

  private static let manual = Manual.ofLife

  @Test(arguments: manual.commands.map(\.name))
  func `the short help of every command fits on a screen`(name: String) throws {
    let command = try #require(Self.manual.command(named: name))
    let lines = HelpPage(command).text(.short).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= 40)
    for line in lines { #expect(line.count <= 80) }
  }

  @Test(arguments: manual.commands.map(\.name))
  func `the long help explains every option and every operand`(name: String) throws {
    let command = try #require(Self.manual.command(named: name))
    let lines = HelpPage(command).text(.long).components(separatedBy: "\n")
    let labels = command.operands.map(\.metavar) + command.options.map(\.signature)
    for label in labels {
      let index = try #require(lines.firstIndex(of: "  \(label)"), "\(label)")
      #expect(lines[index + 1].hasPrefix("      "), "\(label)")
    }
    // Within a group, in the order of declaration.
    for options in Dictionary(grouping: command.options, by: \.group).values {
      let places = options.compactMap { lines.firstIndex(of: "  \($0.signature)") }
      #expect(places == places.sorted())
    }
    for example in command.examples { #expect(lines.contains("  \(example.effect)")) }
    for line in lines { #expect(line.count <= 80) }
  }

  @Test func `the overview has a line for every command, and all topics`() {
    let overview = Self.manual.overview()
    for command in Self.manual.commands {
      #expect(overview.contains("\n  \(command.name) "), "\(command.name)")
    }
    let topics = overview.components(separatedBy: "Help topics: ").last ?? ""
    for topic in Self.manual.topics { #expect(topics.contains(topic.topic)) }
    for line in overview.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(Set(Self.manual.commands.map(\.name)).count == Self.manual.commands.count)
  }

  /// Completions list choices without quotes.
  @Test(arguments: manual.commands)
  func `names, choices and sentences of a command are well formed`(command: CommandDeclaration) {
    let names = command.options.flatMap(\.names)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.wholeMatch(of: /-[a-zA-Z0-9]|--[a-z0-9-]{2,}/) != nil) }
    let completions = command.options.map(\.completion) + command.operands.map(\.completion)
    for choice in completions.flatMap(\.choices) {
      #expect(choice.wholeMatch(of: /[a-zA-Z0-9_.+\/,-]+/) != nil)
    }
    for sentence in [command.summary] + command.options.map(\.help) + command.operands.map(\.help) {
      #expect(sentence.hasSuffix("."))
    }
  }

  @Test(arguments: manual.topics.map(\.topic))
  func `the help of every topic fits the columns of a terminal`(name: String) throws {
    let topic = try #require(Self.manual.topic(named: name))
    for line in topic.page().split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test func `a command without options or operands has a short usage line`() {
    let command = CommandDeclaration(
      name: "many", group: "Help", summary: "", discussion: "", examples: [], operands: [],
      options: [Option<SampleMany>.help.declaration])
    #expect(command.usage == "many")
  }

  @Test(arguments: [
    ("", [] as [Prose.Block]),
    ("a\nb", [.paragraph("a b")]),
    ("a\n\nb\n", [.paragraph("a"), .paragraph("b")]),
    ("a\n  b\n   c\nd", [.paragraph("a"), .verbatim(["  b", "   c"]), .paragraph("d")]),
    ("  a\n\n  b", [.verbatim(["  a"]), .verbatim(["  b"])]),
  ])
  func `help in prose has paragraphs and verbatim lines`(text: String, blocks: [Prose.Block]) {
    #expect(Prose(text).blocks == blocks)
  }
}
