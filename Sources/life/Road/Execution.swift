import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// One run of one pattern: steps, records at the schedule's generations, and reports.
struct Execution {
  private let loaded: LoadedPattern
  private let schedule: Schedule
  private let output: OutputOptions
  private let room: EngineRoom
  private let limits: RunLimits
  private var stepper: any Stepper
  private var check: Comparison?
  var recorder: (any Recorder)?
  private let progress: Progress
  var checkpointer: Checkpointer?
  private var done = Checkpoint.Progress()
  /// The samples that were written before the checkpoint from which this goes on.
  private var samplesBefore = 0
  /// Whether the other engine was not waited for.
  private var isUnverified = false

  init(
    _ loaded: LoadedPattern, _ schedule: Schedule, _ room: EngineRoom, _ limits: RunLimits,
    isVerified: Bool, _ output: OutputOptions
  ) throws {
    self.loaded = loaded
    self.schedule = schedule
    self.output = output
    self.room = room
    self.limits = limits
    stepper = try room.start(loaded.pattern, generations: schedule.end - schedule.start)
    progress = Progress(from: schedule.start, to: schedule.end, isQuiet: output.isQuiet)
    if let auto = stepper as? AutoStepper, progress.isShown {
      auto.watch = { [progress, unowned auto] in progress.show(auto, auto.engine) }
    }
    if isVerified {
      let (first, options) = (engine, try room.engineOptions())
      let other = try Engine.allCases.first {
        try $0 != first && $0.canRun(loaded.pattern, options)
      }
      guard let other else {
        throw Failed(.data, "life run: --verify: no second engine can run this")
      }
      check = try Comparison(
        [EngineChoice(engine: other)], loaded.pattern, options,
        generations: schedule.end - schedule.start)
    }
  }

  private var stints: [AutoStepper.Stint] { room.stints(of: stepper, since: schedule.start) }

  /// The engine that steps now.
  private var engine: Engine { stints.last?.engine ?? .reference }

  /// Brings a fresh execution to where a checkpoint was written.
  mutating func resume(_ checkpoint: Checkpoint) throws {
    var state = StateReader(checkpoint.recorders)
    try recorder?.restore(from: &state)
    done = checkpoint.progress
    samplesBefore = done.samples
  }

  /// Runs to the end, or to where something ends the run before, and reports.
  mutating func finish() throws -> ExitCode {
    var ending: Ending?
    try checkpointer?.write(stepper, recorder, done)
    setAlarm()
    var next = done.lastSample.map { schedule.next(after: $0) } ?? schedule.first
    while let generation = next, ending == nil {
      isUnverified = check != nil
      ending = try advance(to: generation) ?? verify()
      guard ending.map({ isRecorded($0) }) ?? true else { break }
      if let signal = try record(isLast: ending != nil || stepper.generation == schedule.end) {
        ending = signal
        break
      }
      next = schedule.next(after: generation)
      if next != nil, limits.isReached(bySamples: done.samples - samplesBefore) {
        ending = .samples
      }
    }
    progress.clear()
    if let ending { return try stop(ending) }
    try recorder?.finish()
    checkpointer?.remove()
    try report()
    return .ok
  }

  /// Whether the generation at which a run was ended is the last of what it writes.
  private func isRecorded(_ ending: Ending) -> Bool {
    // Who goes on later wants no sample between; a signal wants what is there, and nothing more.
    if case .signal = ending { return false }
    return checkpointer == nil
  }

  private mutating func stop(_ ending: Ending) throws -> ExitCode {
    var comfort = "what was written is whole"
    if checkpointer != nil {
      try checkpointer?.write(stepper, recorder, done)
      comfort = "'life resume \(checkpointer!.file)' goes on"
    } else {
      try recorder?.finish()
      if isUnverified, isRecorded(ending) { comfort += ", its end not verified" }
    }
    try report()
    Console.ofProcess.complain(
      "life run: stopped at generation \(stepper.generation) of \(schedule.end): "
        + "\(ending.reason); \(comfort)\n")
    return ending.exitCode
  }

  /// - Returns: the signal that has ended the run before the sample was written.
  private mutating func record(isLast: Bool) throws -> Ending? {
    do {
      try recorder?.record(stepper, isLast: isLast)
    } catch is Stopped {
      return Interruption.signal.map(Ending.signal)
    } catch let error as LifeFormats.WriteError where checkpointer != nil {
      // Another format may hold what this one cannot.
      try checkpointer?.write(stepper, recorder, done)
      throw Failed(
        .data, "life: \(error); 'life convert \(checkpointer!.file) OUT.mc' writes what there is")
    }
    done.samples += 1
    done.lastSample = stepper.generation
    return nil
  }

  /// Compares with the other engine, unless something ends the run before that is there.
  private mutating func verify() throws -> Ending? {
    while isUnverified {
      do {
        let (stepper, name) = (stepper, engine.rawValue)
        try check?.check(stepper, named: name)
        isUnverified = false
      } catch is Stopped {
        if let ending = try attend(isVerifying: true) { return ending }
      } catch let exhausted as MemoryExhausted {
        return .memory(exhausted)
      }
    }
    return nil
  }

