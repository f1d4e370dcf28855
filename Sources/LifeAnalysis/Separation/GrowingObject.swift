internal import LifeCore
internal import LifeEngines

/// Something that grows for ever when it is alone: a gun, a puffer or a rake, with what it has
/// emitted so far.
struct GrowingObject {
  /// The cells at its generation 0.
  let cells: Cells
  let recurrence: GrowthProof.Recurrence
  /// Boxes that contain the core, and what it emits in one period, at the start of the period.
  private let boxes: [MovingBox]
  /// All cells in these boxes, which are taken for an object; nil if they are too many.
  private let source: TrackedObject?

  /// The largest number of generations times cells of the box of a source whose cells are kept.
  private static let mostSourceCells = 1 << 22

  /// - Parameters:
  ///   - periods: to try.
  ///   - methods: to divide the cells.
  /// - Returns: nil if no growth is proved.
  init?(
    _ cells: Cells, periods: [Int], known: KnownShapes, separation: Separation,
    methods: [CoreDivision.Method] = CoreDivision.Method.allCases
  ) throws {
    let proof = GrowthProof(
      separation: separation, cells: cells, generation: 0, known: known, methods: methods)
    guard let recurrence = try proof.recurrence(periods: periods) else { return nil }
    self.cells = cells
    self.recurrence = recurrence
    boxes = try CoveringBoxes.boxes(
      of: recurrence.core,
      motion: PeriodicMotion(displacement: recurrence.displacement, period: recurrence.period),
      in: recurrence.box, separation: separation)
    source = try Self.source(of: recurrence, separation: separation)
  }

  private static func source(
    of recurrence: GrowthProof.Recurrence, separation: Separation
  ) throws -> TrackedObject? {
    let found = FoundCycle(
      period: recurrence.period, displacement: recurrence.displacement, start: 0)
    var limits = separation.limits
    limits.collectedCells = mostSourceCells
    var alone = try separation.evolution(of: recurrence.core)
    let phases = try found.collectPhases(from: &alone, rule: separation.rule, limits: limits)
    guard !phases.isEmpty else { return nil }
    return TrackedObject(
      cycle: ObjectCycle(
        period: found.period, displacement: found.displacement, phases: phases), generation: 0)
  }

  /// The boxes that contain all its cells at all times, if its generation 0 is `birth`.
  func boxes(from birth: Int) -> [BoxFamily] {
    sourceBoxes(from: birth) + recurrence.free.map { $0.boxes(from: birth) }
  }

  /// The boxes of the core and of what it will emit.
  func sourceBoxes(from birth: Int) -> [BoxFamily] {
    let core = boxes.map {
      BoxFamily(
        $0, displacement: recurrence.displacement, period: recurrence.period, birth: birth,
        object: source?.repeated(after: birth, movedBy: .zero))
    }
    let next = BoxFamily.Repetition(
      generations: recurrence.period, offset: recurrence.displacement)
    return core + recurrence.emitted.map { $0.boxes(from: birth, stream: next) }
  }
}

extension TrackedObject {
  /// The boxes that contain it from its generation on, and all objects of its stream.
  ///
  /// - Parameter birth: the time of generation 0.
  func boxes(from birth: Int, stream: BoxFamily.Repetition? = nil) -> BoxFamily {
    let object = repeated(after: birth, movedBy: .zero)
    return BoxFamily(
      path(from: generation), displacement: cycle.displacement, period: cycle.period,
      birth: object.generation, object: object, stream: stream)
  }
}
