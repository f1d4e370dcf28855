/// Encodes images of one size as a file: ``begin()``, any number of ``append(_:)``, ``finish()``.
///
/// The caller opens and closes the output. If images do not depend on each other, a new writer can
/// resume the file: it appends the next image without calling ``begin()`` again.
package protocol FrameWriter {
  /// Writes the header of the file. Called once, before the first image.
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
  package func begin() throws {}
  package func finish() throws {}
}

/// The properties shared by all images of a file.
package struct ImageProperties: Sendable {
  /// The size in pixels.
  package let width: Int
  package let height: Int
  package let palette: Palette
  package var rate = FrameRate.usual
  /// The expected number of images, stored in the header of an APNG file.
  package var frameCount = 1
  /// The description of a recording on its page.
  package var recording = RecordingDescription()

  package init(width: Int, height: Int, palette: Palette) {
    self.width = width
    self.height = height
    self.palette = palette
  }
}
