import TestSupport
import Testing

/// Checks of the outputs before a run begins.
@Suite(.needsOptimization) struct OutputClashTests {
  @Test(
    .takesLong,
    arguments: [
      "--plot none/y.svg", "--plot none/y.svg -o x.gif", "--plot y.svg -o none/x.rle",
      "-o none/x.rle", "--plot y.svg -o a", "--plot a.svg", "--plot x.svg --no-clobber",
    ])
  func `outputs are opened before a long run`(words: String) async throws {
    let text = try await session(
      """
      mkdir a a.svg; touch x.svg
      life run acorn -n 2^60 --max-time 50s -e bitmap --to rle \(words) 2> errors
      echo $?
      grep -c 'cannot create' errors; rm errors; ls -A
      """)
    #expect(text.hasPrefix("73\n1\n"), "\(text)")
    #expect(text.hasSuffix("a\na.svg\nx.svg\n") && !text.contains("part"), "\(text)")
  }

  @Test func `a checkpoint in a pipe or device is refused`() async throws {
    let text = try await session(
      """
      mkfifo pipe
      for file in /dev/null pipe; do
        life run acorn -n 50 -o a.csv --checkpoint $file --max-frames 3 -q 2> errors; echo $?
        grep -c 'is a pipe or a device' errors
      done
      rm errors; ls -A
      """)
    #expect(text.hasPrefix("73\n1\n73\n1\n") && !text.contains("a.csv"), "\(text)")
  }
}
