internal import LifeCore

/// The population and bounding box of one tile in one generation, packed into a word by the kernel.
///
///      bits   0–15 population   16–23 west   24–31 north   32–39 east end   40–47 south end
///
/// Columns and rows count from the tile's corner; the ends are one past the last. 0 if all cells
/// are dead.
struct TileSurvey: BitwiseCopyable {
  let word: UInt64

  init(_ word: UInt64) { self.word = word }

  private func byte(_ shift: UInt64) -> Int { Int(truncatingIfNeeded: word >> shift & 0xff) }

  var population: Int { Int(truncatingIfNeeded: word & 0xffff) }

  /// The bounding box of live cells.
  ///
  /// - Precondition: not all cells are dead.
  func bounds(from corner: Cell) -> (west: Int, north: Int, eastEnd: Int, southEnd: Int) {
    (corner.x + byte(16), corner.y + byte(24), corner.x + byte(32), corner.y + byte(40))
  }
}

/// The population and bounding box of a universe.
struct Survey {
  private(set) var population = 0
  private var west = Int.max
  private var north = Int.max
  private var eastEnd = Int.min
  private var southEnd = Int.min

  var bounds: Window? {
    if population == 0 { return nil }
    return Window(x: west, y: north, width: eastEnd - west, height: southEnd - north)
  }

  @inline(__always)
  mutating func add(_ tile: TileSurvey, at corner: Cell) {
    if tile.word == 0 { return }
    let box = tile.bounds(from: corner)
    population += tile.population
    west = min(west, box.west)
    north = min(north, box.north)
    eastEnd = max(eastEnd, box.eastEnd)
    southEnd = max(southEnd, box.southEnd)
  }

  mutating func add(_ population: Int, in box: Window) {
    self.population += population
    west = min(west, box.x)
    north = min(north, box.y)
    eastEnd = max(eastEnd, box.endX)
    southEnd = max(southEnd, box.endY)
  }

  /// Removes cells that died.
  ///
  /// - Returns: whether the bounding box is exact all the same.
  mutating func remove(_ population: Int, in box: Window) -> Bool {
    self.population -= population
    return box.x > west && box.endX < eastEnd && box.y > north && box.endY < southEnd
  }
}

/// Keeps surveys of every tile for the 24 generations that its phases stand for, so that a sample
/// counts only tiles that changed.
///
/// A tile that is not active repeats every 24 generations, so its surveys stay valid. They are made
/// for eight generations at a time: population and bounds of all eight take one kernel call, and
/// the other seven samples of a step read sums.
///
///      tile, in words    0–2  for each phase one more than the step that its surveys were made in
///                        8–   for each phase eight surveys
@safe
final class TileSurveys {
  private static let wordsPerTile = 32
  private let storage: Arena<UInt64>

  init() throws(MemoryExhausted) {
    storage = try Arena(purpose: "tiles", capacity: Self.wordsPerTile)
  }

  static func bytes(forTiles count: Int) -> Int {
    Arena<UInt64>.byteCount(forCapacity: count * wordsPerTile)
  }

  func reserve(forTiles count: Int) throws(MemoryExhausted) {
    try storage.grow(to: count * Self.wordsPerTile)
  }

  /// Whether the surveys of a phase hold for a tile that was last activated for `activeStep`.
  @inline(__always)
  func isValid(_ tile: TileID, phase: Int, activeStep: Int) -> Bool {
    let made = unsafe storage.elements[tile.index &* Self.wordsPerTile &+ phase]
    return Int(truncatingIfNeeded: made) > activeStep && made != 0
  }

  /// Notes that the surveys of a phase were made in a step, and returns their place.
  @inline(__always)
  func update(_ tile: TileID, phase: Int, step: Int) -> UnsafeMutablePointer<UInt64> {
    let words = unsafe storage.elements + tile.index &* Self.wordsPerTile
    unsafe words[phase] = UInt64(truncatingIfNeeded: step &+ 1)
    return unsafe words + (8 &+ 8 &* phase)
  }

  /// The eight surveys of a tile that begin with a phase.
  @inline(__always)
  func surveys(_ tile: TileID, phase: Int) -> UnsafePointer<UInt64> {
    unsafe UnsafePointer(storage.elements + (tile.index &* Self.wordsPerTile &+ 8 &+ 8 &* phase))
  }
}

