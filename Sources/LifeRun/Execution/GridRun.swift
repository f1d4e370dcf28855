import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Runs several patterns at once and draws them side by side into one image or animation.
///
/// Every frame shows each pattern after as many samples; a pattern whose run is complete stays as
/// it is until the last run is.
package struct GridRun {
  /// The plan of each pattern, whose output is the same file.
  package let plans: [RunPlan]
  private var parts: [GridPart]
  private let grid: ImageGrid
  private let file: FrameOutputPlan
  private let control: WritingControl
  private let observer: (any RunObserver)?
  private let began = Interruption.clock.now

  /// - Throws: ``RunFailure``, ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(
    _ request: RunRequest, patterns: [LoadedPattern], observer: (any RunObserver)? = nil
  ) throws {
    grid = ImageGrid(
      of: patterns.count, request.view.appearance,
      size: request.view.size.map { ($0.width, $0.height) })
    plans = try Self.plans(request, patterns: patterns, grid: grid)
    let planner = plans[0].view!.planner
    file = FrameOutputPlan(
      target: plans[0].outputs[0].target, planner: planner,
      frameCount: plans.map(\.schedule.samples).max()!, threads: plans[0].engine.options.threads)
    parts = try zip(plans, patterns).map { try GridPart($0, pattern: $1.takePattern()) }
    self.observer = observer
    control = WritingControl(
      observer, title: "\(plans[0].input.title)", deadline: plans[0].limits.writingDeadline)
  }

  /// The plans of the patterns, each in a part of the image.
  private static func plans(
    _ request: RunRequest, patterns: [LoadedPattern], grid: ImageGrid
  ) throws -> [RunPlan] {
    var request = request
    request.view.size = PixelSize(width: grid.partWidth, height: grid.partHeight)
    request.view.appearance.hasLegend = false
    return try patterns.map { loaded in
      request.view.appearance.title = PlannedInput(loaded).patternName
      return try RunPlan(request, loaded: loaded)
    }
  }

  /// Runs all patterns to their ends, a limit or a signal, and completes the file.
  ///
  /// - Returns: the outcome of each run.
  /// - Throws: ``RunFailure`` and the errors of the layers below.
  package mutating func run() throws -> [RunResult] {
    let stop = try Interruption.withPolicy(plans[0].signalPolicy) { try drawAll() }
    observer?.clear()
    return parts.map { $0.result(stop) }
  }

  private mutating func drawAll() throws -> StopReason? {
    Interruption.raiseInterrupt(at: plans[0].limits.deadline)
    var output: (file: AnimationFile, palette: MergedPalette)?
    var frames = 0
    var stop: StopReason?
    repeat {
      stop = try advance()
      if stop != nil { break }
      frames += 1
      let isLast = parts.allSatisfy(\.isAtEnd)
      if !isLast, plans[0].limits.isReached(bySamples: frames) { stop = .samples }
      let (file, palette) = try output ?? begin()
      output = (file, palette)
      let image = grid.image(of: parts.map { $0.image! }, palette: palette, legend: parts[0].legend)
      let copies = isLast || stop != nil ? 1 + self.file.options.heldFrames : 1
      try file.append(image, of: parts[0].generation, copies: copies)
      for index in parts.indices { parts[index].noteWritten() }
    } while stop == nil && parts.contains { !$0.isAtEnd }
    guard let output else {
      if case .time? = stop {
        throw RunFailure(.overLimit, "--max-time was reached before the first image")
      }
      return stop
    }
    try output.file.finish()
    return stop
  }

  /// Advances every pattern to its next sample.
  ///
  /// - Returns: why the run ends before that.
  private mutating func advance() throws -> StopReason? {
    for index in parts.indices {
      if let stop = try parts[index].advance(control) { return stop }
    }
    if observer?.showsProgress == true { observer?.show(parts[0].progress(since: began)) }
    return nil
  }

  private func begin() throws -> (AnimationFile, MergedPalette) {
    let palette = MergedPalette(parts.map { $0.image!.palette })
    let pool = WorkerPool(threads: file.threads, idle: .sleeping)
    let output = AnimationFile(
      file, width: grid.width, height: grid.height, palette: palette.palette, control: control,
      pool: pool)
    return (output, palette)
  }
}

/// One pattern of a ``GridRun``, and the image of its present sample.
private struct GridPart {
  private let plan: RunPlan
  private var stepper: any Stepper
  private var renderer: Renderer?
  private(set) var image: Image?
  /// The generation of the last image that is in the file.
  private var lastWritten: BigInt?
  private var seconds = 0.0

  init(_ plan: RunPlan, pattern: Pattern) throws {
    if let exhaustion = plan.view?.exhaustion { throw exhaustion }
    self.plan = plan
    let schedule = plan.schedule
    stepper = try plan.engine.makeStepper(pattern, generations: schedule.end - schedule.start)
  }

  var generation: BigInt { stepper.generation }
  var isAtEnd: Bool { image != nil && stepper.generation == plan.schedule.end }
  var legend: [LegendEntry] { renderer?.legend ?? [] }

  /// Advances to the next sample and draws it, and lets the painter see what is between.
  ///
  /// - Returns: why the run ends before that.
  mutating func advance(_ control: WritingControl) throws -> StopReason? {
    var next = image == nil ? plan.steps.first : plan.steps.next(after: stepper.generation)
    while let generation = next {
      let start = Interruption.clock.now
      defer { seconds += (Interruption.clock.now - start).inSeconds }
      if let stop = try step(to: generation) { return stop }
      try draw(control)
      if plan.schedule.contains(generation) { return nil }
      next = plan.steps.next(after: generation)
    }
    return nil
  }

  private mutating func step(to generation: BigInt) throws -> StopReason? {
    repeat {
      do {
        try stepper.advance(by: generation - stepper.generation)
      } catch is Stopped {
      } catch let exhausted as MemoryExhausted {
        return .memory(exhausted)
      }
      guard Interruption.interrupt.isRaised else { continue }
      Interruption.interrupt.lower()
      if let signal = Interruption.signal { return .signal(signal) }
      if plan.limits.isTimeUp { return .time }
    } while stepper.generation < generation
    return nil
  }

  private mutating func draw(_ control: WritingControl) throws {
    if renderer == nil {
      let planner = plan.view!.planner
      let renderer = Renderer(
        try planner.viewport(showing: stepper.bounds), appearance: planner.options.appearance,
        rule: planner.rule, format: planner.kind)
      for omission in renderer.omissions { control.note("\(plan.input.name): \(omission)") }
      self.renderer = renderer
    }
    image = try renderer!.image(of: stepper) {
      try control.check { WritingProgress(work: "drawing generation \(stepper.generation)") }
    }
  }

  /// Notes that the present image is in the file.
  mutating func noteWritten() { lastWritten = stepper.generation }

  func progress(since began: ContinuousClock.Instant) -> RunProgress {
    RunProgress(of: plan, stepper, engine: spans.last?.engine ?? .reference, since: began)
  }

  private var spans: [EngineSpan] {
    plan.engine.spans(of: stepper, since: plan.schedule.start)
  }

  func result(_ stop: StopReason?) -> RunResult {
    RunResult(
      sample: Sample(stepper), lastWritten: lastWritten, stopReason: isAtEnd ? nil : stop,
      spans: spans, seconds: seconds, digest: nil, isCutShort: false, isUnverified: false)
  }
}
