import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// `life resume`: resumes an interrupted run from its checkpoint.
struct ResumeCommand: Command {
  static let name = "resume"
  static let limitsTime = true
  static let summary = "Resume a run from its checkpoint."
  static let discussion = """
    FILE is the checkpoint of the run, as given to --checkpoint. Resumes the run with the same \
    options, in the folder where it was started. The outputs are byte for byte those of an \
    uninterrupted run. Checkpoints are still written, and FILE is removed when the run is \
    complete.

    A checkpoint can also be read as a pattern: 'life info' describes its run, 'life show' draws \
    it, 'life convert' writes its cells, and 'life run' starts a new run from them.

    Unfinished outputs of the run are continued. Any other existing file is replaced only with \
    --overwrite; a single result and numbered files may also be replaced by the same bytes. 'life \
    info FILE' lists the files.

    --threads and --max-memory may differ from those of the interrupted run; --max-time and \
    --max-frames count from where it is resumed.
    """
  static let examples = [
    Example("life run soup.rle -n 1e9 -o end.rle --checkpoint soup.life", "A long run:"),
    Example("life resume soup.life", "Resume it after an interruption:"),
  ]
  static var operands: Operands<Self> {
    .one("FILE", help: "The checkpoint.", sets: \.file)
  }
  static var options: [Option<Self>] {
    LimitOptions.options.inside(\.limits) + [
      .value(
        "--checkpoint-every", metavar: "TIME", group: "Run",
        help: "Interval between checkpoints (default: as before).", sets: \.interval),
      .threads(group: "Engine", help: "Number of threads (default: as before).", sets: \.threads),
      .memory(group: "Engine", help: "Memory limit (default: as before).", sets: \.memory),
      .flag(
        "--overwrite", group: "Output",
        help: "Replace existing files that have the names of outputs.",
        sets: \.isOverwriting),
      .quiet(\.isQuiet),
    ]
  }

  var file: Path = "-"
  var limits = LimitOptions()
  var interval: TimeSpan?
  var threads: Int?
  var memory: ByteCount?
  var isOverwriting = false
  var isQuiet = false

  var memoryLimit: Int? { memory?.bytes }

  mutating func validate() throws(UsageError) {
    _ = try limits.limits()
    if file.isStandardStream { throw UsageError("expected the file of a checkpoint, found '-'") }
  }

  func run() throws -> ExitCode {
    // Locked before reading, so that no other process resumes the run meanwhile.
    let owned = isRegularFile(file) ? try OwnedFile(file.absolute) : nil
    var (checkpoint, savedPattern) = try Checkpoint.read(readOptions()) {
      try ByteReader(opening: file)
    }
    checkpoint.file = owned
    var command: RunCommand
    do throws(RunFailure) {
      command = try checkpoint.command()
    } catch {
      throw RunFailure(.invalidData, "'\(file)': \(error.message)")
    }
    command.checkpoint.file = file.absolute
    command.limits = limits
    command.checkpoint.interval = interval ?? command.checkpoint.interval
    command.engine.threads = threads ?? command.engine.threads
    // Options of the interrupted run cannot exceed the environment's limits.
    let memoryLimits = [command.engine.memory, try EnvironmentLimits.ofProcess().memory]
    command.engine.memory = memory ?? memoryLimits.compactMap(\.self).min { $0.bytes < $1.bytes }
    MemoryBudget.limitProcess(to: command.engine.memory?.bytes)
    if isQuiet { command.output.diagnostics.isQuiet = true }
    // Samples written after the checkpoint are written again, with the same bytes.
    command.output.request.replacement = isOverwriting ? .overwriting : .bySameBytes
    var pattern = savedPattern
    do throws(RuleError) {
      pattern.universe = try pattern.rule.fitted(pattern.universe)
    } catch {
      throw Checkpoint.damaged(file)
    }
    let files = checkpoint.files(command.request, pattern: pattern, of: file)
    if let problem = checkpoint.problem(files) { throw RunFailure(.missingInput, problem) }
    if currentFolder() != checkpoint.folder {
      command.output.diagnostics.note(
        "the run began in '\(checkpoint.folder)', and its files are there")
    }
    try enterFolder(checkpoint.folder)
    do {
      command.request = try command.makeRequest()
      command.resumed = (checkpoint, checkpoint.loaded(pattern))
      return try command.run()
    } catch is InvalidSavedState {
      throw Checkpoint.damaged(file)
    }
  }

  /// Limits for reading the cells: the interrupted run's limits may exceed the defaults for files.
  private func readOptions() throws -> ReadOptions {
    var options = ReadOptions()
    options.limits.cellBytes = try memory?.bytes ?? MemoryBudget.ofProcess().available
    options.limits.cellExpansion.base = .max
    options.limits.noteBytes = .max
    options.limits.trailerBytes = .max
    return options
  }
}

extension Checkpoint {
  /// The command of the interrupted run.
  ///
  /// - Throws: ``RunFailure`` without the name of the checkpoint.
  func command() throws(RunFailure) -> RunCommand {
    let parsed: ParsedCommand<RunCommand>
    do {
      parsed = try RunCommand.parse(words.map(Argument.init(bytes:)), hasInput: { true })
    } catch {
      throw RunFailure(.invalidData, "the command line of the run is invalid: \(error.message)")
    }
    guard case .command(let command) = parsed else {
      throw RunFailure(.invalidData, "the command line is not a run")
    }
    return command
  }
}
