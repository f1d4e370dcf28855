/// What the page of a recording says about it, besides its frames.
package struct RecordingDescription: Sendable, Hashable {
  package var title = ""
  package var rule = ""
  /// Whether the cells are hexagons.
  package var isHexagonal = false
  /// The size in pixels that the player keeps to; nil for as much as the page has.
  package var limit: [Int]?
  /// Whether a line marks the border of the universe.
  package var isBounded = false
  /// Whether grid lines are visible at first.
  package var hasGrid = false
  /// Whether the page is a fragment for another page.
  package var isEmbedded = false
  /// Whether the start and the end of the page are written by ``PlayerPage``, for a page with
  /// several recordings.
  package var isPart = false

  package init() {}
}
