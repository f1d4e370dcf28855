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

  /// One of many colors that differ: the hue turns by the golden angle, and the same colors follow
  /// again after ``distinctColors``.
  package static func distinct(_ index: Int) -> Color {
    let hue =
      (Double(index % distinctColors) * 0.618_034 + 0.58)
      .truncatingRemainder(dividingBy: 1) * 6
    // A lighter one after each darker one.
    let value = index.isMultiple(of: 2) ? 0.82 : 0.98
    let chroma = 0.62
    func part(_ offset: Double) -> UInt32 {
      let distance = (offset + hue).truncatingRemainder(dividingBy: 6)
      let share = max(0, min(1, distance, 4 - distance))
      return UInt32(255 * (value - value * chroma * share))
    }
    return Color(part(5) << 16 | part(3) << 8 | part(1))
  }

  private static let distinctColors = 64

  /// The color of a share of the greatest heat, above 0 and at most 1.
  package static func heat(_ share: Double) -> Color { heat[share] }
}
