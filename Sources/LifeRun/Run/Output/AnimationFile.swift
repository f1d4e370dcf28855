import LifeCore
import LifeIO
import LifeRender
import LifeSystem

/// The file of an animation, or the files of its images. Files are opened with their first image.
final class AnimationFile {
  private let plan: FrameOutputPlan
  private let properties: ImageProperties
  private let pool: WorkerPool
  private let control: WritingControl
  private var file: OutputFile?
  private var output: ByteWriter?
  private var writer: (any FrameWriter)?
  private var index: Int
  /// Looks for flashes and live cells in what people watch: not in numbered images.
  private var flashes: FlashCounter?
  /// Paces the frames on a terminal.
  private var pacer: FramePacer?

  init(
    _ plan: FrameOutputPlan, width: Int, height: Int, palette: Palette,
    control: WritingControl, pool: WorkerPool
  ) {
    self.plan = plan
    let start = plan.target.startIndex
    index = start == 0 ? 0 : start + plan.heldFrames
    self.control = control
    self.pool = pool
    var properties = ImageProperties(width: width, height: height, palette: palette)
    properties.rate = plan.options.rate
    properties.frameCount = plan.target.isNumbered ? 1 : plan.totalFrames
    properties.recording = plan.recording
    self.properties = properties
    let isViewed = plan.kind.isForViewing && !plan.target.isNumbered
    flashes = isViewed ? FlashCounter(properties.rate) : nil
    let isPlayed =
      plan.kind == .ansi && plan.target.template.isStandardStream
      && Console.ofProcess.isTerminal(.output)
    pacer = isPlayed ? FramePacer(properties.rate) : nil
  }

  /// Writes an image `copies` times, and the first image ``FrameOutputPlan/heldFrames`` more times.
  func append(_ image: Image, of generation: BigInt, copies: Int = 1) throws {
    guard copies > 0 else { return }
    if writer == nil { try begin(generation) }
    for _ in 0..<copies + (index == 0 ? plan.heldFrames : 0) {
      pacer?.wait(forFrame: index)
      try writer!.append(image)
      flashes?.add(image)
      if pacer != nil { try output?.flush() }
      index += 1
    }
    if plan.target.isNumbered { try finish() }
  }

  private func begin(_ generation: BigInt) throws {
    let output = try open(at: generation)
    output.beforeBlock = { [control] in
      try control.checkTime { "writing generation \(generation)" }
    }
    self.output = output
    var writer = plan.kind.makeWriter(to: output, properties, pool: pool)
    if !plan.target.isContinued { try writer.begin() }
    self.writer = writer
  }

  private func open(at generation: BigInt) throws -> ByteWriter {
    if let page = plan.page { return page.open(title: plan.title) }
    if let memory = plan.memory { return ByteWriter(memory.sink) }
    let kind = plan.kind
    let replacement = plan.target.replacement
    guard kind.usesFFmpeg else {
      let file =
        try plan.file
        ?? OutputFile(
          plan.target, index: index, generation: generation, steersTerminal: kind.isText)
      self.file = file
      return file.writer
    }
    let path = plan.target.path(index: index, generation: generation)
    return try kind.openVideo(path, properties, replacement: replacement)
  }

  func finish() throws {
    try writer?.finish()
    try output?.finish()
    if plan.kind.repeatsByItself { flashes?.repeatStart() }
    close()
  }

  /// Lets go of the file, which is discarded unless it is finished.
  func close() {
    writer = nil
    output = nil
    file = nil
  }

  /// The frames written so far.
  var frames: WrittenFrames {
    var frames = plan.frames(
      index, size: PixelSize(width: properties.width, height: properties.height))
    frames.isFlashing = flashes?.isFlashing ?? false
    frames.isBlank = flashes?.isBlank ?? false
    return frames
  }

  func synchronize() throws -> OutputPosition? { try file?.synchronize() }
}

extension ImageFormat {
  /// A writer to an ffmpeg process, which encodes a video file.
  ///
  /// - Throws: ``FileFailure``, ``ProgramFailure``.
  func openVideo(
    _ path: Path, _ properties: ImageProperties, replacement: Replacement = .unprotected
  ) throws -> ByteWriter {
    ByteWriter(
      try ProgramSink(FFmpegCommand.program, creating: path, replacement: replacement) {
        FFmpegCommand.arguments(self, properties: properties, output: $0, isPipe: $1)
      })
  }
}

/// The times at which a terminal shows the frames of an animation.
struct FramePacer {
  let rate: FrameRate
  /// The index of the first frame and its time.
  private var first: (index: Int, time: ContinuousClock.Instant)?

  init(_ rate: FrameRate) { self.rate = rate }

  /// The time from the first frame to the one that is `count` frames later.
  func delay(afterFrames count: Int) -> Duration {
    .seconds(Double(count) * Double(rate.denominator) / Double(rate.numerator))
  }

  /// Sleeps until a frame is due. A late frame doesn't wait, and doesn't delay later ones.
  mutating func wait(forFrame index: Int) {
    let now = ContinuousClock.now
    guard let first else { return self.first = (index, now) }
    var rest = first.time + delay(afterFrames: index - first.index) - now
    while rest > .zero {
      usleep(UInt32(min(rest / .microseconds(1), 500_000)) + 1)
      rest = first.time + delay(afterFrames: index - first.index) - .now
    }
  }
}
