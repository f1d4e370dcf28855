package import LifeIO
package import LifeRender

/// A file written by a run, or the numbered files of one output, as described to the user:
///
///     a.mp4: 1201 frames, 1920 × 1080, 30 fps, 40 s of video, 384 KB
package struct WrittenOutput {
  /// The name of the file, or the template for numbered files.
  package let file: Path
  /// The frames, or images in files of their own; nil for other outputs.
  package let frames: WrittenFrames?
  /// Whether it is a pattern or a list of objects; they get no note besides the run's summary.
  package let isPatternOrObjects: Bool
  /// The size of the file in bytes; nil for several files and for devices.
  package let bytes: Int?

  /// Returns `nil` for standard output.
  ///
  /// - Parameter isPart: whether several patterns write to the file: its size is not known before
  ///   all runs have ended.
  init?(
    _ target: OutputTarget, frames: WrittenFrames? = nil, isPatternOrObjects: Bool = false,
    isPart: Bool = false
  ) {
    guard !target.template.isStandardStream else { return nil }
    file = target.template
    self.frames = frames
    self.isPatternOrObjects = isPatternOrObjects
    bytes = isPart || target.isNumbered || !isRegularFile(file) ? nil : fileSize(file)
  }
}

/// The frames of an animation, or the images of numbered files.
package struct WrittenFrames {
  package let count: Int
  package let size: PixelSize
  /// The frame rate; `nil` for separate images.
  package let rate: FrameRate?
  /// Whether large areas flash more than three times in a second; see ``FlashCounter``.
  package internal(set) var isFlashing = false
  /// Whether no frame shows a live cell.
  package internal(set) var isBlank = false
  /// Whether a view that follows the live cells was too small for them.
  package internal(set) var hasCutCells = false

  /// The seconds of the animation; `nil` for images.
  package var duration: Double? {
    rate.map { Double(count) * Double($0.denominator) / Double($0.numerator) }
  }
}
