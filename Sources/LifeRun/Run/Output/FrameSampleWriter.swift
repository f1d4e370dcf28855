import LifeCore
package import LifeEngines
import LifeIO
import LifeRender

/// Writes a frame for every sample. Another thread paints and writes frames while the engine steps.
package final class FrameSampleWriter: SampleWriter {
  private let plan: FrameOutputPlan
  private var renderer: Renderer?
  private var output: AnimationFile?
  private var renderQueue: RenderQueue?
  private(set) package var frames: WrittenFrames?

  package init(_ plan: FrameOutputPlan) { self.plan = plan }

  /// After an error, the caller may write the same file again at once: no thread still has it.
  deinit {
    renderQueue?.close()
    output?.close()
  }

  /// The number of frames in use: one being filled, one waiting, one being painted; only one if
  /// they are huge.
  private static func frameCount(for size: FrameShape) -> Int {
    size.pixelWidth * size.pixelHeight > 1 << 27 ? 1 : 3
  }

  package func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    try submitFrame(of: stepper, copies: isLast ? 1 + plan.heldFrames : 1, control: control)
  }

  package func observe(_ stepper: any Stepper, control: WritingControl) throws {
    try submitFrame(of: stepper, copies: 0, control: control)
  }

  private func submitFrame(of stepper: any Stepper, copies: Int, control: WritingControl) throws {
    if renderQueue == nil { try begin(stepper, control: control) }
    let frame = try renderQueue!.freeFrame()
    do {
      try renderer!.fill(frame, from: stepper) {
        try control.check { "drawing generation \(stepper.generation)" }
      }
    } catch {
      renderQueue!.release(frame)
      throw error
    }
    frame.copies = copies
    // Readers get the exact pattern back from the picture, unless it is large.
    let hasPattern =
      plan.kind == .png && copies > 0 && stepper.population <= BigInt(Self.maxStoredCells)
    frame.pattern = hasPattern ? try stepper.snapshot().rle : []
    if plan.kind.hasPopulation { frame.population = stepper.population }
    renderQueue!.submit(frame)
  }

  /// At ten bytes a cell, larger patterns would be as large as their pictures.
  private static let maxStoredCells = 1 << 14

  private func begin(_ stepper: any Stepper, control: WritingControl) throws {
    let pool = WorkerPool(threads: plan.threads, idle: .sleeping)
    let viewport = try plan.planner.viewport(showing: stepper.bounds)
    let renderer = Renderer(
      viewport, appearance: plan.planner.appearance, rule: plan.planner.rule, format: plan.kind,
      pool: pool)
    for omission in renderer.omissions { control.note(omission) }
    let output = AnimationFile(
      plan, width: renderer.width, height: renderer.height, palette: renderer.palette,
      control: control, pool: pool)
    let frames = try (0..<Self.frameCount(for: viewport.size)).map { _ in try Frame(viewport.size) }
    self.renderer = renderer
    self.output = output
    renderQueue = RenderQueue(frames, hasThread: needsThread(viewport.size)) {
      [painter = renderer.painter] frame in
      try control.checkTime { "drawing generation \(frame.generation)" }
      let image = try painter.paint(frame)
      try output.append(image, of: frame.generation, copies: frame.copies)
    }
  }

  /// An uncompressed frame of up to so many pixels is painted on the engine's thread: waking
  /// another one takes as long.
  private static let maxPixelsWithoutThread = 1 << 19

  private func needsThread(_ size: FrameShape) -> Bool {
    !plan.kind.isUncompressed || size.pixelWidth * size.pixelHeight > Self.maxPixelsWithoutThread
  }

  func synchronize() throws -> OutputPosition? {
    try renderQueue?.finish()
    return try output?.synchronize() ?? plan.file?.synchronize()
  }

  package func finish() throws {
    try renderQueue?.finish()
    renderQueue = nil
    // A resumed run may have no more frames.
    if output == nil { try plan.file?.writer.finish() }
    try output?.finish()
    frames = output?.frames
    frames?.hasCutCells = renderer?.viewport.hasCutCells ?? false
    output = nil
  }
}
