import LifeCore
package import LifeEngines
package import LifeIO
package import LifeRender

/// The format, target, view and length of an image or animation.
package struct FrameOutputPlan {
  package var kind: ImageFormat
  package var target: OutputTarget
  package var planner: ViewPlanner
  /// The expected number of frames.
  package var frameCount: Int
  /// The number of threads for painting and compressing.
  package var threads = 1
  /// The name of the pattern, for pages.
  package var title = ""
  /// The page of several patterns that the frames belong to.
  package var page: RecordingPage?

  package init(
    kind: ImageFormat, target: OutputTarget, planner: ViewPlanner, frameCount: Int,
    threads: Int = 1
  ) {
    (self.kind, self.target, self.planner) = (kind, target, planner)
    (self.frameCount, self.threads) = (frameCount, threads)
  }

  fileprivate var recording: RecordingDescription {
    var recording = RecordingDescription()
    recording.title = title
    recording.rule = planner.rule.canonical
    recording.isBounded = planner.universe.isBounded
    recording.hasGrid = options.appearance.hasGrid
    recording.isEmbedded = options.isEmbedded
    recording.isPart = page != nil
    return recording
  }

  package var options: ViewOptions { planner.options }
}

/// Writes a frame for every sample. Frames are painted and written while the engine steps.
package final class FrameSampleWriter: SampleWriter {
  private let plan: FrameOutputPlan
  private var viewport: Viewport?
  private var output: FrameOutput?
  private var renderQueue: RenderQueue?
  /// The saved position of a resumed animation, until its next frame.
  private var saved: StateReader?

  package init(_ plan: FrameOutputPlan) { self.plan = plan }

  /// The number of frames in use: one is filled, one is painted and one waits between; only one if
  /// they are huge.
  private static func frames(_ size: FrameShape) -> Int {
    size.pixelWidth * size.pixelHeight > 1 << 27 ? 1 : 3
  }

  package func write(_ stepper: any Stepper, isLast: Bool, _ control: WritingControl) throws {
    try draw(stepper, isShown: true, control)
  }

  package func observe(_ stepper: any Stepper, _ control: WritingControl) throws {
    try draw(stepper, isShown: false, control)
  }

  private func draw(_ stepper: any Stepper, isShown: Bool, _ control: WritingControl) throws {
    if renderQueue == nil { try begin(stepper, control) }
    let frame = try renderQueue!.freeFrame()
    let appearance = plan.options.appearance
    do {
      try viewport!.draw(stepper, into: frame, appearance.curve) {
        try control.check {
          WritingProgress(work: "drawing generation \(stepper.generation)")
        }
      }
    } catch {
      renderQueue!.release(frame)
      throw error
    }
    frame.isShown = isShown
    if appearance.hasLabel {
      frame.caption = ["gen \(stepper.generation)", "pop \(stepper.population)"].map(\.shortened)
    }
    if plan.kind.hasPopulation { frame.population = stepper.population }
    renderQueue!.submit(frame)
  }

  private func begin(_ stepper: any Stepper, _ control: WritingControl) throws {
    let viewport = try plan.planner.viewport(for: stepper)
    guard max(viewport.size.pixelWidth, viewport.size.pixelHeight) <= plan.kind.largestSide else {
      throw RunFailure(
        .usage,
        "\(plan.kind.rawValue): images are at most \(plan.kind.largestSide) pixels wide and high; "
          + "use --scale 1/K or another format")
    }
    let appearance = plan.options.appearance
    let colors = StateColors.usual(for: plan.planner.rule)
    let output = FrameOutput(
      plan, viewport.size, viewport.coloring(appearance, colors), control)
    let frames = try (0..<Self.frames(viewport.size)).map { _ in try Frame(viewport.size) }
    self.viewport = viewport
    self.output = output
    if let saved { try resume(output, saved) }
    renderQueue = RenderQueue(frames) { try output.add($0) }
  }

  private func resume(_ output: FrameOutput, _ saved: StateReader) throws {
    var state = saved
    try viewport!.restore(from: &state)
    try output.restore(from: &state)
    self.saved = nil
  }

  package func save(to state: inout StateWriter) throws {
    if renderQueue == nil, let saved { return state.write(saved.rest) }
    try renderQueue?.finish()
    var own = StateWriter()
    if let viewport, let output {
      viewport.save(to: &own)
      try output.save(to: &own)
    }
    state.write(own.bytes)
  }

  package func restore(from state: inout StateReader) throws {
    let own = try state.readBlock()
    saved = own.isAtEnd ? nil : own
  }

  package func finish() throws {
    // The first frame opens an animation, also after it was resumed.
    if saved != nil { throw InvalidSavedState() }
    try renderQueue?.finish()
    renderQueue = nil
    try output?.finish()
    output = nil
  }
}

