/// Encodes images of one size as a file: ``begin()``, any number of ``append(_:)``, ``finish()``.
///
/// The caller opens the output and closes it. A file whose images do not depend on each other is
/// resumed by a new writer that appends the next one without calling ``begin()`` again.
package protocol FrameWriter {
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

/// The properties that all images of a file share.
package struct ImageProperties: Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  package let palette: Palette
  package var rate = FrameRate.usual
  /// The expected number of images; the header of an APNG file contains it.
  package var frameCount = 1
  /// What a page says about its recording.
  package var recording = RecordingDescription()

  package init(width: Int, height: Int, palette: Palette) {
    self.width = width
    self.height = height
    self.palette = palette
  }
}
