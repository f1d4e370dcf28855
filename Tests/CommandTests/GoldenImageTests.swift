import Foundation
import TestSupport
import Testing

/// Images of known patterns, compared with reviewed files; `make golden` rewrites them.
@Suite(.needsOptimization) struct GoldenImageTests {
  static let folder = Project.root.appending(path: "Tests/CommandTests/Pictures")

  /// The name of each image and the options of its `life run`.
  static let pictures: [(name: String, words: String)] = [
    ("gosper-gun", "gosper-gun -n 120"),
    ("pulsar-grid", "pulsar -n 1 --grid"),
    ("r-pentomino-heat", "r-pentomino -n 200 --every 1 --theme heat --view -30,-30,80x60"),
    ("lwss-trails", "lwss -n 40 --every 1 --theme trails --track auto"),
    ("glider-label", "glider -n 1000 --label --theme phosphor"),
    ("pentadecathlon-paper", "pentadecathlon -n 7 --theme paper"),
    ("brians-brain", "acorn -n 40 --rule B2/S/3"),
    ("gun-history", "gosper-gun -n 100 --every 1 --theme history --view -4,-4,60x40"),
    ("acorn-far", "acorn -n 5206 --scale 1/8 --theme blue"),
    ("gun-farthest", "gosper-gun -n 2^20 --scale 1/2048 --theme blue"),
    ("r-pentomino-plot", "r-pentomino -n 300 --plot x-plot.png"),
    ("hexagons", "pulsar -n 12 --rule B2/S34H"),
    ("hexagons-grid", "koks-galaxy -n 6 --rule B2/S34H --grid --theme paper"),
    ("replicator", "r-pentomino -n 60 --rule B1357/S1357 --theme ice"),
  ]

  @Test(.takesLong, .needs(.netpbm), arguments: pictures)
  func `an image has the pixels of its golden image`(name: String, words: String) async throws {
    let shell = try Shell()
    let isSequence = words.contains("--every")
    let result = try await shell.session(
      "life run \(words) -q -o \(isSequence ? "x-%06d.png" : "x-0.png")"
        + " && mv $(ls x-*.png | tail -1) picture")
    #expect(result.status == 0, "\(result.errors)")
    let made = try Data(contentsOf: shell.folder.appending(path: "picture"))
    let file = Self.folder.appending(path: "\(name).png")
    if Effort.updatesGoldenFiles { return try made.write(to: file) }
    let kept = try Data(contentsOf: file)
    if made == kept { return }
    // Another version of zlib compresses the same pixels to different bytes.
    let pixels = try await shell.session(
      "cp \(file.path()) kept; pngtopnm picture > a; pngtopnm kept > b")
    #expect(pixels.status == 0, "\(pixels.errors)")
    #expect(try await shell.session("cmp a b").status == 0, "\(name) looks different")
  }
}
