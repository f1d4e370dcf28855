import Foundation
import TestSupport
import Testing

/// Command lines of newcomers: each does the intended work, or suggests another command line.
@Suite(.needsOptimization) struct CommandLineEdgeTests {
  @Test func `the version is a command, too`() async throws {
    let text = try await session("life version; life -V; life --version")
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && Set(lines).count == 1 && text.hasPrefix("life "))
  }

  @Test(
    .takesLong,
    arguments: [
      "run -n 4 -q", "convert", "show", "info", "apgcode", "identify", "convert --rotate 90",
    ])
  func `standard input is read if no pattern is named`(line: String) async throws {
    let text = try await session(
      """
      life convert glider g.rle; life \(line) - < g.rle > want
      life \(line) < g.rle > file; cat g.rle | life \(line) > pipe
      cmp want file && cmp want pipe && test -s want && echo same
      """)
    #expect(text == "same\n")
  }

  @Test func `a run from standard input can be resumed`() async throws {
    let text = try await session(
      """
      life convert gosper-gun g.rle; life run g.rle -n 100 -q -o want.rle
      life run -n 100 --every 10 -q -o x.csv --checkpoint c --max-frames 3 < g.rle; echo $?
      life resume c -q; wc -l < x.csv; life run g.rle -n 100 --every 10 -q -o y.csv; cmp x.csv y.csv
      """)
    #expect(text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "12"])
  }
}
