/// The colors of ``MapPicture``: muted for what stays, warm for what changes most.
package enum MapColors {
  package static let still = Color(0xb4c0cb)
  package static let changing = Color(0xd7354a)

  private static let periods = Ramp(
    Color(0x4c78d0), Color(0x2fa89a), Color(0x9bc53d), Color(0xf2b134), Color(0xf0703e),
    changing)
  private static let heat = Ramp(
    Color(0xffe9a8), Color(0xfdae61), Color(0xf0653e), Color(0xb5174b), Color(0x5c0f4f))

  /// The color of one of `count` periods, which ascend; the last is the longest.
  package static func period(_ index: Int, of count: Int) -> Color {
    count < 2 ? changing : periods[Double(index) / Double(count - 1)]
  }

  /// The color of a share of the greatest heat, above 0 and at most 1.
  package static func heat(_ share: Double) -> Color { heat[share] }
}
