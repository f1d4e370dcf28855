/// The colors and effects that a theme consists of.
struct ThemeColors {
  var background: Color
  var cell: Color
  /// The colors of a live cell by age; nil if its color does not change.
  var ages: Ramp?
  /// The colors of a dead cell while it fades out, the brightest first; nil for a gradient from the
  /// cell color to the background.
  var embers: Ramp?
  /// The number of frames for which a dead cell fades out.
  var trail = 0
  /// The color of cells that were alive in any earlier frame.
  var past: Color?
  /// The colors of the states 2, 3, …
  var furtherStates: [Color] = []

  init(background: UInt32, cell: UInt32) {
    self.background = Color(background)
    self.cell = Color(cell)
  }
}
