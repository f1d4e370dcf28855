import TestSupport
import Testing
@testable import LifeArguments

/// Checks of the outputs before a run begins.
@Suite struct OutputClashTests {
  static let prepared = """
    mkdir a a3 b && ln -s ../x.svg a/link.svg && ln -s x.svg x-2.svg && ln -s a c
    life convert glider p-3.rle && cp p-3.rle p-9.rle && ln -s p-9.rle p-4.rle
    """

  private func listed(_ command: String) throws -> (status: Int32, files: String, errors: String) {
    let shell = try Shell()
    defer { shell.remove() }
    let result = try shell.run(
      """
      \(Self.prepared)
      before=$(ls -A); sum=$(cat p-?.rle | cksum)
      \(command); code=$?
      [ "$before" = "$(ls -A)" ] || ls -A
      [ "$sum" = "$(cat p-?.rle | cksum)" ] || echo other patterns
      exit $code
      """)
    return (result.status, result.text, result.errors)
  }

  static let clashes = [
    "acorn -n 5 -o x.png --plot x.png",
    "acorn -n 5 -o x.svg --plot a/link.svg",
    "acorn -n 5 -o x.svg --plot ./a/../x.svg",
    "acorn -n 5 -o a/y.svg --plot c/y.svg",
    "acorn -n 5 --out-dir a --to svg --plot a/acorn.svg",
    "acorn -n 5 -o .x.svg.part --to svg --plot x.svg",
    "acorn -n 5 --plot x.svg --checkpoint x.svg",
    "acorn -n 5 -o x.csv --checkpoint x.csv",
    "acorn -n 5 -o x.csv --checkpoint .x.csv.part",
    "acorn -n 5 -o 'x-%d.svg' --every 1 --plot x-3.svg",
    "acorn -n 5 -o 'x-%d.svg' --every 1 --plot ./x-5.svg",
    "acorn -n 5 -o 'x-%02d.svg' --every 1 --plot x-03.svg",
    "acorn -n 5 -o 'x-%d.svg' --every 1 --plot x.svg",
    "acorn -n 5 -o 'x-%d.svg' --every 1 --checkpoint .x-3.svg.part",
    "acorn -n 5 -o '.x-%d.svg.part' --to svg --every 1 --plot x-3.svg",
    "acorn -n 5 -o 'c/{generation}.svg' --every 1 --plot a/4.svg",
    "acorn -n 12 -o 'x{generation}1%d.svg' --every 1 --plot x1111.svg",
    "acorn -n 5 -o 'a%d/y.svg' --every 1 --plot a3/y.svg",
  ]

  @Test(arguments: clashes)
  func `two outputs in one file are refused`(words: String) throws {
    let (status, files, errors) = try listed("life run \(words)")
    #expect(status == 64 && files == "", "\(errors)")
    #expect(errors.contains("would write the same file; use different names"), "\(errors)")
  }

  @Test(arguments: [
    "p-3.rle -n 50 -o 'p-%d.rle' --every 10", "./p-3.rle -n 50 -o 'p-%d.rle' --every 10",
    "p-9.rle -n 50 -o 'p-%d.rle' --every 10", "p-3.rle -n 50 -o 'p-{generation}.rle' --every 10",
    "p-3.rle -n 5 -o '{generation}-%d.rle' --every 1",
  ])
  func `a sample must not replace the input`(words: String) throws {
    let (status, files, errors) = try listed(
      "mv p-3.rle 3-3.rle; ln -s 3-3.rle p-3.rle; life run \(words); e=$?; rm p-3.rle; "
        + "mv 3-3.rle p-3.rle; (exit $e)")
    #expect(status == 64 && files == "", "\(errors)")
    #expect(errors.contains("would replace the input 'p-") || errors.contains("input './p-"))
  }

  @Test func `two outputs in different files are accepted`() throws {
    let text = try run(
      """
      \(Self.prepared)
      life run acorn -n 5 -o x.csv --plot a/x.svg --checkpoint x.life -q; echo $?
      life run acorn -n 5 -o a/x.svg --plot b/x.svg -q; echo $?
      life run acorn -n 5 -o 'x-%02d.svg' --every 1 --plot x-3.svg -q; echo $?
      life run acorn -n 5 -o 'x-%d.svg' --every 1 --plot x-6.svg -q; echo $?
      life run p-9.rle -n 50 -o 'n-%d.rle' --every 10 -q; echo $?
      life run p-9.rle -n 5 -o 'p-%02d.rle' --every 1 -q; echo $?
      life run p-9.rle -n 5 -o p-9.rle -q; echo $?
      life run acorn -n 5 -o /dev/null --to csv -q; echo $?
      """)
    #expect(text == String(repeating: "0\n", count: 8))
  }

  @Test(arguments: [
    "--plot none/y.svg", "--plot none/y.svg -o x.gif", "--plot y.svg -o none/x.rle",
    "-o none/x.rle", "--plot y.svg -o a", "--plot a.svg", "--plot x.svg --no-clobber",
  ])
  func `outputs are opened before a long run`(words: String) throws {
    let text = try run(
      """
      mkdir a a.svg; touch x.svg
      timeout 60 life run acorn -n 2^60 --max-time 50s -e bitmap --to rle \(words) 2> errors
      echo $?
      grep -c 'cannot create' errors; rm errors; ls -A
      """)
    #expect(text.hasPrefix("73\n1\n"), "\(text)")
    #expect(text.hasSuffix("a\na.svg\nx.svg\n") && !text.contains("part"), "\(text)")
  }

  @Test func `a plot of several patterns beside another output is refused`() throws {
    let text = try run(
      """
      life convert glider p.rle; cat p.rle >> p.rle.2; cat p.rle >> p.rle.2
      life run p.rle.2 --split -n 5 --out-dir . --plot x.svg 2> errors; echo $?
      grep -c 'cannot be combined with another output' errors; ls
      """)
    #expect(text == "64\n1\nerrors\np.rle\np.rle.2\n")
  }

  @Test func `a checkpoint in a pipe or device is refused`() throws {
    let text = try run(
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
