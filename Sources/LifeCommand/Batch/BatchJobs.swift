import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun
import LifeSystem

/// Runs the inputs of a command on several cores: one process of this program for each input. It
/// has the same command line, and the name of its input in the environment.
///
/// Processes share nothing, so each has its own signals, limits and engines. Their outputs are
/// printed in the order of the inputs, as if by one process. With `--split` there is only one
/// process, because patterns of different files may have the same name.
struct BatchJobs {
  let inputs: [Path]
  /// The number of processes at a time.
  let jobs: Int

  /// The job of this process in a batch. `LIFE_JOB=8/250/a.rle` means: process `a.rle`; the batch
  /// runs 8 processes at a time, and began 250 ms ago.
  struct Job {
    let input: Path
    let jobs: Int
    let elapsed: Duration

    static let ofProcess = SystemResources.bytes(ofVariable: "LIFE_JOB").flatMap(Job.init)

    /// Parses the value of the variable. Returns `nil` if it does not describe a job.
    init?(_ text: [UInt8]) {
      let parts = text.split(separator: UInt8(ascii: "/"), maxSplits: 2)
      let numbers = parts.prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard parts.count == 3, numbers.count == 2, numbers[0] > 0, numbers[1] >= 0 else {
        return nil
      }
      input = Path(bytes: Array(parts[2]))
      jobs = numbers[0]
      elapsed = .milliseconds(numbers[1])
    }

    /// Limits a run to its share of the cores and the memory, and to the time that the batch has
    /// left.
    func limit(_ request: inout RunRequest) {
      request.engine.threads = request.engine.threads ?? max(1, SystemResources.cores / jobs)
      let memory = MemoryBudget().bytes / jobs
      request.engine.memoryLimit = request.engine.memoryLimit ?? memory
      request.limits.time = request.limits.time.map { max(.zero, $0 - elapsed) }
    }
  }

  /// - Parameter jobs: the value of `--jobs`; nil for the number of cores.
  /// - Returns: `nil` if this process does the work itself: for a single input, or as a job.
  init?(_ inputs: [Path], jobs: Int?) {
    self.inputs = inputs
    self.jobs = min(inputs.count, jobs ?? SystemResources.cores)
    guard self.jobs > 1, Job.ofProcess == nil else { return nil }
  }

  /// Runs one process for each input.
  ///
  /// - Returns: the exit code of all inputs, or of a signal.
  func run(isQuiet: Bool) throws -> ExitCode {
    let activity = Activity("running", unit: "patterns", total: inputs.count)
    return try activity.during(isQuiet: isQuiet) {
      try Interruption.finishing { try runAll() }
    }
  }

  private func runAll() throws -> ExitCode {
    var running: [(input: Int, process: ChildProcess)] = []
    // If a process cannot start, the others must not write files after the end of this one.
    defer { ChildProcess.end(running.map(\.process)) }
    var done: [Int: (process: ChildProcess, code: ExitCode)] = [:]
    var code = ExitCode.ok
    var next = 0
    var printed = 0
    while printed < inputs.count {
      while running.count < jobs, next < inputs.count, Interruption.endReason == nil {
        running.append((next, try start(next)))
        next += 1
      }
      let processes = running.map(\.process)
      guard
        let (index, status) = ChildProcess.waitForAny(
          of: processes, passingOn: { Interruption.signal })
      else { break }
      let ended = running.remove(at: index)
      done[ended.input] = (ended.process, ExitCode(rawValue: status))
      while let (process, result) = done.removeValue(forKey: printed) {
        try Self.print(process)
        code.add(Self.result(result, of: process, for: inputs[printed]))
        printed += 1
        Activity.report(printed)
      }
    }
    if next < inputs.count, let reason = Interruption.endReason { return Batch.end(reason) }
    return Interruption.signal.map(ExitCode.interrupted(by:)) ?? code
  }

  private func start(_ input: Int) throws -> ChildProcess {
    let passed = (Interruption.clock.now - Interruption.began).components
    let milliseconds = passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000
    let words = Argument.ofProcess.map(\.bytes)
    let variable = Array("LIFE_JOB=\(jobs)/\(milliseconds)/".utf8) + inputs[input].bytes
    guard let process = ChildProcess(words, adding: [variable]) else {
      throw RunFailure(
        .inputOutput, "cannot start another process for '\(inputs[input])'; use --jobs 1")
    }
    return process
  }

  /// The exit code of a job. A signal that it could not handle, for example of a system without
  /// memory, is an error of this process.
  private static func result(
    _ code: ExitCode, of process: ChildProcess, for input: Path
  ) -> ExitCode {
    guard code.rawValue > 128, process.errors.isEmpty, Interruption.signal == nil else {
      return code
    }
    let failure = RunFailure(
      .inputOutput,
      "\(input): its process was killed by signal \(code.rawValue - 128); its output is unfinished")
    failure.report()
    return failure.exitCode
  }

  private static func print(_ process: ChildProcess) throws {
    let output = process.output
    if !output.isEmpty {
      let writer = try openOutput(.standardStream)
      try writer.write(output)
      try writer.finish()
    }
    Console.ofProcess.complain(String(decoding: process.errors, as: UTF8.self))
  }

  /// Kills a job when its parent process was killed, which could not pass on the signal. Its files
  /// stay unfinished, as if it had been killed with the parent.
  static func endWithParent() {
    guard Job.ofProcess != nil, ChildProcess.claimLifeline() else { return }
    _ = startThread {
      ChildProcess.waitForEndOfParent()
      kill(getpid(), SIGKILL)
    }
  }
}
