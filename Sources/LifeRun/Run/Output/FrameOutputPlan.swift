import LifeCore
package import LifeRender

/// The target, view and length of an image or animation.
package struct FrameOutputPlan {
  package var target: OutputTarget
  package var planner: ViewPlanner
  /// The expected number of frames.
  package var frameCount: Int
  /// The number of threads for painting and compressing.
  package var threads = 1
  /// The unfinished file of an interrupted run.
  var file: OutputFile?
  /// The name of the pattern, for pages.
  package var title = ""
  /// The page of several patterns that gets these frames.
  package var page: RecordingPage?
  /// The memory for these frames, instead of the file.
  var memory: ImagesInMemory?

  package init(
    target: OutputTarget, planner: ViewPlanner, frameCount: Int, threads: Int = 1
  ) {
    self.target = target
    self.planner = planner
    self.frameCount = frameCount
    self.threads = threads
  }

  var recording: RecordingDescription {
    var recording = RecordingDescription()
    // A page of several patterns has the given title; its list has their names.
    recording.title = (page == nil ? options.appearance.title : nil) ?? title
    recording.rule = planner.rule.canonical + planner.universe.suffix
    recording.limit = options.size.map { [$0.width, $0.height] }
    if options.hold != nil { recording.pause = 0 }
    recording.isBounded = planner.universe.isBounded
    recording.hasGrid = options.appearance.hasGrid
    recording.hasMajorLines = options.appearance.hasMajorLines
    recording.isEmbedded = options.isEmbedded
    recording.isPart = page != nil
    return recording
  }

  /// The number of additional copies of the first and the last frame of an animation.
  var heldFrames: Int { kind.isStill || target.isNumbered ? 0 : options.heldFrames }

  /// The expected number of frames with the held ones. Absurd numbers don't overflow.
  var totalFrames: Int { max(frameCount, frameCount &+ 2 * heldFrames) }

  /// Describes the written frames of a file: their number, their size in it, and their rate.
  ///
  /// - Parameter size: the size of the images. Videos have an even one; see ``FFmpegCommand``.
  func frames(_ count: Int, size: PixelSize) -> WrittenFrames {
    let isAnimation = !target.isNumbered && !kind.isStill
    let isSlowed = kind == .gif && options.rate.isTooFastForGIF
    let rate = isSlowed ? FrameRate(50, denominator: 1) : options.rate
    var size = size
    if kind.usesFFmpeg {
      size.width += size.width % 2
      size.height += size.height % 2
    }
    return WrittenFrames(count: count, size: size, rate: isAnimation ? rate : nil)
  }

  package var kind: ImageFormat { planner.kind }
  package var options: ViewOptions { planner.options }
}
