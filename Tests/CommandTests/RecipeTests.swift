import Foundation
import TestSupport
import Testing

@testable import LifeCommand

/// Images of the pages' recipes, made with other programs.
@Suite(.runsProgram) struct RecipeTests {
  /// The recipes of the article about images.
  private func recipes() throws -> [String] {
    try #require(Page.all.first { $0.name.hasSuffix("Images.md") }).commands
  }

  @Test(.needs(.ffmpeg, .imageMagick, .netpbm, .gifsicle))
  func `images that pass through other tools have the right pixels`() throws {
    let shell = try Shell()
    for recipe in try recipes() where !recipe.contains("check") { _ = try shell.run(recipe) }
    let lines = try shell.run(
      """
      convert pulsar.gif -coalesce -sample 12.5% -depth 8 rgb:- | cksum
      life run pulsar -n 2 -q --to rgb24 --scale 1 | cksum
      pngtopnm pulsar.png | cksum
      life run pulsar -n 1 --scale 4 -q -o 'p-%d.pbm' && cksum < p-1.pbm
      convert small.gif -coalesce -depth 8 rgb:- | cksum
      convert gun.gif -coalesce -depth 8 rgb:- | cksum
      life run gun.rle -n 120 -q --to rgb24 | cksum
      ffmpeg -v error -i acorn.mp4 -vf scale=110:100:flags=area -f rawvideo -pix_fmt gray - |
        od -An -v -tu1 -w1 | awk '{ print ($1 > 150) }' | cksum
      life run acorn -n 500 --every 5 --view core -q --to gray --scale 1 |
        od -An -v -tu1 -w1 | awk '{ print ($1 > 150) }' | cksum
      """
    ).text.split(separator: "\n")
    try #require(lines.count == 9)
    #expect(lines[0] == lines[1], "ImageMagick")
    #expect(lines[2] == lines[3], "netpbm")
    #expect(lines[4] == lines[5] && lines[5] == lines[6], "gifsicle")
    #expect(lines[7] == lines[8], "ffmpeg")
  }
}
