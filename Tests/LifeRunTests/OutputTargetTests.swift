import LifeCore
import LifeIO
import Testing

@testable import LifeRun

/// File names of outputs with placeholders for numbers and generations.
@Suite struct OutputTargetTests {
  @Test(arguments: [
    ("x.rle", false, "x.rle"),
    ("x-%d.rle", true, "x-3.rle"),
    ("x-%03d.rle", true, "x-003.rle"),
    ("x-%0d.rle", true, "x-3.rle"),
    ("x-{generation}.rle", true, "x-20.rle"),
    ("{generation}/%d-{generation}.rle", true, "20/3-20.rle"),
    ("%d-%d.rle", true, "3-3.rle"),
    ("x-{index}.rle", true, "x-3.rle"),
    ("{index:02d}-{generation:06d}.rle", true, "03-000020.rle"),
    ("{generation:x}.rle", false, "{generation:x}.rle"),
    ("100%.rle", false, "100%.rle"),
    ("%x%d.rle", true, "%x3.rle"),
    ("%", false, "%"),
    ("{generations}.rle", false, "{generations}.rle"),
    ("{index06}.rle", false, "{index06}.rle"),
  ])
  func `the index and the generation are filled into a file name`(
    template: String, isNumbered: Bool, expected: String
  ) {
    let target = OutputTarget(template: Path(template))
    #expect(target.isNumbered == isNumbered)
    #expect(target.path(index: 3, generation: 20) == Path(expected))
    let literal = OutputTarget(template: Path(template), isLiteral: true)
    #expect(!literal.isNumbered)
    #expect(literal.path(index: 3, generation: 20) == Path(template))
  }

  @Test func `numbers in file names have at least the digits of the template, and at most 32`() {
    let narrow = OutputTarget(template: "%02d")
    #expect(narrow.path(index: 12345, generation: 0) == "12345")
    let wide = OutputTarget(template: "%099d")
    #expect(wide.path(index: 7, generation: 0).bytes.count == 32)
  }

  @Test(arguments: [
    ("x-%d.rle", "x-3.rle", true), ("x-%d.rle", "x-10.rle", true), ("x-%d.rle", "x-03.rle", false),
    ("x-%d.rle", "y-3.rle", false), ("x-%d.rle", "x-3.mc", false), ("x-%d.rle", "x-.rle", false),
    ("x-%02d.rle", "x-03.rle", true), ("x-%02d.rle", "x-3.rle", false),
    ("x-%d2.rle", "x-12.rle", true), ("x-%d2.rle", "x-2.rle", false),
    ("x-{generation}.rle", "x-57.rle", true), ("x-{generation}.rle", "x-4.rle", true),
    ("{generation:03d}.rle", "057.rle", true), ("{generation:03d}.rle", "57.rle", false),
    ("{generation}-%d", "50-0", true), ("{generation}-%d", "50-x", false),
    ("x.rle", "x.rle", true), ("x.rle", "y.rle", false),
  ])
  func `the file names of samples are recognized`(
    template: String, name: String, isSample: Bool
  ) {
    let target = OutputTarget(template: Path(template))
    #expect(target.couldName(Path(name)) == isSample)
  }

  @Test(arguments: [
    (OutputTarget.Durability.ordinary, "x.csv", false), (.synced, "x.csv", false),
    (.resumable, "x.csv", true), (.resumable, "x-%d.csv", false),
  ])
  func `an unfinished file is kept only if the run appends to it again`(
    durability: OutputTarget.Durability, template: String, isKept: Bool
  ) {
    #expect(OutputTarget(template: Path(template), durability: durability).isKept == isKept)
  }
}
