/// How the pixels of an image become cells.
package struct ImageReadOptions: Hashable, Sendable {
  /// Pixels darker than this lightness are live cells; 0 is black, 255 is white.
  package var threshold = 128
  /// Whether pixels at least as light as the threshold are live cells instead.
  package var isInverted = false
  /// The side of a cell in pixels; the pixel in the middle of a cell decides.
  package var cellSize = 1

  package init() {}
}
