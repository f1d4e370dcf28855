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
