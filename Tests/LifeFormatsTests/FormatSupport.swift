import LifeCore
import LifeFormats
import LifeIO
import TestSupport

/// The bytes of a file with a pattern in a format.
func written(_ pattern: Pattern, as format: Format, compressed: Bool = false) throws -> [UInt8] {
  let sink = MemorySink()
  let writer = ByteWriter(compressed ? GzipSink(sink) : sink)
  try format.write(pattern, to: writer)
  try writer.finish()
  return sink.bytes
}

func read(
  _ bytes: [UInt8], as format: Format? = nil, options: ReadOptions = ReadOptions()
) throws -> Pattern {
  try Format.read(ByteReader(bytes, name: "in"), as: format, options: options).pattern
}

func read(
  _ text: String, as format: Format? = nil, options: ReadOptions = ReadOptions()
) throws -> Pattern {
  try read(Array(text.utf8), as: format, options: options)
}

/// All patterns of a text, each with its format.
func readEach(
  _ text: String, options: ReadOptions = ReadOptions()
) throws -> [(pattern: Pattern, format: Format)] {
  var found: [(pattern: Pattern, format: Format)] = []
  let input = try ByteReader(Array(text.utf8), name: "in")
  try Format.readEach(input, options: options) { found.append(($0, $1)) }
  return found
}

extension Pattern {
  /// A random pattern with all kinds of metadata: position, generation, rule, universe and notes;
  /// in every fourth case with more than two states.
  static func complete(seed: Int) -> Pattern {
    var random = Seeded(seed)
    var pattern = Pattern.random(seed: seed)
    let far = [0, 1, 1000, 1 << 40, 1 << 60][random.below(5)]
    let shift = Position(
      x: BigInt(random.below(2 * far + 1) - far), y: BigInt(random.below(2 * far + 1) - far))
    pattern.statedPosition = random.below(4) == 0 ? nil : shift
    if random.below(8) == 0 {
      pattern.statedPosition = shift.shifted(by: .powerOfTwo(100))
    }
    let generations = [0, 1, 2, 1_000_001, BigInt.powerOfTwo(90), .powerOfTwo(90) + 1]
    pattern.generation = generations[random.below(6)]
    if random.below(3) > 0 { pattern.statedRule = Soup.rule(seed, b0: random.below(3) == 0) }
    if random.below(3) == 0 {
      pattern.universe = Universe(
        random.below(2) == 0 ? .torus : .plane, width: random.below(300), height: random.below(90))
    }
    pattern.notes = Pattern.randomNotes(&random)
    if seed % 4 == 3 { pattern.color(&random) }
    return pattern
  }

  /// Gives each live cell a random state of a rule with more than two.
  private mutating func color(_ random: inout Seeded) {
    let rules = ["345/2/4", "LifeHistory", "/2/25", "B2/S/256", "23/3/3", "B36/S23Super", "1/2/49"]
    statedRule = try? Rule(parsing: rules[random.below(rules.count)])
    let states = rule.states
    cells = Cells(
      cells.list.map {
        CellRun(y: $0.y, x: $0.x, length: 1, state: State(1 + random.below(states - 1)))
      })
    if let packed = try? packedForRule() { self = packed }
  }

  /// The same pattern under a rule of two states.
  private var flattened: Pattern {
    guard rule.states > 2 else { return self }
    var flat = self
    flat.statedRule = nil
    flat.cells = Cells(alive: cells.list)
    return flat
  }

  /// The notes in the order of names, authors, comments and trailers.
  var sortedRemarks: [String] {
    var sorted = self
    sorted.notes = [.name, .author, .comment, .trailer].flatMap { kind in
      notes.filter { $0.kind == kind }
    }
    return sorted.remarks
  }

  /// The pattern with only the metadata kept by this format.
  func kept(by format: Format) -> Pattern {
    let capabilities = format.type.capabilities
    var kept = self
    kept.statedPosition = origin
    if !capabilities.contains(.rule) { kept.statedRule = nil }
    if !capabilities.contains(.universe) { kept.universe = .plane }
    if !capabilities.contains(.generation) { kept.generation = 0 }
    let isBoard = format == .mcell && universe.isBounded
    if !capabilities.contains(.position), !isBoard, let box = cells.bounds {
      kept.statedPosition = kept.universe.corner(forWidth: box.width, height: box.height)
        .moved(byX: -box.x, y: -box.y)
    }
    kept.notes = notes.filter { note in
      capabilities.contains(note.kind == .comment ? .comments : .name)
    }
    return kept
  }

  /// The pattern without the metadata refused by a format.
  func reduced(to format: Format) -> Pattern {
    let capabilities = format.type.capabilities
    var reduced = capabilities.contains(.states) ? self : flattened
    reduced.statedPosition = origin
    if !capabilities.contains(.rule) { reduced.statedRule = nil }
    if !capabilities.contains(.universe) { reduced.universe = .plane }
    if !capabilities.contains(.generation) {
      reduced.generation = generation - BigInt(rule.phase(at: generation))
    }
    if format == .mcell { reduced.standOnBoard() }
    return reduced
  }

  /// Moves the pattern to the middle of its board as in MCell, or a little farther south-east.
  private mutating func standOnBoard() {
    guard universe.isBounded, let box = cells.bounds else {
      if !universe.isBounded { universe = .plane }
      return
    }
    let width = universe.width
    let height = universe.height
    let west = universe.left + (width + 1 - box.width) / 2
    let north = universe.top + (height + 1 - box.height) / 2
    statedPosition = Position(
      x: BigInt(west - box.x + width % 3), y: BigInt(north - box.y + height % 2))
  }
}

extension Position {
  func shifted(by distance: BigInt) -> Position { Position(x: x + distance, y: y - distance) }
}
