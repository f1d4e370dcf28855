import TestSupport
import Testing

@testable import LifeCommand

/// Images of one generation are frames of the animation that the same options make.
@Suite struct StillImageTests {
  @Test(
    .needs(.ffmpeg),
    arguments: [
      "acorn -n 120 --theme fire", "r-pentomino -n 200", "r-pentomino -n 100 --age --trail 20",
      "lwss -n 30 --trail 9 --view auto", "glider -n 50 --track 1,1/4 --theme trails",
      "acorn -r B2/S/3 -n 20 --theme heat --label",
    ])
  func `an image has the pixels of the last frame of a GIF`(run: String) throws {
    let shell = try Shell()
    defer { shell.remove() }
    let result = try shell.run(
      """
      life run \(run) -q -o x.png && life run \(run) -q -o x.gif
      for file in x.png x.gif; do
        ffmpeg -v error -i $file -pix_fmt rgb24 -f rawvideo $file.rgb
      done
      tail -c $(wc -c < x.png.rgb) x.gif.rgb | cmp - x.png.rgb && echo same
      """)
    #expect(result.text == "same\n", "\(result.errors)")
  }

  @Test(arguments: ["--theme history", "--theme fire", "--view core", ""])
  func `frames with a distance know the generations between them`(options: String) throws {
    let shell = try Shell()
    defer { shell.remove() }
    let result = try shell.run(
      """
      life run acorn -n 200 \(options) -q -o 'all-{generation}.png'
      life run acorn -n 200 \(options) -q --every 50 -o 'some-{generation}.png'
      for n in 0 50 100 150 200; do cmp all-$n.png some-$n.png; done
      """)
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
  }

  @Test func `images that need too many generations are refused with an option`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let aged = try shell.run("life run acorn -n 2^40 --age -o x.png")
    #expect(aged.status == 64 && aged.errors.contains("--age needs every generation"))
    let film = try shell.run("life run acorn -n 2^40 -o x.gif")
    #expect(film.status == 64 && film.errors.contains("--every 2^31"))
    #expect(try shell.run("life run acorn -n 2^40 -o x.png").status == 0)
  }
}
