import LifeCore
import LifeFormats
import LifeIO

/// `life resume`: goes on with a run where its last checkpoint was written.
struct ResumeCommand: Command {
  static let name = "resume"
  static let summary = "Go on with a run from its checkpoint."
  static let discussion = """
    Goes on with a run that was interrupted, from the file that its --checkpoint names, in the \
    folder where it was started and with the options that it was given. What it writes is byte for \
    byte what it would have written without the interruption. The checkpoint goes on being \
    written, and is removed when the run is done.

    A checkpoint is a pattern, too: 'life info' tells what it is of, 'life show' draws it, 'life \
    convert' writes its cells, and 'life run' goes on with them in another way.

    Threads and memory may be others now; limits of time and samples are those given here, and \
    count from here.
    """
  static let examples = [
    Example("life run soup.rle -n 1e9 -o end.rle --checkpoint soup.life", "A long run:"),
    Example("life resume soup.life", "The rest of it:"),
  ]
  static var operands: Operands<Self> {
    .one("FILE", help: "The checkpoint.", sets: \.file)
  }
  static var options: [Option<Self>] {
    RunLimits.options.map { $0.inside(\.limits) } + [
      .value(
        "--checkpoint-every", metavar: "TIME", group: "Run",
        help: "Write the checkpoint as often as this (default as before).", sets: \.interval),
      .value(
        "-t", "--threads", metavar: "T", group: "Engine",
        help: "Use so many threads (default as before).", sets: \.threads),
      .value(
        "--max-memory", metavar: "BYTES", group: "Engine",
        help: "Let the cells take so much memory (default as before).", sets: \.memory),
      .flag(
        "-q", "--quiet", group: "Report", help: "Say nothing on standard error but errors.",
        sets: \.isQuiet),
    ]
  }

  var file: Path = "-"
  var limits = RunLimits()
  var interval: TimeSpan?
  var threads: Int?
  var memory: ByteCount?
  var isQuiet = false

  mutating func validate() throws(UsageError) {
    try limits.validate()
    if file.isStandardStream { throw UsageError("expected the file of a checkpoint, found '-'") }
  }

  func run() throws -> ExitCode {
    try reporting {
      let (checkpoint, read) = try Checkpoint.read(reading) { try ByteReader(opening: file) }
      var command = try parsed(checkpoint.words)
      command.checkpoint.file = file.absolute
      try enterFolder(checkpoint.folder)
      command.limits = limits
      command.checkpoint.interval = interval ?? command.checkpoint.interval
      command.engine.threads = threads ?? command.engine.threads
      command.engine.memory = memory ?? command.engine.memory
      command.output.isQuiet = isQuiet || command.output.isQuiet
      // Samples that were written after the checkpoint are written again.
      let samples = command.output.destination.map { Target(template: $0) }
      if samples?.isNumbered == true { command.output.keepsExisting = false }
      try command.engine.validate()
      var pattern = read
      pattern.universe = try pattern.rule.fitted(pattern.universe)
      let loaded = LoadedPattern(
        name: checkpoint.name, index: checkpoint.index, format: checkpoint.format,
        pattern: pattern)
      do {
        return try command.run(loaded, resuming: checkpoint)
      } catch is StateDamaged {
        throw Checkpoint.damaged(file)
      }
    }
  }

  /// The run had the cells, notes and all, in its own memory.
  private var reading: ReadOptions {
    var options = ReadOptions()
    options.limits.cellBytes = memory?.bytes ?? EngineRoom.usualMemory
    options.limits.cellExpansion.first = .max
    options.limits.noteBytes = .max
    options.limits.trailerBytes = .max
    return options
  }

  private func parsed(_ words: [Argument]) throws -> RunCommand {
    let outcome: CommandParser<RunCommand>.Outcome
    do {
      outcome = try CommandParser(RunCommand()).parse(words)
    } catch {
      throw Failed(.data, "life resume: the command line in '\(file)' is wrong: \(error.message)")
    }
    guard case .command(let command) = outcome else {
      throw Failed(.data, "life resume: the command line in '\(file)' is no run")
    }
    return command
  }
}

extension Path {
  /// The same file, wherever relative names begin.
  fileprivate var absolute: Path {
    guard bytes.first != UInt8(ascii: "/"), let folder = currentFolder() else { return self }
    return folder.appending(self)
  }
}