  /// Advances at once, or in pieces of about a second if somebody watches the progress.
  ///
  /// - Returns: what ended the run before, if anything did.
  private mutating func advance(to generation: BigInt) throws -> Ending? {
    let start = Interruption.clock.now
    defer { done.seconds += (Interruption.clock.now - start).inSeconds }
    let isWhole = !progress.isShown || stepper is any LeapingStepper
    var piece: BigInt = isWhole ? generation - stepper.generation : 64
    while stepper.generation < generation {
      let began = Interruption.clock.now
      do {
        try stepper.advance(by: min(piece, generation - stepper.generation))
      } catch is Stopped {
      } catch let exhausted as MemoryExhausted {
        return .memory(exhausted)
      }
      if let ending = try attend() { return ending }
      if Interruption.clock.now - began < .milliseconds(500) { piece *= 2 }
      if progress.isShown { progress.show(stepper, engine) }
    }
    return try attend()
  }

  /// Looks at what is wanted of the run: an answer, a checkpoint, or its end.
  private mutating func attend(isVerifying: Bool = false) throws -> Ending? {
    guard Interruption.wish.isRaised else { return nil }
    Interruption.wish.lower()
    if Interruption.takeQuestion() {
      progress.clear()
      Console.ofProcess.complain("life: \(loaded.title): \(progress.line(stepper, engine))\n")
    }
    if let signal = Interruption.signal { return .signal(signal) }
    let now = Interruption.clock.now
    if limits.isTimeUp, stepper.generation < schedule.end || isVerifying { return .time }
    if let checkpointer, now >= checkpointer.due {
      try self.checkpointer?.write(stepper, recorder, done)
    }
    setAlarm()
    return nil
  }

  /// Lets the clock raise the next wish.
  private func setAlarm() {
    guard let next = [limits.deadline, checkpointer?.due].compactMap({ $0 }).min() else { return }
    Interruption.wake(after: next - Interruption.clock.now)
  }
}

extension Execution {
  private func report() throws {
    let seconds = done.seconds
    let sample = Sample(
      generation: stepper.generation, population: stepper.population, bounds: stepper.bounds)
    let digest = output.hasDigest ? try stepper.snapshot().digest() : nil
    if output.isJSON {
      try writeJSON(sample, seconds, digest)
    } else {
      Talk(isQuiet: output.isQuiet).say(summary(sample, seconds, digest))
    }
  }

  private func summary(_ sample: Sample, _ seconds: Double, _ digest: String?) -> String {
    let place = sample.bounds.map { ", \($0.width) × \($0.height) at (\($0.x), \($0.y))" } ?? ""
    return "life: \(loaded.title): generation \(sample.generation), population "
      + "\(sample.population)\(place)\(digest.map { "; sha256 \($0)" } ?? ""); \(engines), "
      + seconds.asSeconds
  }

  /// The engines in the order of their work: `tiles, hashlife from generation 4096`.
  private var engines: String {
    stints.enumerated().map { index, stint in
      index == 0
        ? stint.engine.rawValue : "\(stint.engine.rawValue) from generation \(stint.generation)"
    }.joined(separator: ", ")
  }

  private func writeJSON(_ sample: Sample, _ seconds: Double, _ digest: String?) throws {
    let rule = loaded.pattern.rule
    var members: [(key: String, value: JSONText)] = [
      ("pattern", JSONText(repairing: loaded.title.bytes)),
      ("rule", JSONText(rule.canonical)),
      ("universe", JSONText("\(loaded.pattern.universe)")),
      ("engine", JSONText(engine.rawValue)),
      ("engines", JSONText(array: stints.map(\.json))),
      ("generation", JSONText(sample.generation)),
      ("population", JSONText(sample.population)),
      ("bounds", sample.bounds.map { JSONText($0) } ?? .null),
      ("seconds", JSONText((seconds * 1e6).rounded() / 1e6)),
    ]
    if rule.storesComplement(atOdd: sample.generation.isOdd) {
      members.append(("complement", true))
    }
    if let digest { members.append(("cells_digest", JSONText(digest))) }
    try writeLine(JSONText(object: members))
  }
}

extension AutoStepper.Stint {
  fileprivate var json: JSONText {
    [
      "engine": JSONText(engine.rawValue), "generation": JSONText(generation),
      "why": JSONText(why),
    ]
  }
}

/// Writes a line of JSON to standard output.
func writeLine(_ text: JSONText) throws {
  try writeText("\(text)\n")
}

/// Writes text to standard output.
func writeText(_ text: String) throws {
  let writer = try openOutput(.standardStream, replacing: true, compressed: false)
  try writer.write(text)
  try writer.finish()
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension Double {
  /// A time for people: about three digits that matter.
  var asSeconds: String { self < 1 ? "\((self * 1000).threeDigits) ms" : "\(threeDigits) s" }
}
