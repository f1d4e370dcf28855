import Foundation
import TestSupport
import Testing

/// Outputs of `life run`.
@Suite(.needsOptimization) struct OutputEdgeTests {
  @Test(
    .takesLong, arguments: ["rle", "cells", "mc", "json", "png", "svg", "ppm", "gif", "csv", "brl"])
  func `numbered outputs are one file per generation in every format`(kind: String) async throws {
    let text = try await session(
      """
      life run glider -n 10 -q -o 'a-%02d.\(kind)'; ls a-* | wc -l
      life run glider -n 10 -q -o 'b-{generation}.\(kind)'; ls b-* | wc -l
      life run glider -n 10 -q --every 5 -o 'c-{generation}.\(kind)'; ls c-*
      """)
    let lines = text.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines == ["11", "11"] + [0, 10, 5].map { "c-\($0).\(kind)" })
  }

  @Test func `a plot alone writes no pattern`() async throws {
    #expect(try await session("life run glider -n 4 --plot x.svg -q; ls") == "x.svg\n")
  }

  @Test(arguments: ["lif", "cells", "rle"])
  func `a few cells that are too far apart are refused for their distance`(kind: String)
    async throws
  {
    let text = try await session("life run r-pentomino -n 2^70 -o f.\(kind) 2>&1; ls")
    #expect(text.contains(" cannot hold cells in a bounding box of "), "\(text)")
    #expect(text.hasSuffix("; write macrocell\n"), "\(text)")
  }

  @Test(.runsProgram, .needs(.ffmpeg), arguments: ["mkv", "webm"])
  func `a closed pipe ends a video quietly`(kind: String) throws {
    let text = try run(
      """
      (life run gosper-gun -n 1e9 --every 1 --to \(kind) -q 2> errors; echo $? > code) |
        head -c 1000 | wc -c; cat code errors
      """)
    #expect(text == "1000\n0\n")
  }
}
