/// The size of a picture: a window of places, each a square of `scale` × `scale` pixels.
///
/// A place is a cell or, where the picture is seen from far away, a square of many.
package struct FrameShape: Hashable, Sendable {
  /// In places.
  package let width: Int
  /// In places.
  package let height: Int
  /// Pixels per place, along each axis.
  package let scale: Int
  /// Pixels; the last place of a row may be cut.
  package let pixelWidth: Int
  package let pixelHeight: Int

  /// The pixels a picture may have if nothing else is said: 32 768 × 32 768.
  package static let usualPixelLimit = 1 << 30
  /// So few that the bits of a row of pixels, padded to 64 cells, are always counted by an `Int`.
  private static let hardPixelLimit = Int.max >> 12

  /// Whole places.
  ///
  /// - Throws: ``ShapeRefused`` if the picture is empty or has more than `pixelLimit` pixels.
  package init(
    width: Int, height: Int, scale: Int = 1, pixelLimit: Int = usualPixelLimit
  ) throws(ShapeRefused) {
    guard width > 0, height > 0, scale > 0 else {
      throw ShapeRefused(reason: .isEmpty, width: width, height: height, scale: scale)
    }
    let limit = min(pixelLimit, Self.hardPixelLimit)
    guard let pixels = product(of: [width, scale, height, scale]), pixels <= limit else {
      let reason = ShapeRefused.Reason.exceeds(pixelLimit: limit)
      throw ShapeRefused(reason: reason, width: width, height: height, scale: scale)
    }
    self.width = width
    self.height = height
    self.scale = scale
    pixelWidth = width * scale
    pixelHeight = height * scale
  }

  /// As many places as cover a picture of this shape at another scale.
  package init(covering picture: FrameShape, scale: Int) {
    precondition(scale > 0)
    width = (picture.pixelWidth - 1) / scale + 1
    height = (picture.pixelHeight - 1) / scale + 1
    self.scale = scale
    pixelWidth = picture.pixelWidth
    pixelHeight = picture.pixelHeight
  }
}

/// The product of positive factors, nil if it does not fit.
private func product(of factors: [Int]) -> Int? {
  var product = 1
  for factor in factors {
    let (next, overflow) = product.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    product = next
  }
  return product
}

/// A picture that cannot be made, and why.
package struct ShapeRefused: Error, Hashable {
  package enum Reason: Hashable, Sendable {
    case isEmpty
    case exceeds(pixelLimit: Int)
  }

  package var reason: Reason
  package var width: Int
  package var height: Int
  package var scale: Int

  package init(reason: Reason, width: Int, height: Int, scale: Int) {
    self.reason = reason
    self.width = width
    self.height = height
    self.scale = scale
  }
}

extension ShapeRefused: CustomStringConvertible {
  package var description: String {
    let picture = "a picture of \(width)x\(height) cells at scale \(scale)"
    return switch reason {
    case .isEmpty:
      "\(picture) shows nothing; it needs at least one cell and one pixel per cell"
    case .exceeds(let pixelLimit):
      "\(picture) has more than \(pixelLimit) pixels; show fewer cells or make them smaller"
    }
  }
}
