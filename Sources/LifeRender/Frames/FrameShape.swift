package import LifeCore

/// The size of a frame, in places and in pixels. A place is `scale` × `scale` pixels.
///
/// A place is one cell or, when zoomed out, one square of many cells. In a hexagonal tiling it is a
/// hexagon `scale` pixels wide, see ``HexagonLayout``, in a triangular one a triangle of twice this
/// width, see ``TriangleLayout``.
package struct FrameShape: Hashable, Sendable {
  /// The number of columns of places.
  package let width: Int
  /// The number of rows of places.
  package let height: Int
  /// Pixels per place along each axis.
  package let scale: Int
  /// The width in pixels. The last place of a row or column may be cropped.
  package let pixelWidth: Int
  package let pixelHeight: Int

  package let tiling: Tiling

  package enum Tiling: String, Sendable {
    case squares, hexagons, triangles
    /// Squares with up to four particles, see ``BoardRows/drawParticles(_:)``.
    case particles

    package init(_ rule: Rule) {
      if rule.isHexagonal {
        self = .hexagons
      } else if rule.isTriangular {
        self = .triangles
      } else {
        self = rule.partitioned?.kind == .pca ? .particles : .squares
      }
    }
  }

  /// The default maximum number of pixels: 32 768 × 32 768.
  package static let usualPixelLimit = 1 << 30
  /// Small enough for `Int` to hold the number of bits of all pixel rows, padded to 64 cells.
  private static let hardPixelLimit = Int.max >> 12

  /// A shape of `width` × `height` uncropped places.
  ///
  /// - Throws: ``ShapeRefused`` if the shape is empty or has more than `pixelLimit` pixels.
  package init(
    width: Int, height: Int, scale: Int = 1, tiling: Tiling = .squares,
    pixelLimit: Int = usualPixelLimit
  ) throws(ShapeRefused) {
    func refused(_ reason: String) -> ShapeRefused {
      ShapeRefused(description: "an image of \(width)x\(height) cells at scale \(scale) \(reason)")
    }
    guard width > 0, height > 0, scale > 0 else {
      throw refused("is empty; it needs at least one cell and one pixel per cell")
    }
    let limit = min(pixelLimit, Self.hardPixelLimit)
    // Each row of hexagons makes the image half a hexagon wider; triangles are higher than squares.
    let columns = tiling == .hexagons ? width &+ height : width
    let heightFactor = tiling == .triangles ? 2 : 1
    guard columns > 0, let pixels = product(of: [columns, scale, height, scale, heightFactor]),
      pixels <= limit
    else {
      throw refused("has more than \(limit) pixels; show fewer cells or reduce the scale")
    }
    self.width = width
    self.height = height
    self.scale = scale
    self.tiling = tiling
    switch tiling {
    case .squares, .particles:
      pixelWidth = width * scale
      pixelHeight = height * scale
    case .hexagons:
      let layout = HexagonLayout(scale: scale, rows: height)
      pixelWidth = layout.imageWidth(columns: width)
      pixelHeight = layout.imageHeight
    case .triangles:
      let layout = TriangleLayout(scale: scale)
      pixelWidth = layout.imageWidth(columns: width)
      pixelHeight = layout.imageHeight(rows: height)
    }
  }

  /// The smallest shape of square places at `scale` that covers `image`.
  package init(covering image: FrameShape, scale: Int) {
    precondition(scale > 0)
    width = (image.pixelWidth - 1) / scale + 1
    height = (image.pixelHeight - 1) / scale + 1
    self.scale = scale
    tiling = .squares
    pixelWidth = image.pixelWidth
    pixelHeight = image.pixelHeight
  }
}

/// The product of positive factors. `nil` on overflow.
private func product(of factors: [Int]) -> Int? {
  var product = 1
  for factor in factors {
    let (next, overflow) = product.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    product = next
  }
  return product
}

/// The error for an empty image size or one beyond the pixel limit.
package struct ShapeRefused: Error, CustomStringConvertible {
  package let description: String
}
