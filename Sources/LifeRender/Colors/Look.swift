/// How a picture is to look, as asked for; ``Coloring`` is what becomes of it.
package struct Look: Hashable, Sendable {
  package var theme = Theme.golly
  package var background: Color?
  /// The colour of living cells, of state 1 if there are more.
  package var cell: Color?
  /// Whether a cell's colour tells its age; nil if the theme decides.
  package var isAged: Bool?
  /// For how many frames a place shows that life has left it; nil if the theme decides.
  package var trail: Int?
  package var hasGrid = false
  package var hasLabel = false
  /// What a pixel that stands for many cells looks like.
  package var curve = Shading.Curve.logarithmic

  package init() {}
}
