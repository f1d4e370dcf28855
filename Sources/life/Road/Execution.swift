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
  private var time = Duration.zero

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

  /// Runs to the end, or to where something ends the run before, and reports.
  mutating func finish() throws -> ExitCode {
    var next: BigInt? = schedule.first
    var ending: Ending?
    var samples = 0
    setAlarm()
    while let generation = next {
      ending = try advance(to: generation)
      // A signal wants what is there, and nothing more.
      if case .signal? = ending { break }
      try record(isLast: ending != nil || stepper.generation == schedule.end)
      samples += 1
      next = ending == nil ? schedule.next(after: generation) : nil
      if next != nil, limits.isReached(bySamples: samples) {
        ending = .samples
        next = nil
      }
    }
    progress.clear()
    try recorder?.finish()
    try report()
    guard let ending else { return .ok }
    Console.ofProcess.complain(
      "life run: stopped at generation \(stepper.generation) of \(schedule.end): "
        + "\(ending.reason); what was written is whole\n")
    return ending.exitCode
  }

  private mutating func record(isLast: Bool) throws {
    let (stepper, name) = (stepper, engine.rawValue)
    if let difference = try check?.difference(from: stepper, named: name) {
      throw Failed(.no, difference.description)
    }
    try recorder?.record(stepper, isLast: isLast)
  }

  /// Advances at once, or in pieces of about a second if somebody watches the progress.
  ///
  /// - Returns: what ended the run before, if anything did.
  private mutating func advance(to generation: BigInt) throws -> Ending? {
    let start = Interruption.clock.now
    defer { time += Interruption.clock.now - start }
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
      if let ending = attend() { return ending }
      if Interruption.clock.now - began < .milliseconds(500) { piece *= 2 }
      if progress.isShown { progress.show(stepper, engine) }
    }
    return attend()
  }

  /// Looks at what is wanted of the run: an answer, or its end.
  private func attend() -> Ending? {
    guard Interruption.wish.isRaised else { return nil }
    Interruption.wish.lower()
    if Interruption.takeQuestion() {
      progress.clear()
      Console.ofProcess.complain("life: \(loaded.title): \(progress.line(stepper, engine))\n")
    }
    if let signal = Interruption.signal { return .signal(signal) }
    guard let deadline = limits.deadline, Interruption.clock.now >= deadline,
      stepper.generation < schedule.end
    else {
      setAlarm()
      return nil
    }
    return .time
  }

  private func setAlarm() {
    if let deadline = limits.deadline {
      Interruption.wake(after: max(deadline - Interruption.clock.now, .zero))
    }
  }
}

extension Execution {
  private func report() throws {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    let sample = Sample(
      generation: stepper.generation, population: stepper.population, bounds: stepper.bounds)
    if output.isJSON {
      try writeJSON(sample, seconds)
    } else {
      Talk(isQuiet: output.isQuiet).say(summary(sample, seconds))
    }
  }

  private func summary(_ sample: Sample, _ seconds: Double) -> String {
    let place = sample.bounds.map { ", \($0.width) × \($0.height) at (\($0.x), \($0.y))" } ?? ""
    return "life: \(loaded.title): generation \(sample.generation), population "
      + "\(sample.population)\(place); \(engines), \(seconds.asSeconds)"
  }

  /// The engines in the order of their work: `tiles, hashlife from generation 4096`.
  private var engines: String {
    stints.enumerated().map { index, stint in
      index == 0
        ? stint.engine.rawValue : "\(stint.engine.rawValue) from generation \(stint.generation)"
    }.joined(separator: ", ")
  }

  private func writeJSON(_ sample: Sample, _ seconds: Double) throws {
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
    if output.hasDigest {
      members.append(("cells_digest", JSONText(try stepper.snapshot().digest())))
    }
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

extension Double {
  /// A time for people: about three digits that matter.
  var asSeconds: String { self < 1 ? "\((self * 1000).threeDigits) ms" : "\(threeDigits) s" }
}
