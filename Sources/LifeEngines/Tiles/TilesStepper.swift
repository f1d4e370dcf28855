package import LifeCore
internal import LifeKernels

/// Runs two-state rules on the unbounded plane in tiles, and computes only changing tiles: for
/// methuselahs, guns and everything else with much ash.
package final class TilesStepper: RowCopyingStepper {
  /// The pattern without its cells.
  private let pattern: Pattern
  /// The circuit for stored cells from generation 0 on.
  private let firstCircuit: Circuit
  private let options: EngineOptions
  let plane: TilePlane
  /// The absolute position of the north-western cell of tile (0, 0).
  private let origin: Position
  private var present: PresentGeneration
  /// The error of an earlier advance. Later calls throw it again: the plane cannot be advanced.
  private var failure: MemoryExhausted?

  /// The present generation. One property, because each access to a property of a class is checked
  /// for exclusivity.
  private struct PresentGeneration {
    /// The generation of the plane's step: the first generation, or that of the last edit, plus a
    /// multiple of eight.
    var stepGeneration: BigInt
    /// The generations after the plane's step, 0 to 7. They are computed only for reading.
    var ahead = 0

    var generation: BigInt { stepGeneration + BigInt(ahead) }
  }

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    guard pattern.universe.isUnbounded else {
      throw UnsupportedPattern(engine: "tiles", reason: "only the unbounded plane has tiles")
    }
    guard let circuit = Circuit(pattern.rule) else {
      throw UnsupportedPattern(
        engine: "tiles",
        reason: "it runs two-state rules of the eight neighbors only, and no rule tables")
    }
    // A tile at rest stays at rest only if the next step has the same rules.
    guard TileField.generationsPerStep.isMultiple(of: circuit.count) else {
      throw UnsupportedPattern(
        engine: "tiles",
        reason: "it steps 1, 2, 4 or 8 alternating rules, not \(circuit.count)")
    }
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.options = options
    firstCircuit = circuit
    present = PresentGeneration(stepGeneration: pattern.generation)
    let corner = Self.corner(around: pattern.cells)
    origin = pattern.origin.moved(byX: corner.x, y: corner.y)
    plane = try TilePlane(
      options,
      maps: pattern.rule.phases.compactMap { $0.map ?? $0.lifeLike.map { MooreMap($0) } })
    try plane.load(pattern.cells, from: corner)
    self.pattern = pattern.withoutCells
    checkInDebugBuilds(if: plane.field.count < Self.maxTilesToCheck)
  }

  /// The corner of tile (0, 0). A pattern of at most 32 columns or rows is placed in the middle of
  /// a column or row of tiles, so that it activates no neighbors there. A row of 2^24 cells takes
  /// half the memory.
  private static func corner(around cells: Cells) -> Cell {
    guard let box = cells.bounds else { return Cell(x: 0, y: 0) }
    return Cell(
      x: corner(start: box.x, length: box.width), y: corner(start: box.y, length: box.height))
  }

  private static func corner(start: Int, length: Int) -> Int {
    let most = TileField.side - 2 * TileField.generationsPerStep
    return length <= most ? start - (TileField.side - length) / 2 : 0
  }

  private static let maxStepsAtOnce = BigInt.powerOfTwo(50)

  package var generation: BigInt { present.generation }

  package func advance(by count: BigInt) throws {
    if let failure, count > 0 { throw failure }
    defer { checkInDebugBuilds(if: plane.field.count < Self.maxTilesToCheck) }
    let total = count + BigInt(present.ahead)
    if total < BigInt(TileField.generationsPerStep) {
      present.ahead = total.int ?? 0
      return
    }
    var (left, rest) = total.floorDivided(by: TileField.generationsPerStep)
    while left > 0, !plane.isAtRest {
      try options.interrupt?.check()
      let done = try advance(bySteps: min(left, Self.maxStepsAtOnce).int ?? 1)
      left -= BigInt(done)
    }
    // A plane at rest repeats every three steps.
    plane.skip(steps: left.floorDivided(by: TileField.phases).remainder)
    present.stepGeneration += left * TileField.generationsPerStep
    present.ahead = rest
  }

  /// Makes `count` steps of eight generations, fewer if the plane comes to rest or the run is
  /// interrupted.
  private func advance(bySteps count: Int) throws(MemoryExhausted) -> Int {
    var done = 0
    defer { present.stepGeneration += BigInt(done * TileField.generationsPerStep) }
    do throws(MemoryExhausted) {
      try plane.advance(by: count, circuit: circuit, done: &done)
    } catch {
      failure = error
      present.ahead = 0
      throw error
    }
    return done
  }

  /// The circuit from the plane's generation on.
  private var circuit: Circuit {
    firstCircuit.advanced(
      by: present.stepGeneration.floorDivided(by: firstCircuit.count).remainder)
  }

  package func checkInvariants() { if failure == nil { plane.checkInvariants() } }

  /// Checking more tiles would take longer than stepping them.
  private static let maxTilesToCheck = 1 << 10
}

// MARK: - Editing

extension TilesStepper {
  package func set(_ cells: CellStates) throws -> CellStates {
    if let failure { throw failure }
    guard let offset = cells.offset(from: origin) else { throw MemoryExhausted.tooFar }
    do throws(MemoryExhausted) {
      try prepareForEditing()
    } catch {
      failure = error
      throw error
    }
    defer { checkInDebugBuilds(if: plane.field.count < Self.maxTilesToCheck) }
    return try plane.set(cells, at: offset)
  }

  /// Makes the present generation the plane's step.
  private func prepareForEditing() throws(MemoryExhausted) {
    let generations = present.ahead
    guard generations > 0 else { return }
    let circuit = circuit
    present = PresentGeneration(stepGeneration: generation)
    try plane.moveStep(by: generations, circuit: circuit)
  }
}

// MARK: - Reading

extension TilesStepper {
  private var view: TileView {
    TileView(plane: plane, generations: present.ahead, circuit: circuit)
  }

  private var survey: Survey { plane.survey(in: present.ahead, circuit: circuit) }

  package var planes: Int { 1 }

  package var population: BigInt { BigInt(survey.population) }

  package var bounds: Bounds? {
    survey.bounds.map { Bounds($0, from: origin) }
  }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    // A window too far away for machine integers lies far beyond all tiles.
    guard let window = Window(window, from: origin) else { return }
    try view.forEachRow(in: window, body)
  }

  package func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool {
    guard let window = Window(window, from: origin) else { return false }
    view.copyRows(in: window, to: &words, marks: &marks)
    return true
  }

  package func snapshot() throws -> Pattern {
    let builder = Cells.Builder(limit: options.memoryLimit)
    let view = view
    if let box = survey.bounds {
      let west = box.x & ~63
      let window = Window(x: west, y: box.y, width: box.endX - west, height: box.height)
      try view.forEachRow(in: window) { y, x, words in
        try builder.append(y: box.y + y, x: west + x, words: words)
      }
    }
    return pattern.later(generation: generation, cells: builder.finish(), from: origin)
  }
}
