import Foundation
import LifeEngines
import TestSupport
import Testing

@testable import life

/// The recipes and tables of the README.
@Suite struct ReadmeTests {
  static let file = Project.root.appending(path: "README.md")

  private func text() throws -> String { try String(contentsOf: Self.file, encoding: .utf8) }

  /// The lines of the shell recipes, without comments.
  private func recipes() throws -> [String] {
    try text().matches(of: #/(?s)```sh\n(.*?)```/#)
      .flatMap { $0.1.split(separator: "\n") }.map(String.init)
      .filter { !$0.hasPrefix("#") }
  }

  @Test func `recipes run`() throws {
    let recipes = try recipes()
    #expect(recipes.count >= 12)
    let shell = try Shell()
    defer { shell.remove() }
    let missing = Self.tools.filter { !Shell.has($0.tool) }.map { $0.mark }
    let runnable = recipes.filter { recipe in !missing.contains { recipe.contains($0) } }
    #expect(runnable.count == recipes.count || !missing.isEmpty && runnable.count >= 8)
    for recipe in runnable {
      let result = try shell.run(recipe)
      #expect(result.status == 0, "\(recipe): \(result.errors)")
    }
    #expect(try shell.run("ls snap-*.rle | wc -l").text.contains("11"))
    #expect(
      try shell.run("life info gun.rle --json --digest | grep -o '_digest.*'").text
        == shell.run("life info again.rle --json --digest | grep -o '_digest.*'").text)
  }

  /// Other programs that recipes need, and the text by which such a recipe is found.
  static let tools: [(tool: String, mark: String)] = [
    ("ffmpeg", "ffmpeg"), ("ffmpeg", "mp4"), ("convert", "convert"),
    ("pamenlarge", "pulsar-"), ("gifsicle", "gifsicle"),
  ]

  @Test(
    .enabled(
      if: tools.allSatisfy { Shell.has($0.tool) }, "not all of the tools of recipes are installed")
  )
  func `images that pass through other tools have the right pixels`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    for recipe in try recipes() where !recipe.contains("check") { _ = try shell.run(recipe) }
    let lines = try shell.run(
      """
      convert pulsar.gif -coalesce -sample 12.5% -depth 8 rgb:- | cksum
      life run pulsar -n 3 -q --to rgb24 --scale 1 | cksum
      pngtopnm pulsar.png | cksum
      life run pulsar -n 1 --scale 4 -q -o 'p-%d.pbm' && cksum < p-1.pbm
      convert small.gif -coalesce -depth 8 rgb:- | cksum
      convert gun.gif -coalesce -depth 8 rgb:- | cksum
      life run gun.rle -n 120 --scale 12 -q --to rgb24 | cksum
      ffmpeg -v error -i acorn.mp4 -vf scale=128:120:flags=area -f rawvideo -pix_fmt gray - |
        od -An -v -tu1 -w1 | awk '{ print ($1 > 150) }' | cksum
      life run acorn -n 500 --every 5 --view -60,-60,128x120 -q --to gray --scale 1 |
        od -An -v -tu1 -w1 | awk '{ print ($1 > 150) }' | cksum
      """
    ).text.split(separator: "\n")
    #expect(lines.count == 9)
    #expect(lines[0] == lines[1], "ImageMagick")
    #expect(lines[2] == lines[3], "netpbm")
    #expect(lines[4] == lines[5] && lines[5] == lines[6], "gifsicle")
    #expect(lines[7] == lines[8], "ffmpeg")
  }

  @Test(.enabled(if: Shell.has("ffprobe")))
  func `a video has the right pixels`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let recipe = try #require(recipes().first { $0.contains("out.mp4") })
    #expect(try shell.run(recipe).status == 0)
    let probe = try shell.run(
      "ffprobe -v error -count_frames -select_streams v -show_entries "
        + "stream=width,height,nb_read_frames -of csv=p=0 out.mp4")
    #expect(probe.text == "432,224,301\n")
    // Compares the last frame, averaged over each cell, with the cells.
    let pixels = try shell.run(
      "ffmpeg -v error -sseof -0.2 -i out.mp4 -update 1 -pix_fmt gray -f rawvideo "
        + "-vf 'crop=iw:ih,scale=54:28:flags=area' last.raw && od -An -v -tu1 -w54 last.raw")
    let cells = try shell.run(
      "life run gosper-gun -n 300 --view -9,-9,54x28 --to pbm --scale 1 -q | tail -c 196 |"
        + " od -An -v -tu1 -w7"
    )
    let shown = rows(pixels.text).suffix(28).map { $0.prefix(54).map { $0 > 150 } }
    let expected = rows(cells.text).suffix(28).map { row in
      (0..<54).map { (x: Int) -> Bool in (row[x / 8] >> (7 - x % 8)) & 1 == 1 }
    }
    #expect(shown == expected)
  }

  private func rows(_ text: String) -> [[Int]] {
    text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  @Test func `tables equal those of the registries`() throws {
    var expected = try text()
    let engines = TextTable(
      header: ["engine", "what it is"],
      rows: Engine.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    for (name, table) in [("engines", engines.markdown), ("formats", FormatsCommand.markdown)] {
      let (head, tail) = ("<!-- \(name) -->\n", "<!-- /\(name) -->")
      let start = try #require(expected.range(of: head)?.upperBound)
      let end = try #require(expected.range(of: tail)?.lowerBound)
      expected.replaceSubrange(start..<end, with: table)
    }
    if GoldenSessionTests.isUpdate {
      try expected.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(try text() == expected)
    }
  }

  @Test func `the manual of the program has no flaws`() {
    #expect(Program(Main.manual, commands: Main.commands).flaws == [])
  }
}
