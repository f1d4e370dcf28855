import Foundation
import TestSupport
import Testing

/// Patterns in zip archives made by the system's zip.
@Suite(.needsOptimization, .needs(.zip)) struct ArchiveTests {
  private func shell() async throws -> Shell {
    let shell = try Shell()
    let made = try await shell.session(
      "life convert glider gun.rle && life convert toad toad.cells && echo words > README.txt "
        + "&& gzip -k gun.rle && zip -q one.zip README.txt gun.rle.gz "
        + "&& cp toad.cells .hidden.cells "
        + "&& zip -q two.zip README.txt gun.rle toad.cells .hidden.cells")
    #expect(made.status == 0, "\(made.errors)")
    return shell
  }

  @Test func `an archive of one pattern is read as the pattern`() async throws {
    let shell = try await shell()
    #expect(try await shell.session("life diff one.zip glider").status == 0)
    #expect(try await shell.session("life diff one.zip/gun.rle.gz glider").status == 0)
    #expect(try await shell.session("life diff two.zip/toad.cells toad").status == 0)
    let named = try await shell.session("life info two.zip/toad.cells --json")
    #expect(named.text.contains("plaintext"))
    #expect(try await shell.session("life diff - glider < one.zip").status == 0)
  }

  @Test func `an archive of several patterns is refused with their names`() async throws {
    let shell = try await shell()
    let result = try await shell.session("life info two.zip")
    #expect(result.status == 65)
    #expect(
      result.errors
        == "life: two.zip contains 2 patterns; select one with 'two.zip/NAME', or read each with "
        + "--split; its files are 'gun.rle', 'toad.cells'\n")
    let missing = try await shell.session("life info two.zip/gin.rle")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("does not contain 'gin.rle'; did you mean 'gun.rle'?"))
    let piped = try await shell.session("life info - < two.zip")
    #expect(piped.errors.contains("save it as a file and select one with 'FILE.zip/NAME'"))
  }

  @Test func `the patterns of an archive are read one by one`() async throws {
    let shell = try await shell()
    let result = try await shell.session("life info two.zip --split --json | grep -c format")
    #expect(result.text == "2\n")
    let converted = try await shell.session("life convert two.zip --split --out-dir out && ls out")
    #expect(converted.text == "gun-1.rle\ntoad-1.rle\n")
  }

  @Test func `texts that are patterns are read, and others are named`() async throws {
    let shell = try await shell()
    let result = try await shell.session(
      """
      life convert block > a.txt; printf 'OO\\nOO\\n' > b.txt; printf 'xs4_33\\n' > c.txt
      printf '2o$2o! block\\n' > d.txt; printf 'about x\\n' > e.txt
      printf '!Patterns\\nThis text tells about them.\\n' > f.txt
      zip -q texts.zip README.txt ?.txt; life apgcode --split texts.zip
      printf 'x = 1, y = 1, rule = Unknown\\no!\\n' > unknown.txt; zip -q b.zip b.txt unknown.txt
      life info b.zip --split 2> /dev/null | grep -c format
      """)
    #expect(result.text == "xs4_33\nxs4_33\nxs4_33\n2\n", "\(result.text)")
    #expect(
      result.errors == """
        life: 'd.txt' in 'texts.zip' may be prose and is not read; select it with 'texts.zip/d.txt'
        life: 'f.txt' in 'texts.zip' may be prose and is not read; select it with 'texts.zip/f.txt'

        """)
  }

  @Test(arguments: ["convert --to rle", "run -n 3 -q"])
  func `outputs of equal names are refused`(words: String) async throws {
    let shell = try await shell()
    let result = try await shell.session(
      """
      mkdir b && life convert glider b/gun.rle
      life \(words) two.zip b/gun.rle --split --out-dir o; echo $?; ls o
      life \(words) gun.rle b/gun.rle --split --out-dir p; echo $?; ls p
      """)
    #expect(result.text == "64\ngun-1.rle\ntoad-1.rle\n64\n")
    #expect(result.errors.contains("'b/gun.rle#1' would both be written to 'o/gun-1.rle'"))
  }
}