/// The population and bounding box of the universe in the eight generations of one step.
struct StepSurvey {
  let step: Int
  private(set) var generations = [Survey](repeating: Survey(), count: TileField.generationsPerStep)

  init(step: Int) { self.step = step }

  /// Adds eight surveys of a tile.
  mutating func add(_ surveys: UnsafePointer<UInt64>, at corner: Cell) {
    for generation in generations.indices {
      unsafe generations[generation].add(TileSurvey(surveys[generation]), at: corner)
    }
  }

  mutating func add(_ spaceship: DetachedSpaceship, motion: Motion) {
    for generation in generations.indices {
      let stage = motion.stages[generation]
      generations[generation].add(
        stage.cells.count, in: spaceship.window(stage.box, at: step))
    }
  }
}

// MARK: - Surveying a plane

extension TilePlane {
  /// Samples at most this number of steps apart use ``TileSurveys``.
  private static let frequentSteps = 24
  private static let tilesPerBatch = 64

  /// Population and bounds some generations, fewer than eight, after the plane's step.
  ///
  /// - Complexity: O(tiles) once a step, O(1) for its other generations.
  func survey(in generations: Int, circuit: @autoclosure () -> Circuit) -> Survey {
    if let known = stepSurvey, known.step == step { return known.generations[generations] }
    if generations == 0, let known = presentSurvey, known.step == step { return known.survey }
    let circuit = circuit()
    let distance = stepSurvey.map { step - $0.step } ?? .max
    // A step itself needs no kernel, only counting; the generations after it need one call for all.
    if generations == 0, distance > 1 {
      let survey = surveyStep(circuit: circuit)
      presentSurvey = (step, survey)
      return survey
    }
    let surveys = distance <= Self.frequentSteps ? field.makeSurveys() : nil
    var survey = surveyTiles(known: surveys, circuit: circuit)
    for spaceship in spaceships.all {
      survey.add(spaceship, motion: motion(of: spaceship, circuit: circuit))
    }
    stepSurvey = survey
    return survey.generations[generations]
  }

  /// The population and bounds of the present step.
  private func surveyStep(circuit: Circuit) -> Survey {
    var survey = Survey()
    for tile in field.tiles {
      let header = unsafe field.header(tile).pointee
      guard header.isInUse, field.live(tile, phase: phase) & TileHeader.margins != 0 else {
        continue
      }
      let rows = unsafe field.rows(tile, phase: phase)
      var population = 0
      for line in 0..<TileField.side { unsafe population += rows[line].nonzeroBitCount }
      if let box = unsafe TileField.bounds(rows, column: header.column, row: header.row) {
        survey.add(population, in: box)
      }
    }
    for spaceship in spaceships.all {
      survey.add(spaceships.form(of: spaceship).cells.count, in: spaceship.box(at: step))
    }
    return survey
  }

  /// Surveys all tiles, and of those with valid surveys only reads them.
  private func surveyTiles(known: TileSurveys?, circuit: Circuit) -> StepSurvey {
    var survey = StepSurvey(step: step)
    var batch: [TileID] = []
    for tile in field.tiles {
      let header = unsafe field.header(tile).pointee
      guard header.isInUse else { continue }
      if let known, known.isValid(tile, phase: phase, activeStep: header.activeStep) {
        unsafe survey.add(known.surveys(tile, phase: phase), at: field.corner(tile))
        continue
      }
      batch.append(tile)
      if batch.count == Self.tilesPerBatch {
        surveyBatch(batch, into: &survey, known: known, circuit: circuit)
        batch.removeAll(keepingCapacity: true)
      }
    }
    surveyBatch(batch, into: &survey, known: known, circuit: circuit)
    return survey
  }

  private func surveyBatch(
    _ batch: [TileID], into survey: inout StepSurvey, known: TileSurveys?, circuit: Circuit
  ) {
    let words = TileField.generationsPerStep
    let results = surveyTiles(batch, circuit: circuit)
    for (index, tile) in batch.enumerated() {
      unsafe results.withUnsafeBufferPointer { results in
        let surveys = unsafe results.baseAddress! + words * index
        if let known {
          unsafe known.update(tile, phase: phase, step: step).update(from: surveys, count: words)
        }
        unsafe survey.add(surveys, at: field.corner(tile))
      }
    }
  }
}
