/// The meanings of members common to several objects.
package enum Meaning {
  static let pattern = "the name of the input, with #2 for the second of a file"
  package static let rule = "the rule in its canonical spelling"
  static let universe = "the universe"
  static let format = "the format of the input"
  static let generation = "the generation of the cells"
  static let population = "the number of live cells"
  static let bounds = "the bounding box of the live cells: `x`, `y`, `width`, `height`; or null"
  static let digest =
    "with `--digest`: the SHA-256 of the live cells alone, whatever their position, rule and "
    + "generation"
  static let ignoresMarks =
    "true if only the live cells count, because the rule also has marks, as LifeHistory has"
  static let complement =
    "true if the file stores the dead cells, as rules with B0 do at odd generations"
}
