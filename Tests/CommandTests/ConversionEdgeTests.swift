import Foundation
import TestSupport
import Testing

/// Conversions without an output, and to drawings.
@Suite struct ConversionEdgeTests {
  @Test func `a conversion without an output writes to standard output`() throws {
    let text = try run(
      """
      life convert glider want.rle; life convert glider want.cells
      life convert glider > a; life convert glider - > b; life convert glider -o - > c
      for file in a b c; do cmp $file want.rle; done
      life convert glider --to cells | cmp - want.cells
      life convert glider - --to plaintext | cmp - want.cells; life convert want.rle --crop | wc -l
      """)
    #expect(text.filter { $0 != " " } == "6\n")
  }

  @Test(arguments: ["svg", "gif", "apng", "ppm", "braille"])
  func `a drawing is that of a run of no generations`(kind: String) throws {
    let text = try run(
      """
      life convert gosper-gun - --to \(kind) > a; life run gosper-gun -n 0 --to \(kind) -q > b
      cmp a b && test -s a && echo same
      """)
    #expect(text == "same\n")
  }

  @Test func `a drawing has the edits, and one file for each pattern`() throws {
    let text = try run(
      """
      life convert glider a.svg --rotate 90; life convert glider b.rle --rotate 90
      life convert b.rle b.svg; cmp a.svg b.svg
      (life convert glider; life convert block) > pile.rle
      life convert pile.rle 'x-%d.svg' --split; ls x-*
      life convert glider block --to svg --out-dir out; ls out
      """)
    #expect(text == "x-1.svg\nx-2.svg\nblock.svg\nglider.svg\n")
    let refused = try run(
      "life convert glider > a.rle; life convert a.rle a.svg --split 2>&1", exits: 64)
    #expect(refused.contains("'out-%d.svg'"))
  }

  @Test func `what a format does not store is reported with --verbose`() throws {
    let text = try run(
      """
      life run glider -n 7 -q | life convert - --to cells -v 2>&1 >/dev/null
      life run glider -n 7 -q | life convert - x.rle -v; life convert glider --to life106 -v 2>&1 |
        grep life:
      life convert glider --to life106 2>&1 | grep life:; life convert block x.cells -v
      """)
    #expect(
      text == """
        life: -: plaintext does not store the position (2, 2) and the generation 7
        life: glider: life106 does not store the names of the pattern and its author and the \
        comments

        """)
  }

  @Test(arguments: [
    ("B2/S34H", "--rotate 90", true), ("B2/S34H", "--rotate 180", false),
    ("B2/S34H", "--flip x --flip y", false), ("B2/S34H", "--rotate 90 --rotate 270", false),
    ("B2/S34H", "--rotate 90 --flip x --rotate 90", true),
    ("B2/S34H", "--flip x", true), ("B3/S23", "--rotate 90", false), ("345/2/4", "--flip y", false),
    ("W30", "--flip x", true),
  ])
  func `turning a pattern under a rule that is not the same is warned about`(
    rule: String, edit: String, isWarned: Bool
  ) throws {
    let text = try run("life convert glider - --rule \(rule) \(edit) 2>&1 >/dev/null")
    #expect(text.contains("may evolve differently") == isWarned, "\(text)")
  }

  @Test(arguments: [
    ("345/2/4", "LifeHistory", true), ("345/2/4", "345/2/5", false), ("B3/S23", "345/2/4", false),
    ("345/2/4", "B3/S23", false),
  ])
  func `states that keep their numbers in another family are told`(
    old: String, new: String, isTold: Bool
  ) throws {
    let text = try run(
      "life convert glider - --rule \(old) | life convert - --to-rule \(new) 2>&1 >/dev/null")
    #expect(text.contains("states keep their numbers") == isTold, "\(text)")
  }

  @Test(arguments: ["--threshold 3", "--invert"])
  func `options for images are not ignored silently`(option: String) throws {
    let text = try run(
      """
      life convert glider a.png \(option) 2>&1; life convert a.png a.rle 2>&1
      life convert a.png b.rle \(option) 2>&1
      """)
    let warning = "glider.rle: warning: not an image; --threshold, --invert and --cell-size have"
    #expect(text.hasSuffix("/\(warning) no effect\n"), "\(text)")
    #expect(text.split(separator: "\n").count == 1, "\(text)")
  }

  @Test func `numbers of patterns agree in names, titles and JSON`() throws {
    let text = try run(
      """
      (life convert glider; life convert block; life convert toad) > pile.rle
      life convert pile.rle 'x-%d.rle' --split; life convert pile.rle --split --out-dir out
      for number in 1 2 3; do cmp x-$number.rle out/pile-$number.rle; done; ls x-*
      life info --split --json pile.rle | sed 's/.*"pattern":"\\([^"]*\\)".*/\\1/'
      life run --split pile.rle -n 1 --out-dir run -q; ls run
      """)
    #expect(
      text == """
        x-1.rle
        x-2.rle
        x-3.rle
        pile.rle#1
        pile.rle#2
        pile.rle#3
        pile-1.rle
        pile-2.rle
        pile-3.rle

        """)
  }
}
