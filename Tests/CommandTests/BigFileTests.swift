import Foundation
import TestSupport
import Testing

/// Files larger than the memory limit.
@Suite(.needsOptimization, .enabled(if: !Effort.isSanitized)) struct BigFileTests {
  /// A soup of 16384 × 16384 cells is an RLE file of 192 MB; the short form uses a sixteenth of it.
  private let size = Effort.isLong ? 16384 : 4096

  /// The address space in KiB for one copy of the cells, at one bit each, and buffers.
  private var allowance: Int { size * size / 8 / 1024 + 60_000 }

  @Test(.runsProgram) func `a big file is converted between formats within the memory limit`()
    throws
  {
    let shell = try Shell()
    let line = """
      life soup --size \(size) --density 3/8 > soup.rle && ulimit -v \(allowance) &&
      life convert soup.rle again.rle && cmp soup.rle again.rle &&
      life convert soup.rle soup.cells && life convert soup.cells back.rle &&
      cmp soup.rle back.rle && life convert soup.rle soup.rle.gz &&
      life convert soup.rle.gz unpacked.rle && cmp soup.rle unpacked.rle
      """
    let result = try shell.run(line.replacing("\n", with: " "))
    #expect(result.status == 0, "\(result.text) \(result.errors)")
  }

  @Test(.runsProgram) func `a size beyond the memory is refused`() throws {
    let shell = try Shell()
    for body in [String(repeating: "2147483647o$", count: 5) + "!", "9223372036854775807o!"] {
      let result = try shell.run(
        "printf 'x = 1, y = 1, rule = B3/S23\\n\(body)\\n' | (ulimit -v 900000; life info -)")
      #expect(result.status == 75, "\(result.errors)")
      #expect(result.errors.contains("limit"), "\(result.errors)")
    }
    // A board may take three quarters of the memory.
    let half = try shell.run("(ulimit -v 700000; life run glider -n 9 --universe T36000 -e bitmap)")
    #expect(half.status == 0, "\(half.status) \(half.errors)")
    let run = try shell.run("(ulimit -v 300000; life run glider -n 9 --universe T100000)")
    #expect(run.status == 0 || run.status == 75, "\(run.status) \(run.errors)")
  }

  /// The cells of the quadtree take 100 MB as rows.
  @Test(.runsProgram) func `a small quadtree is written as a big file`() throws {
    let text = try run(
      """
      (ulimit -v 90000; life run gosper-gun -n 3e7 --max-memory 64M -t 1 -q -o a.rle; echo $?)
      life run gosper-gun -n 3e7 -q -o b.mc; life diff a.rle b.mc; echo $?
      """)
    #expect(text == "0\n0\n")
  }

  /// The engine stops at its memory limit, and its tree is still written.
  @Test(.takesLong)
  func `a run that reaches the memory limit writes a valid result`() async throws {
    let text = try await session(
      """
      life soup --size 1000x1000 --density 3/8 --seed m -o s.rle
      life run s.rle -n 1000 -o expected.mc -q
      for memory in 2M 2500K 3M 4M 8M; do
        life run s.rle -n 1000 -e hashlife -t 1 --max-memory $memory -o o.mc -q; echo $?
        life run o.mc --until 1000 -o p.mc -q; life diff p.mc expected.mc; echo $?; rm o.mc p.mc
      done
      """)
    let codes = text.split(separator: "\n")
    #expect(codes.count == 10 && codes.contains("75"), "\(codes)")
    #expect(codes.allSatisfy { ["0", "75"].contains($0) }, "\(codes)")
    #expect(stride(from: 1, to: codes.count, by: 2).allSatisfy { codes[$0] == "0" }, "\(codes)")
  }

  @Test(.takesLong, arguments: ["auto", "tiles", "bytes"])
  func `an exploding pattern is written when its engine is out of memory`(
    engine: String
  ) async throws {
    let shell = try Shell()
    let run = "life run s.rle -n 1e5 -e \(engine) --max-memory 20M -q"
    let text = try await shell.session(
      """
      life soup --seed m --size 40x40 -r B2/S > s.rle
      \(run) -o o.rle; echo $?; \(run) --checkpoint s.ck -o p.rle; echo $?
      """
    ).text
    #expect(text == "75\n75\n")
    for file in ["o.rle", "s.ck"] {
      let info = try await shell.session("life info \(file) --json").text
      let generation = try #require(info.firstMatch(of: #/"generation":([1-9][0-9]*)/#)).1
      let expected = "life run s.rle -n \(generation) -o expected.rle -q"
      let difference = try await shell.session("\(expected); life diff \(file) expected.rle -q")
      #expect(difference.status == 0, "\(difference)")
    }
  }

  /// The limit of the address space leaves room for memory that is not counted.
  @Test(.runsProgram) func `a pattern that explodes in little address space is written`() throws {
    let text = try run(
      """
      life soup --seed m --size 40x40 -r B2/S > s.rle
      (ulimit -v 100000; life run s.rle -n 20000 -t 1 -o o.rle -q; echo $?); ls o.rle
      """)
    #expect(text == "75\no.rle\n")
  }

  /// Isolated cells take little memory in tiles, and much in all other engines.
  @Test(.takesLong) func `too little memory for a second engine is reported as that`() async throws
  {
    let shell = try Shell()
    let cells = (0..<20_000).map { "\($0 * 7919 % 20_011 * 53) \($0 * 61)\n" }
    try Data(("#Life 1.06\n" + cells.joined()).utf8).write(
      to: shell.folder.appending(path: "sparse.lif"))
    for command in ["run sparse.lif -n 3 -o o.rle --verify", "check sparse.lif -n 3"] {
      let result = try await shell.session("LIFE_LIMITS=memory=3M life \(command)")
      #expect(result.status == 75 && result.errors.contains("out of memory for the"), "\(result)")
    }
    let usual = try await shell.session("life run sparse.lif -n 3 -o o.rle --verify")
    #expect(usual.status == 0, "\(usual)")
  }

  /// The repeated text takes 20 MB, or a thousandth of it when compressed.
  @Test(.takesLong, arguments: [("!", ".", "", 0), ("x = 1, y = 1\n", "$", "o!", 75)])
  func `a compressed file is refused if its expansion is expensive`(
    head: String, unit: String, tail: String, status: Int32
  ) async throws {
    let text = try await session(
      """
      printf '\(head)\n' > a; head -c 20000000 /dev/zero | tr '\\0' '\(unit)' >> a
      printf '\(tail)\n' >> a; gzip a
      life info a.gz 2>&1 | grep -o 'population.*\\|limit expansion=N'
      life info a.gz > /dev/null 2>&1
      """, exits: status)
    #expect(text == (status == 0 ? "population  0\n" : "limit expansion=N\n"))
  }

  @Test func `rows of many cells with several states are written from a tree`() async throws {
    let text = try await session(
      """
      printf 'x = 40000, y = 3, rule = 345/2/4\\n40000A$$32767B7233C!\\n' > a.rle
      life convert a.rle b.mc -q; life convert b.mc - --to cells -q | cksum
      life convert a.rle - --to cells -q | cksum; life diff a.rle b.mc && echo same
      """)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "same", "\(text)")
  }
}
