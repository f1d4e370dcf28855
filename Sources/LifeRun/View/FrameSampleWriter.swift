import LifeCore
package import LifeEngines
import LifeFormats
package import LifeIO
import LifeRender

/// Writes a frame for every sample. Frames are painted and written while the engine steps.
package final class FrameSampleWriter: SampleWriter {
  private let plan: FrameOutputPlan
  private var renderer: Renderer?
  private var output: AnimationFile?
  private var renderQueue: RenderQueue?
  /// The saved position of a resumed animation, until its next frame.
  private var saved: ArraySlice<UInt8> = []

  package init(_ plan: FrameOutputPlan) { self.plan = plan }

  /// The number of frames in use: one is filled, one is painted and one waits between; only one if
  /// they are huge.
  private static func frames(_ size: FrameShape) -> Int {
    size.pixelWidth * size.pixelHeight > 1 << 27 ? 1 : 3
  }

  package func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    try draw(stepper, copies: isLast ? 1 + plan.options.heldFrames : 1, control: control)
  }

  package func observe(_ stepper: any Stepper, control: WritingControl) throws {
    try draw(stepper, copies: 0, control: control)
  }

  private func draw(_ stepper: any Stepper, copies: Int, control: WritingControl) throws {
    if renderQueue == nil { try begin(stepper, control: control) }
    let frame = try renderQueue!.freeFrame()
    do {
      try renderer!.fill(frame, from: stepper) {
        try control.check {
          WritingProgress(work: "drawing generation \(stepper.generation)")
        }
      }
    } catch {
      renderQueue!.release(frame)
      throw error
    }
    frame.copies = copies
    frame.pattern = plan.kind == .png && copies > 0 ? try pattern(of: stepper) : []
    if plan.kind.hasPopulation { frame.population = stepper.population }
    renderQueue!.submit(frame)
  }

  /// The pattern that a picture can be read back as; empty if it is large.
  private func pattern(of stepper: any Stepper) throws -> [UInt8] {
    guard stepper.population <= BigInt(Self.mostStoredCells) else { return [] }
    let sink = MemorySink()
    let output = ByteWriter(sink)
    try Format.rle.write(try stepper.snapshot(), to: output)
    try output.finish()
    return sink.bytes
  }

  /// A pattern takes up to ten bytes a cell, and the picture of one with more cells about as many.
  private static let mostStoredCells = 1 << 14

  private func begin(_ stepper: any Stepper, control: WritingControl) throws {
    let pool = WorkerPool(threads: plan.threads, idle: .sleeping)
    let viewport = try plan.planner.viewport(showing: stepper.bounds)
    let renderer = Renderer(
      viewport, appearance: plan.options.appearance, rule: plan.planner.rule, format: plan.kind,
      pool: pool)
    for omission in renderer.omissions { control.note(omission) }
    let output = AnimationFile(
      plan, width: renderer.width, height: renderer.height, palette: renderer.palette,
      control: control, pool: pool)
    let frames = try (0..<Self.frames(viewport.size)).map { _ in try Frame(viewport.size) }
    self.renderer = renderer
    self.output = output
    if !saved.isEmpty {
      var state = StateExchange(restoring: saved)
      try exchangePosition(with: &state)
      saved = []
    }
    renderQueue = RenderQueue(frames, hasThread: needsThread(viewport.size)) {
      [painter = renderer.painter] frame in
      try control.checkTime { "drawing generation \(frame.generation)" }
      let image = try painter.paint(frame)
      try output.append(image, of: frame.generation, copies: frame.copies)
    }
  }

  /// The most pixels of a frame that is drawn as fast as a thread wakes, if it is not compressed.
  /// 5207 PBM frames of an acorn, 189 × 229 pixels: 0.14 → 0.09 s.
  private static let mostPixelsAtOnce = 1 << 19

  private func needsThread(_ size: FrameShape) -> Bool {
    !plan.kind.isUncompressed || size.pixelWidth * size.pixelHeight > Self.mostPixelsAtOnce
  }

  private func exchangePosition(with state: inout StateExchange) throws {
    try renderer?.viewport.exchange(with: &state)
    try renderer?.painter.exchange(with: &state)
    try output?.exchange(with: &state)
  }

  package func exchange(with state: inout StateExchange) throws {
    var position = state.isRestoring ? [] : try currentPosition()
    try state.exchange(&position)
    if state.isRestoring { saved = position }
  }

  private func currentPosition() throws -> ArraySlice<UInt8> {
    guard let renderQueue else { return saved }
    try renderQueue.finish()
    var state = StateExchange()
    try exchangePosition(with: &state)
    return state.bytes
  }

  package func finish() throws {
    // The first frame opens an animation, also after it was resumed.
    if !saved.isEmpty { throw InvalidSavedState() }
    try renderQueue?.finish()
    renderQueue = nil
    try output?.finish()
    output = nil
  }
}
