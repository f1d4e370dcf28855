package import LifeIO

/// Encodes images of one size as a file: ``begin()``, any number of ``append(_:)``, ``finish()``.
///
/// The caller opens the output and closes it.
///
/// The state that is saved between two images lets a new writer append the next one without calling
/// ``begin()`` again.
package protocol FrameWriter: Resumable {
  /// Writes the header of the file; called once, before the first image.
  ///
  /// - Throws: ``FileFailure``.
  mutating func begin() throws

  /// Encodes an image with the size and palette of the file's ``ImageProperties``.
  ///
  /// - Throws: ``FileFailure`` from the output, ``MemoryExhausted``.
  mutating func append(_ image: Image) throws

  /// Writes the end of the file.
  ///
  /// - Throws: ``FileFailure``.
  mutating func finish() throws
}

extension FrameWriter {
  // Most formats encode each image independently.

  package func save(to state: inout StateWriter) {}

  package mutating func restore(from state: inout StateReader) throws {}
}

/// The properties that all images of a file share.
package struct ImageProperties: Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  package let palette: Palette
  package var rate = FrameRate.usual
  /// The expected number of images; the header of an APNG file contains it.
  package var frameCount = 1
  /// What a page says about its recording.
  package var recording = RecordingDescription()

  package init(width: Int, height: Int, _ palette: Palette) {
    self.width = width
    self.height = height
    self.palette = palette
  }
}

/// Frames per second as a fraction, because video has rates such as 30000/1001.
package struct FrameRate: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  package static let usual = FrameRate(30, denominator: 1)

  package init(_ numerator: Int, denominator: Int) {
    precondition(numerator > 0 && denominator > 0)
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether a frame is shorter than the shortest that GIF viewers show, two centiseconds.
  package var isTooFastForGIF: Bool { numerator > 50 * denominator }

  /// The start time of a frame, in centiseconds, rounded to nearest.
  func centiseconds(ofFrame index: Int) -> Int {
    (200 * index * denominator + numerator) / (2 * numerator)
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
