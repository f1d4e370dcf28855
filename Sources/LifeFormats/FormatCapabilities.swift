/// What the files of a format can hold beside the positions of live cells relative to each other.
package struct FormatCapabilities: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The number of capabilities.
  var count: Int { rawValue.nonzeroBitCount }

  package static let rule = FormatCapabilities(rawValue: 1)
  package static let universe = FormatCapabilities(rawValue: 2)
  /// The absolute position of the bounding box.
  package static let position = FormatCapabilities(rawValue: 4)
  package static let generation = FormatCapabilities(rawValue: 8)
  package static let comments = FormatCapabilities(rawValue: 16)
  /// The names of the pattern and of its author.
  package static let name = FormatCapabilities(rawValue: 32)
  /// Quadtrees, whose files do not grow with the number of cells.
  package static let trees = FormatCapabilities(rawValue: 64)
  /// Cells of more than two states.
  package static let states = FormatCapabilities(rawValue: 128)
}
