/// The options that control the colors and decorations of frames; ``Coloring`` implements them.
package struct Appearance: Hashable, Sendable {
  package var theme = Theme.golly
  /// Nil for the background of the theme.
  package var background: Color?
  /// The color of live cells, or of cells in state 1 for rules with more states; nil for the color
  /// of the theme.
  package var cell: Color?
  /// Whether the color of a cell depends on its age in frames; nil for the choice of the theme.
  package var isAged: Bool?
  /// The number of frames for which a dead cell fades out; nil for the choice of the theme.
  package var trail: Int?
  /// Whether lines separate cells; only cells of at least four pixels get lines.
  package var hasGrid = false
  /// Whether the cells of a hexagonal rule are drawn as squares.
  package var hasSquareCells = false
  /// Whether ``Frame/caption`` is written in the upper left corner.
  package var hasLabel = false
  /// The brightness of a pixel that represents a square of many cells.
  package var curve = Shading.Curve.logarithmic

  package init() {}
}
