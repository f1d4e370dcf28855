/// The options that control the colors and decorations of frames; ``Coloring`` implements them.
package struct Appearance: Hashable, Sendable {
  package var theme = Theme.golly
  /// The color of dead cells; nil for that of the theme.
  package var background: Color?
  /// How opaque the background is, from 0 to 255.
  package var opacity: UInt8 = 255
  /// The color of live cells, or of cells in state 1 for rules with more states; nil for the color
  /// of the theme.
  package var cell: Color?
  /// Whether the color of a cell depends on its age in frames; nil for the choice of the theme.
  package var isAged: Bool?
  /// The number of frames for which a dead cell fades out; nil for the choice of the theme.
  package var trail: Int?
  /// Whether lines separate cells; only cells of at least four pixels get lines.
  package var hasGrid = false
  /// Text above the cells.
  package var title: String?
  /// Whether ``Frame/caption`` is written above the cells.
  package var hasLabel = false
  /// Whether the meaning of the colors is written below the cells.
  package var hasLegend = false

  package init() {}

  /// The least scale with grid lines, in pixels per cell; at smaller ones they would hide cells.
  package static let leastGridScale = 4

  package func drawsGrid(atScale scale: Int) -> Bool { hasGrid && scale >= Self.leastGridScale }

  /// Whether text stands above or below the cells.
  package var hasMargins: Bool { title != nil || hasLabel || hasLegend }
}
