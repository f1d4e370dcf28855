/// A rectangle in the colors of a legend, in columns of equal width.
struct Swatch: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  /// Palette indices.
  var colors: [UInt8]

  var rows: Range<Int> { y..<y + height }

  /// The color of a column of pixels.
  func color(_ column: Int) -> UInt8 { colors[column * colors.count / width] }
}
