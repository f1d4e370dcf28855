/// The perceived lightness of a color, from 0 for black to 255 for white, rounded; for a gray, its
/// level.
///
/// - SeeAlso: [ITU-R BT.601](https://www.itu.int/rec/R-REC-BT.601) for the weights.
package func luma(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
  let sum: Int = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
  return UInt8((sum + 500) / 1000)
}
