import LifeCore
import LifeFormats
import LifeIO
import TestSupport

/// The bytes of a pattern in a format.
func written(_ pattern: Pattern, as format: Format, compressed: Bool = false) throws -> [UInt8] {
  let sink = MemorySink()
  let writer = ByteWriter(compressed ? try GzipSink(sink, path: "out") : sink)
  try format.write(pattern, to: writer)
  try writer.finish()
  return sink.bytes
}

func read(_ bytes: [UInt8], as format: Format) throws -> Pattern {
  try Format.read(ByteReader(bytes, name: "in"), as: format, ReadOptions()).pattern
}

extension Pattern {
  /// A random pattern with everything that a pattern can have: place, time, rule, universe, notes.
  static func complete(seed: Int) -> Pattern {
    var random = Seeded(seed)
    var pattern = Pattern.random(seed: seed)
    let far = [0, 1, 1000, 1 << 40, 1 << 60][random.below(5)]
    let shift = Position(
      x: BigInt(random.below(2 * far + 1) - far), y: BigInt(random.below(2 * far + 1) - far))
    pattern.position = random.below(4) == 0 ? nil : shift
    if random.below(8) == 0 {
      pattern.position = shift.shifted(by: .powerOfTwo(100))
    }
    let generations = [0, 1, 2, 1_000_001, BigInt.powerOfTwo(90), .powerOfTwo(90) + 1]
    pattern.generation = generations[random.below(6)]
    if random.below(3) > 0 { pattern.statedRule = Soup.rule(seed, b0: random.below(3) == 0) }
    if random.below(3) == 0 {
      pattern.universe = Universe(
        random.below(2) == 0 ? .torus : .plane, width: random.below(300), height: random.below(90))
    }
    pattern.notes = Pattern.randomNotes(&random)
    return pattern
  }

  /// The notes in the order of names, authors, comments.
  var sortedRemarks: [String] {
    var sorted = self
    sorted.notes = [.name, .author, .comment, .trailer].flatMap { kind in
      notes.filter { $0.kind == kind }
    }
    return sorted.remarks
  }

  /// What is left of a pattern in a file of this format.
  func kept(by format: Format) -> Pattern {
    let holds = format.type.holds
    var kept = self
    kept.position = origin
    if !holds.contains(.rule) { kept.statedRule = nil }
    if !holds.contains(.universe) { kept.universe = .plane }
    if !holds.contains(.generation) { kept.generation = 0 }
    if !holds.contains(.position), let box = cells.bounds {
      kept.position = kept.universe.corner(forWidth: box.width, height: box.height)
        .offset(byX: -box.x, y: -box.y)
    }
    kept.notes = notes.filter { note in
      holds.contains(note.kind == .comment ? .comments : .name)
    }
    return kept
  }

  /// The same without what a format would refuse to lose.
  func reduced(to format: Format) -> Pattern {
    let holds = format.type.holds
    var reduced = self
    reduced.position = origin
    if !holds.contains(.rule) { reduced.statedRule = nil }
    if !holds.contains(.universe) { reduced.universe = .plane }
    if !holds.contains(.generation), rule.dependsOnParity, generation.isOdd {
      reduced.generation = generation + 1
    }
    return reduced
  }
}

extension Position {
  func shifted(by distance: BigInt) -> Position { Position(x: x + distance, y: y - distance) }
}
