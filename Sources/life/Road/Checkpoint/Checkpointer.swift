import LifeCore
import LifeEngines
import LifeIO

/// Writes a run's checkpoints when they are due.
struct Checkpointer {
  let file: Path
  private let interval: Duration
  private var checkpoint: Checkpoint
  /// When the next one is to be written.
  private(set) var due: ContinuousClock.Instant

  /// - Parameter first: the present state but for what changes.
  init(_ file: Path, every interval: TimeSpan?, _ first: Checkpoint) {
    self.file = file
    self.interval = interval?.duration ?? CheckpointOptions.usualInterval
    checkpoint = first
    // At once: who cannot write it should know before the first ten minutes are over.
    due = Interruption.clock.now
  }

  /// Makes sure that a run's checkpoints can be written.
  ///
  /// - Parameter isNew: whether the run begins, so that no checkpoint of it can be there.
  static func check(_ file: Path, isNew: Bool) throws {
    if isSpecialFile(file) {
      throw Failed(
        .cantCreate,
        "life run: --checkpoint: '\(file)' is a pipe or a device, from which no run can be gone on "
          + "with; name a file")
    }
    guard isNew, isRegularFile(file) else { return }
    let advice =
      Checkpoint.isOne(file)
      ? ": go on with 'life resume \(file)', or remove it to begin again"
      : ", and is no checkpoint; name another file"
    throw Failed(.cantCreate, "life run: --checkpoint: '\(file)' is there already\(advice)")
  }

  mutating func write(
    _ stepper: any Stepper, _ recorder: (any Recorder)?, _ progress: Checkpoint.Progress
  ) throws {
    var recorder = recorder
    var state = StateWriter()
    try recorder?.save(to: &state)
    checkpoint.recorders = state.bytes
    checkpoint.progress = progress
    try checkpoint.write(stepper.snapshot(), to: file)
    due = Interruption.clock.now + interval
  }

  /// The run is done, so that nothing is left to be gone on with.
  func remove() { removeFile(file) }
}

extension Checkpoint {
  /// The checkpoint of a run that begins.
  init(
    _ loaded: LoadedPattern, _ start: BigInt, _ outlook: FilmOutlook?,
    _ rules: RuleSource.Collection?
  ) {
    words = Array(Argument.ofProcess.dropFirst())
    folder = currentFolder() ?? "."
    name = loaded.name
    index = loaded.index
    format = loaded.format
    self.rules = rules?.sources ?? []
    self.start = start
    self.outlook = outlook
  }
}
