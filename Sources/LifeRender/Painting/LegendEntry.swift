/// What a color, or a gradient of colors, means.
package struct LegendEntry: Hashable, Sendable {
  var text: String
  /// Palette indices.
  var colors: [UInt8]
}