extension String {
  /// A long number shortened to its first digits and its length.
  fileprivate var shortened: String {
    utf8.count <= 24 ? self : "\(prefix(12))… (\(utf8.count - 4) digits)"
  }
}

/// Opens the files of an animation, paints its frames and writes them.
private final class FrameOutput {
  private let plan: FrameOutputPlan
  private let format: ImageProperties
  private let painter: Painter
  private let pool: WorkerPool
  private let control: WritingControl
  private var file: OutputFile?
  private var output: ByteWriter?
  private var writer: (any FrameWriter)?
  /// The memory of ffmpeg.
  private var encoder: MemoryClaim?
  private var index = 0
  /// Shows the frames in time if they go to a terminal.
  private var pacer: FramePacer?

  init(
    _ plan: FrameOutputPlan, _ size: FrameShape, _ coloring: Coloring, _ control: WritingControl
  ) {
    self.plan = plan
    self.control = control
    pool = WorkerPool(threads: plan.threads, idle: .sleeping)
    painter = Painter(coloring, plan.options.appearance, pool: pool)
    var format = ImageProperties(size, coloring.palette)
    format.rate = plan.options.rate
    format.chroma = plan.options.chroma
    format.frameCount = plan.target.isNumbered ? 1 : plan.frameCount
    format.recording = plan.recording
    self.format = format
    let isPlayed =
      plan.kind == .ansi && plan.target.template.isStandardStream && isTerminalOutput
    pacer = isPlayed ? FramePacer(format.rate) : nil
  }

  func add(_ frame: Frame) throws {
    try control.checkTime { "drawing generation \(frame.generation)" }
    let image = try painter.paint(frame)
    guard frame.isShown else { return }
    if writer == nil { try begin(frame.generation) }
    pacer?.wait(forFrame: index)
    try writer!.append(image)
    if pacer != nil { try output?.flush() }
    index += 1
    if plan.target.isNumbered { try finish() }
  }

  private func begin(_ generation: BigInt) throws {
    let output = try open(at: generation)
    output.beforeBlock = { [control] in
      try control.checkTime { "writing generation \(generation)" }
    }
    self.output = output
    var writer = plan.kind.makeWriter(to: output, format, pool: pool)
    try writer.begin()
    self.writer = writer
  }

  private func open(at generation: BigInt) throws -> ByteWriter {
    if let page = plan.page { return page.open(title: plan.title) }
    let (kind, format, replacement) = (plan.kind, format, plan.target.replacement)
    guard kind.usesFFmpeg else {
      let file = try OutputFile(plan.target, index: index, generation: generation)
      self.file = file
      return file.writer
    }
    let path = plan.target.path(index: index, generation: generation)
    encoder = try MemoryClaim(purpose: "video encoder", bytes: FFmpegCommand.memory(format))
    return ByteWriter(
      try ProgramSink(FFmpegCommand.program, creating: path, replacement: replacement) {
        FFmpegCommand.arguments(kind, format, output: $0, isPipe: $1)
      })
  }

  func finish() throws {
    try writer?.finish()
    try output?.finish()
    writer = nil
    output = nil
    file = nil
    encoder = nil
  }

  func save(to state: inout StateWriter) throws {
    painter.save(to: &state)
    state.write(index)
    state.write(writer != nil && file != nil)
    guard let writer, let file else { return }
    try file.save(to: &state)
    writer.save(to: &state)
  }

  func restore(from state: inout StateReader) throws {
    try painter.restore(from: &state)
    index = try state.readSampleCount()
    guard try state.readFlag() else { return }
    let file = try OutputFile.restored(plan.target, from: &state)
    var writer = plan.kind.makeWriter(to: file.writer, format, pool: pool)
    try writer.restore(from: &state)
    (self.file, output, self.writer) = (file, file.writer, writer)
  }
}
