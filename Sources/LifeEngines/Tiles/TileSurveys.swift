internal import LifeCore

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

  /// Adds the cells of a tile in one generation, packed into a word by the kernel.
  ///
  ///      bits   0–15 population   16–23 west   24–31 north   32–39 east end   40–47 south end
  ///
  /// Columns and rows count from the tile's corner; the ends are one past the last. 0 if all cells
  /// are dead.
  @inline(__always)
  mutating func add(_ tile: UInt64, at corner: Cell) {
    if tile == 0 { return }
    let byte = { (shift: UInt64) in Int(truncatingIfNeeded: tile >> shift & 0xff) }
    population += Int(truncatingIfNeeded: tile & 0xffff)
    west = min(west, corner.x + byte(16))
    north = min(north, corner.y + byte(24))
    eastEnd = max(eastEnd, corner.x + byte(32))
    southEnd = max(southEnd, corner.y + byte(40))
  }

  mutating func add(_ population: Int, in box: Window) {
    self.population += population
    west = min(west, box.x)
    north = min(north, box.y)
    eastEnd = max(eastEnd, box.endX)
    southEnd = max(southEnd, box.endY)
  }
}

/// Keeps surveys of every tile for the 24 generations of its three phases, so a sample counts only
/// changed tiles.
///
/// An inactive tile repeats every 24 generations, so its surveys stay valid. One kernel call makes
/// the surveys of eight generations.
///
///      tile, in words    0–2   for each phase the step that its surveys were made in, plus 1
///                        8–31  for each phase eight surveys
///
/// All words are 0 for a tile that was freed or never surveyed.
@safe
final class TileSurveys {
  /// The surveys of eight generations.
  typealias Generations = SIMD8<UInt64>

  private static let wordsPerTile = 32
  private let storage: Arena<UInt64>
  /// For each phase, the last step with correct surveys of all tiles; -1 for none.
  private var steps = [Int](repeating: -1, count: TileField.phases)

  init() throws(MemoryExhausted) {
    storage = try Arena(purpose: "tiles", capacity: Self.wordsPerTile)
  }

  static func bytes(forTiles count: Int) -> Int {
    Arena<UInt64>.byteCount(forCapacity: count * wordsPerTile)
  }

  func reserve(forTiles count: Int) throws(MemoryExhausted) {
    try storage.grow(to: count * Self.wordsPerTile)
  }

  /// Whether the surveys of a phase are valid for a tile last activated for `activeStep`.
  @inline(__always)
  func isValid(_ tile: TileID, phase: Int, activeStep: Int) -> Bool {
    let made = unsafe storage.elements[tile.index &* Self.wordsPerTile &+ phase]
    return Int(truncatingIfNeeded: made) > activeStep && made != 0
  }

  /// A tile's surveys of the eight generations that begin with a phase.
  @inline(__always)
  func surveys(_ tile: TileID, phase: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe storage.elements + (tile.index &* Self.wordsPerTile &+ 8 &+ 8 &* phase)
  }

  /// Stores eight surveys for each tile, made in a step.
  func update(
    _ tiles: UnsafeBufferPointer<UInt32>, phase: Int, step: Int, to surveys: [UInt64]
  ) {
    unsafe surveys.withUnsafeBytes { surveys in
      for index in tiles.indices {
        let tile = unsafe TileID(tiles[index])
        let stored = unsafe UnsafeMutableRawPointer(self.surveys(tile, phase: phase))
        let new = unsafe surveys.loadUnaligned(fromByteOffset: 64 &* index, as: Generations.self)
        unsafe stored.storeBytes(of: new, as: Generations.self)
        unsafe storage.elements[tile.index &* Self.wordsPerTile &+ phase] =
          UInt64(truncatingIfNeeded: step &+ 1)
      }
    }
  }

  /// Whether the surveys of all tiles were correct in a step.
  func areComplete(phase: Int, in step: Int) -> Bool { steps[phase] == step }

  /// Marks the surveys of all tiles as correct.
  func complete(phase: Int, in step: Int) { steps[phase] = step }

  /// Forgets a freed tile.
  func remove(_ tile: TileID) {
    guard (tile.index + 1) * Self.wordsPerTile <= storage.capacity else { return }
    let words = unsafe storage.elements + tile.index * Self.wordsPerTile
    unsafe words.update(repeating: 0, count: Self.wordsPerTile)
  }
}

