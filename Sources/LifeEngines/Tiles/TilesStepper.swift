package import LifeCore
internal import LifeKernels

/// The unbounded plane in tiles, each stepped only while it, or what it borders on, changes: for
/// methuselahs, guns and all that leaves much ash behind.
package final class TilesStepper: Stepper {
  /// The pattern without its cells.
  private let frame: Pattern
  /// What stored cells obey from even generations on.
  private let evenCircuit: Circuit
  private let options: EngineOptions
  private let plane: TilePlane
  /// The absolute position of the north-western cell of tile (0, 0).
  private let origin: Position
  /// The generation of the tiles, a multiple of eight after the first.
  private var whole: BigInt
  /// How many generations later the universe is seen, fewer than eight.
  private var ahead = 0
  /// What stopped the tiles for good.
  private var failure: MemoryExhausted?
  /// What was last seen, and when.
  private var seen: (generation: BigInt, survey: TileView.Survey)?

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    guard pattern.universe.isUnbounded else {
      throw UnsupportedPattern(engine: "tiles", reason: "only the unbounded plane has tiles")
    }
    guard let circuit = Circuit(pattern.rule) else {
      throw UnsupportedPattern(engine: "tiles", reason: "its tiles know rules of two states")
    }
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.options = options
    evenCircuit = circuit
    whole = pattern.generation
    let corner = Self.corner(around: pattern.cells)
    origin = pattern.origin.offset(byX: corner.x, y: corner.y)
    plane = try TilePlane(options)
    try plane.load(pattern.cells, from: corner)
    var frame = pattern
    frame.cells = .none
    self.frame = frame
  }

  /// Where the corner of tile (0, 0) should be. What is small comes to lie in the middle of it,
  /// where it calls no neighbours: a million generations of the white whale, 124 → 42 ms.
  private static func corner(around cells: Cells) -> Cell {
    let most = TileField.side - 2 * TileField.stride
    guard let box = cells.bounds, max(box.width, box.height) <= most else {
      return Cell(x: 0, y: 0)
    }
    return Cell(
      x: box.x - (TileField.side - box.width) / 2, y: box.y - (TileField.side - box.height) / 2)
  }

  /// How often a tile was stepped so far.
  package var work: Int { plane.work }

  package static let cellsPerTile = TileField.side * TileField.side

  /// How many tiles there are now.
  package var tileCount: Int { plane.field.count }

  private static let mostAtOnce = BigInt.powerOfTwo(50)

  package var generation: BigInt { whole + BigInt(ahead) }

  package func advance(by count: BigInt) throws {
    if let failure, count > 0 { throw failure }
    var (left, rest) = (count + BigInt(ahead)).floorDivided(by: TileField.stride)
    while left > 0, !plane.isAtRest {
      try options.stopIfAsked()
      let done = try advance(bySteps: min(left, Self.mostAtOnce).int ?? 1)
      left -= BigInt(done)
    }
    // What is at rest comes back every three steps.
    plane.turn(by: left.floorDivided(by: TileField.slots).remainder)
    whole += left * TileField.stride
    ahead = rest
  }

  /// Makes so many steps of eight generations, fewer if there is nothing left to be done or it is
  /// to stop.
  private func advance(bySteps count: Int) throws(MemoryExhausted) -> Int {
    var done = 0
    defer { whole += BigInt(done * TileField.stride) }
    do throws(MemoryExhausted) {
      try plane.advance(by: count, circuit, done: &done)
    } catch {
      (failure, ahead) = (error, 0)
      throw error
    }
    return done
  }

  /// What the cells obey from the tiles' generation on.
  private var circuit: Circuit { whole.isOdd ? evenCircuit.swapped : evenCircuit }
}

extension TilesStepper {
  private var view: TileView {
    do { try plane.landAll() } catch { preconditionFailure("all that flies has room to land") }
    return TileView(plane: plane, generations: ahead, circuit: circuit)
  }

  private var survey: TileView.Survey {
    if let seen, seen.generation == generation { return seen.survey }
    let survey = view.survey()
    seen = (generation, survey)
    return survey
  }

  package var planes: Int { 1 }

  package var population: BigInt { BigInt(survey.population) }

  package var bounds: Bounds? { survey.window.map { Bounds($0, from: origin) } }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    // What is too far away for small numbers is far beyond all tiles.
    guard let x = (window.corner.x - origin.x).int, let y = (window.corner.y - origin.y).int,
      x.isWithin(1 << 61), y.isWithin(1 << 61)
    else { return }
    try view.forEachRow(
      in: Window(x: x, y: y, width: window.width, height: window.height), body)
  }

  package func snapshot() throws -> Pattern {
    let builder = Cells.Builder(limit: options.memoryLimit)
    var result = frame
    result.generation = generation
    result.position = origin
    if let box = survey.window {
      let west = box.x & ~63
      let window = Window(x: west, y: box.y, width: box.endX - west, height: box.height)
      try view.forEachRow(in: window) { y, x, words in
        try builder.append(y: box.y + y, x: west + x, words: words)
      }
    }
    result.cells = builder.finish()
    return result
  }
}
