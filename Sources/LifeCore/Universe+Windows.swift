extension Universe {
  /// A bounded universe as a window in coordinates relative to `origin`; nil for the plane. Edges
  /// that are infinite or beyond the range of these coordinates are clamped to ±2^61.
  package func window(seenFrom origin: Position) -> Window? {
    guard !isUnbounded else { return nil }
    let far = 1 << 61
    let x = width == 0 ? -far : clamp(BigInt(left) - origin.x, to: far)
    let y = height == 0 ? -far : clamp(BigInt(top) - origin.y, to: far)
    return Window(
      x: x, y: y,
      width: width == 0 ? 2 * far : width,
      height: height == 0 ? 2 * far : height)
  }

  /// The part of a box inside the universe; nil if there is none.
  package func part(of box: Bounds) -> Bounds? {
    var part = box
    if width > 0 {
      let end = min(box.x + box.width, BigInt(left + width))
      part.x = max(box.x, BigInt(left))
      part.width = end - part.x
    }
    if height > 0 {
      let end = min(box.y + box.height, BigInt(top + height))
      part.y = max(box.y, BigInt(top))
      part.height = end - part.y
    }
    return part.width > 0 && part.height > 0 ? part : nil
  }

  private func clamp(_ value: BigInt, to limit: Int) -> Int {
    if let value = value.int { return max(-limit, min(limit, value)) }
    return value.isNegative ? -limit : limit
  }
}
