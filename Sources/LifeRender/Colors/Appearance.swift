/// The options for colors and decorations of frames, implemented by ``Coloring``.
package struct Appearance: Hashable, Sendable {
  package var theme = Theme.golly
  /// The color of dead cells. `nil` means the theme's color.
  package var background: Color?
  /// The opacity of the background, from 0 to 255.
  package var opacity: UInt8 = 255
  /// The color of live cells, or of state 1 in rules with more states. `nil` means the theme's
  /// color.
  package var cell: Color?
  /// Whether the color of a cell depends on its age in frames. `nil` means the theme's choice.
  package var isAged: Bool?
  /// The number of frames in which a dead cell fades out. `nil` means the theme's choice.
  package var trail: Int?
  /// Whether lines separate cells. Only cells of at least four pixels get lines.
  package var hasGrid = false
  /// Whether every tenth line is brighter or darker than the others.
  package var hasMajorLines = true
  /// Text above the cells.
  package var title: String?
  /// The minimum number of lines reserved for the title.
  package var titleLines = 0
  /// Whether ``Frame/caption`` appears above the cells.
  package var hasLabel = false
  /// Whether the legend of the colors appears below the cells.
  package var hasLegend = false
  /// Pixels per pixel of a glyph. `nil` means the scale for an image as large as the cells' area.
  package var textScale: Int?

  package init() {}

  /// The minimum scale for grid lines, in pixels per cell. At smaller ones they would hide cells.
  package static let minGridScale = 4

  package func drawsGrid(atScale scale: Int) -> Bool { hasGrid && scale >= Self.minGridScale }

  /// Whether there is text above or below the cells.
  package var hasMargins: Bool { title != nil || hasLabel || hasLegend }
}
