package import LifeCore
package import LifeFormats
package import LifeIO

/// The pattern of a plan, without its cells.
package struct PlannedInput {
  package let name: Path
  package let title: Path
  package let stem: Path
  package let index: Int?
  package let format: Format
  package let rule: Rule
  package let universe: Universe
  package let population: BigInt
  /// The name that the pattern's file gives it, else the name of the file.
  let patternName: String

  init(_ loaded: LoadedPattern) {
    name = loaded.name
    title = loaded.title
    stem = loaded.stem
    index = loaded.index
    format = loaded.format
    rule = loaded.pattern.rule
    universe = loaded.pattern.universe
    population = loaded.pattern.population
    let note = loaded.pattern.notes.first { $0.kind == .name && !$0.text.isEmpty }
    patternName = String(decoding: note?.text ?? loaded.stem.bytes, as: UTF8.self)
  }

  /// Whether the run's cells at generations of this parity are the complement of the true cells.
  package func storesComplement(atOdd odd: Bool) -> Bool {
    rule.storesComplement(atOdd: odd, in: universe)
  }
}