/// The population and bounding box of the universe in the eight generations of one step.
struct StepSurvey {
  let step: Int
  private(set) var generations = [Survey](repeating: Survey(), count: TileField.generationsPerStep)

  init(step: Int) { self.step = step }

  /// Adds eight surveys of a tile.
  mutating func add(_ surveys: UnsafePointer<UInt64>, corner: () -> Cell) {
    let words = unsafe UnsafeRawPointer(surveys).loadUnaligned(as: TileSurveys.Generations.self)
    if words == TileSurveys.Generations() { return }
    let corner = corner()
    for generation in generations.indices {
      generations[generation].add(words[generation], at: corner)
    }
  }

  mutating func add(_ spaceship: DetachedSpaceship, motion: [SpaceshipStage]) {
    for generation in generations.indices {
      let stage = motion[generation]
      generations[generation].add(
        stage.cells.count, in: spaceship.window(stage.box, at: step))
    }
  }
}

// MARK: - Surveying a plane

extension TilePlane {
  /// If samples are at most this many steps apart, they use ``TileSurveys``.
  private static let frequentSteps = 24
  private static let tilesPerBatch = 64

  /// Population and bounds, 0 to 7 generations after the plane's step.
  ///
  /// - Complexity: O(tiles) once a step, O(1) for its other generations.
  func survey(in generations: Int, circuit: @autoclosure () -> Circuit) -> Survey {
    if let known = latestSurvey, known.step == step { return known.generations[generations] }
    let circuit = circuit()
    var survey = StepSurvey(step: step)
    if let surveys = completeSurveys(circuit: circuit) {
      for tile in field.tiles {
        unsafe survey.add(surveys.surveys(tile, phase: phase)) { field.corner(tile) }
      }
    } else {
      forEachBatch(where: { _, _ in true }) { tiles in
        let surveys = surveyTiles(tiles, circuit: circuit)
        unsafe surveys.withUnsafeBufferPointer { surveys in
          for (index, tile) in tiles.enumerated() {
            unsafe survey.add(surveys.baseAddress! + 8 * index) { field.corner(tile) }
          }
        }
      }
    }
    for spaceship in spaceships.all {
      survey.add(spaceship, motion: motion(of: spaceship, circuit: circuit))
    }
    latestSurvey = survey
    return survey.generations[generations]
  }

  /// Correct surveys of all tiles in the present step. Returns `nil` if samples are rare or memory
  /// is short.
  ///
  /// A kernel surveys the active tiles and computes their next phase as well, so the next step need
  /// not. All other tiles have the cells of three steps ago, in the same phase. So if all surveys
  /// of that step were made, they are correct; otherwise the outdated ones are made now.
  private func completeSurveys(circuit: Circuit) -> TileSurveys? {
    guard let last = latestSurvey?.step, step - last <= Self.frequentSteps,
      let surveys = field.makeSurveys()
    else { return nil }
    if surveys.areComplete(phase: phase, in: step) { return surveys }
    let activeTiles = unsafe UnsafeBufferPointer(start: active.numbers, count: active.count)
    unsafe surveys.update(
      activeTiles, phase: phase, step: step, to: surveyActiveTiles(circuit: circuit))
    if !surveys.areComplete(phase: phase, in: step - TileField.phases) {
      forEachBatch { tile, activeStep in
        !surveys.isValid(tile, phase: phase, activeStep: activeStep)
      } body: { tiles in
        let results = surveyTiles(tiles, circuit: circuit)
        unsafe tiles.map(\.rawValue).withUnsafeBufferPointer {
          unsafe surveys.update($0, phase: phase, step: step, to: results)
        }
      }
    }
    surveys.complete(phase: phase, in: step)
    return surveys
  }

  /// Visits, in batches, the tiles selected by a condition on a tile and its last active step.
  private func forEachBatch(where isWanted: (TileID, Int) -> Bool, body: ([TileID]) -> Void) {
    var batch: [TileID] = []
    for tile in field.tiles {
      let header = unsafe field.header(tile).pointee
      guard header.isInUse, isWanted(tile, header.activeStep) else { continue }
      batch.append(tile)
      if batch.count == Self.tilesPerBatch {
        body(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    body(batch)
  }
}
