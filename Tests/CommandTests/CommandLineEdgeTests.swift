import Foundation
import TestSupport
import Testing

/// Command lines that newcomers type: each does what is meant, or says what to type.
@Suite struct CommandLineEdgeTests {
  @Test(arguments: [
    ("run gun.rle 1000", "the number of generations is missing; write '-n 1000'"),
    ("run gosper-gun 1,000", "write '-n 1,000'"), ("run 7 glider", "write '-n 7'"),
    ("run glider 100 out.gif", "write '-n 100'"), ("run lwss", "for example '-n 1000'"),
    ("run gun.rle -g100", "unknown option '-g'; did you mean '-n'?"),
    ("run gun.rle --steps=100", "unknown option '--steps'; did you mean '-n'?"),
    ("census show a.haul -o a.svg", "unknown option '-o'; did you mean '--report'?"),
    ("run -f cells gun.rle -n 3", "unknown option '-f'; did you mean '--to'?"),
    ("resume https://example.org/x.life", "try 'curl -sLO https://example.org/x.life'"),
  ])
  func `an error says what to type`(line: String, hint: String) {
    let text = refusal(line)
    #expect(text.split(separator: "\n").first?.hasSuffix(hint) == true, "\(text)")
  }

  @Test func `a number that is a file is a pattern`() throws {
    let text = try run(
      "life convert glider 1000.rle; mv 1000.rle 1000; life run glider 1000 2>&1", exits: 64)
    #expect(text.contains("for example '-n 1000'"))
  }

  @Test(arguments: ["1k", "1K", "1,000", "1_000", "1e3", "1000"])
  func `numbers are read as people write them`(number: String) throws {
    let text = try run("life run glider -n \(number) --json")
    #expect(text.contains(#""generation":1000,"#), "\(text)")
  }

  @Test func `the version is a command, too`() throws {
    #expect(try run("life version; life -V; life --version | uniq -c | wc -l").hasPrefix("life "))
    #expect(try run("[ \"$(life version)\" = \"$(life -V)\" ] && echo same") == "same\n")
  }

  @Test(arguments: [
    "run -n 4 -q", "convert", "show", "info", "apgcode", "identify", "convert --rotate 90",
  ])
  func `standard input is read if no pattern is named`(line: String) throws {
    let text = try run(
      """
      life convert glider g.rle; life \(line) - < g.rle > want
      life \(line) < g.rle > file; cat g.rle | life \(line) > pipe
      cmp want file && cmp want pipe && test -s want && echo same
      """)
    #expect(text == "same\n")
  }

  @Test func `a device and several operands are not standard input`() throws {
    #expect(try run("life run -n 4 < /dev/null 2>&1", exits: 64).contains("missing operand"))
    #expect(try run("life diff < /dev/null 2>&1", exits: 64).contains("missing operand"))
    let text = try run("life convert glider g.rle; life paste g.rle < g.rle 2>&1", exits: 64)
    #expect(text.contains("missing operand B"))
  }

  @Test func `a run from standard input can be resumed`() throws {
    let text = try run(
      """
      life convert gosper-gun g.rle; life run g.rle -n 100 -q -o want.rle
      life run -n 100 --every 10 -q -o x.csv --checkpoint c --max-frames 3 < g.rle; echo $?
      life resume c -q; wc -l < x.csv; life run g.rle -n 100 --every 10 -q -o y.csv; cmp x.csv y.csv
      """)
    #expect(text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "12"])
  }
}
