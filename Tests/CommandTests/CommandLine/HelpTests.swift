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

  @Test func `the long help says everything`() {
    #expect(
      page.text(.long) == """
        Try every form of option.

        Usage: life sample [options] INPUT [OUTPUT]

        The first paragraph is long enough that it has to be wrapped before it reaches
        the right edge of the screen.

          kept   as it is

        Operands:
          INPUT
              The pattern to read; '-' is standard input.

          OUTPUT
              The file to write.

        Run:
          -n, --count N
              Do it N times (default 1).

              N is decimal.

          --until G
              Stop at G, which has a help text so long that it takes a second line.

          -e, --engine NAME
              Use NAME: auto, bitmap, hashlife.

        Output:
          --view BOX
              Show BOX.

          -q, --quiet
              Say nothing.

          -v
              Say more.

          --scratch-directory-of-this-run DIR
              Keep scratch files in DIR.

        Options:
          -I, --include FILE
              Also read FILE.

        Help:
          -h, --help
              Show a summary, or with --help the full text.

        Examples:
          Do it five times:
              life sample gun.rle -n 5

          Count the bytes:
              life sample gun.rle -o - |
                  wc -c

        """)
  }

  @Test func `headings are bold if requested`() {
    let bold = HelpPage(page.command, style: .bold).text(.short)
    #expect(bold.contains("\u{1b}[1mRun:\u{1b}[0m\n"))
    #expect(
      bold.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "") == page.text(.short))
  }

  @Test func `a command without options or operands has a short usage line`() {
    #expect(CommandDeclaration(of: ManCommand.self, group: "Help").usage == "man")
  }

  @Test(arguments: [
    ("", [] as [Prose.Block]),
    ("a\nb", [.paragraph("a b")]),
    ("a\n\nb\n", [.paragraph("a"), .paragraph("b")]),
    ("a\n  b\n   c\nd", [.paragraph("a"), .verbatim(["  b", "   c"]), .paragraph("d")]),
    ("  a\n\n  b", [.verbatim(["  a"]), .verbatim(["  b"])]),
  ])
  func `prose has paragraphs and verbatim lines`(text: String, blocks: [Prose.Block]) {
    #expect(Prose(text).blocks == blocks)
  }
}
