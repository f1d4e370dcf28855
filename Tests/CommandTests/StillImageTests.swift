import TestSupport
import Testing

/// Images of one generation are frames of the animation with the same options.
@Suite(.needsOptimization) struct StillImageTests {
  @Test(
    .takesLong,
    .needs(.ffmpeg),
    arguments: [
      "acorn -n 120 --theme fire", "r-pentomino -n 200", "r-pentomino -n 100 --age --trail 20",
      "lwss -n 30 --trail 9 --view auto", "glider -n 50 --track 1,1/4 --theme trails",
      "acorn -r B2/S/3 -n 20 --theme heat --label", "acorn -n 500 --age --trail 250",
      "acorn -n 500 --theme trails --scale 1/2", "acorn -n 500 --theme history",
      "glider pulsar acorn -n 30 --title Three --legend --theme heat --label",
    ])
  func `an image has the pixels of the last frame of a GIF`(words: String) async throws {
    let result = try await Shell().session(
      """
      life run \(words) -q -o x.png && life run \(words) -q -o x.gif
      for file in x.png x.gif; do
        ffmpeg -v error -i $file -pix_fmt rgb24 -f rawvideo $file.rgb
      done
      tail -c $(wc -c < x.png.rgb) x.gif.rgb | cmp - x.png.rgb && echo same
      """)
    #expect(result.text == "same\n", "\(result.errors)")
  }

  @Test(.takesLong, arguments: ["--theme history", "--theme fire", "--view core", ""])
  func `frames with a distance know the generations between them`(options: String) async throws {
    let result = try await Shell().session(
      """
      life run acorn -n 200 \(options) -q -o 'all-{generation}.png'
      life run acorn -n 200 \(options) -q --every 50 -o 'some-{generation}.png'
      for n in 0 50 100 150 200; do cmp all-$n.png some-$n.png; done
      """)
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
  }
}
