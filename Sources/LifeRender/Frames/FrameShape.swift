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
  /// The columns of pixels west of the image, which are not shown.
  let inset: Int
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

    /// The tiling drawn at a scale: squares if places are fewer than 4 pixels wide.
    package func drawn(atScale scale: Int) -> Self { scale < 4 ? .squares : self }

    fileprivate func rowHeight(atScale scale: Int) -> Int {
      switch self {
      case .squares, .particles: scale
      case .hexagons: HexagonLayout(scale: scale, rows: 1).pitch
      case .triangles: TriangleLayout(scale: scale).pitch
      }
    }

    /// A box of squares that is as wide and high as the image of a box of cells.
    package func squares(for box: Bounds) -> Bounds {
      var box = box
      switch self {
      case .squares, .particles: break
      case .hexagons: box.width += box.height.floorDivided(by: 2).quotient
      case .triangles:
        box.width += 1
        // A row is at most 9/5 times as high as a column is wide, see TriangleLayout.
        box.height = (box.height * 9 + 4).floorDivided(by: 5).quotient
      }
      return box
    }
  }

  /// The distance of two rows, in pixels.
  var rowHeight: Int { tiling.rowHeight(atScale: scale) }
  var hexagons: HexagonLayout { HexagonLayout(scale: scale, rows: height, inset: inset) }
  var triangles: TriangleLayout { TriangleLayout(scale: scale, inset: inset) }

  /// The maximum number of pixels: 32 768 × 32 768.
  private static let maxPixels = 1 << 30

  /// A shape of `width` × `height` uncropped places.
  ///
  /// - Throws: ``ShapeRefused`` if the shape is empty or has more than ``maxPixels`` pixels.
  package init(
    width: Int, height: Int, scale: Int = 1, tiling: Tiling = .squares
  ) throws(ShapeRefused) {
    func refused(_ reason: String) -> ShapeRefused {
      ShapeRefused(description: "an image of \(width)x\(height) cells at scale \(scale) \(reason)")
    }
    guard width > 0, height > 0, scale > 0 else {
      throw refused("is empty; it needs at least one cell and one pixel per cell")
    }
    // Each row of hexagons makes the image half a hexagon wider; triangles are higher than squares.
    let columns = tiling == .hexagons ? width &+ height : width
    let heightFactor = tiling == .triangles ? 2 : 1
    // As a `Double`, an absurd number of pixels does not overflow, and up to the limit it is exact.
    let pixels = [columns, scale, height, scale, heightFactor].reduce(1.0) { $0 * Double($1) }
    guard columns > 0, pixels <= Double(Self.maxPixels) else {
      throw refused("has more than \(Self.maxPixels) pixels; show fewer cells or reduce the scale")
    }
    self.width = width
    self.height = height
    self.scale = scale
    self.tiling = tiling
    inset = 0
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

  /// The smallest shape of places at `scale` that covers `image`. Places at its borders may be
  /// cropped. Rows of hexagons are equally long: beyond the gaps here, they are outside the image.
  ///
  ///        ⬡⬡⬡⬡⬡ ⬡
  ///       ⬡⬡⬡⬡⬡⬡
  ///     ⬡ ⬡⬡⬡⬡⬡
  package init(covering image: FrameShape, scale: Int, tiling usual: Tiling = .squares) {
    precondition(scale > 0)
    self.scale = scale
    tiling = usual.drawn(atScale: scale)
    pixelWidth = image.pixelWidth
    pixelHeight = image.pixelHeight
    height = (pixelHeight - 1) / tiling.rowHeight(atScale: scale) + 1
    switch tiling {
    case .squares, .particles: inset = 0
    case .hexagons: inset = (height - 1) * scale / 2
    case .triangles: inset = scale
    }
    width = (pixelWidth + inset - 1) / scale + 1
  }
}

/// The error for an empty image size or one beyond the pixel limit.
package struct ShapeRefused: Error, CustomStringConvertible {
  package let description: String
}
