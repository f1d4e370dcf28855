import LifeAnalysis
import LifeCore
import LifeEngines
import LifeIO

/// Writes the checkpoints of a run when they are due.
struct Checkpointer {
  /// The file, locked against other runs.
  let file: OwnedFile
  private let interval: Duration
  private var checkpoint: Checkpoint
  /// The time of the next checkpoint.
  private(set) var due: ContinuousClock.Instant

  /// - Parameters:
  ///   - first: the checkpoint of the start, or the one from which the run was resumed.
  ///   - isNew: whether the run starts now.
  /// - Throws: ``FileFailure``, ``RunFailure`` if the file belongs to another run.
  init(_ request: CheckpointRequest, first: Checkpoint, isNew: Bool) throws {
    file = try first.file ?? OwnedFile(request.file)
    if file.exists { try Self.check(request, isNew: isNew) }
    interval = request.interval
    checkpoint = first
    // The first checkpoint is due at once, to report an unwritable file early.
    due = Interruption.clock.now
  }

  /// Checks that checkpoints can be written.
  ///
  /// - Parameter isNew: whether the run starts now; an existing file is then not its checkpoint.
  static func check(_ request: CheckpointRequest, isNew: Bool) throws(RunFailure) {
    let file = request.file
    if isSpecialFile(file) {
      throw RunFailure(
        .cannotCreate,
        "\(.checkpoint): '\(file)' is a pipe or a device; name a file")
    }
    guard isNew, isRegularFile(file) else { return }
    guard ProtectedFile(file) == .checkpoint else {
      throw RunFailure(
        .cannotCreate,
        "\(.checkpoint): '\(file)' exists and is not a checkpoint; name another file")
    }
    guard !request.replacesOther else { return }
    throw RunFailure(
      .cannotCreate,
      "\(.checkpoint): '\(file)' exists; \(advice: .resume("\(file)"))")
  }

  mutating func write(
    _ stepper: any Stepper, writers: inout SampleWriters, progress: Checkpoint.Progress
  ) throws {
    checkpoint.progress = progress
    checkpoint.progress.output = try writers.synchronize()
    let snapshot = try stepper.snapshot()
    let checkpoint = checkpoint
    try file.replace { try checkpoint.write(snapshot, to: $0) }
    due = Interruption.clock.now + interval
  }

  /// Removes the checkpoint of a complete run.
  func remove() { file.remove() }
}

extension Checkpoint {
  /// The checkpoint of the start of a run.
  init(_ plan: RunPlan, request: CheckpointRequest, rules: [RuleSource]) {
    words = request.commandLine
    folder = currentFolder() ?? "."
    name = plan.input.name
    index = plan.input.index
    format = plan.input.format
    self.rules = rules
    start = plan.schedule.start
    end = plan.conditionEnd.map { ($0.generations, $0.isMet) }
    runBounds = plan.view?.planner.runBounds
  }
}
