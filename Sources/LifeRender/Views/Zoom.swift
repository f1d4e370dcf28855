package import LifeCore

/// The scale of an image: K × K pixels per cell or K × K cells per pixel.
package struct Zoom: Hashable, Sendable {
  /// Pixels along the side of a cell, or 1 if pixels are larger.
  package var pixelsPerCell: Int
  /// Cells along the side of a pixel, or 1 if cells are larger.
  package var cellsPerPixel: Int

  package init(pixelsPerCell: Int, cellsPerPixel: Int) {
    self.pixelsPerCell = pixelsPerCell
    self.cellsPerPixel = cellsPerPixel
  }

  /// 2^exponent cells along the side of a pixel. A negative exponent gives 2^−exponent pixels along
  /// the side of a cell.
  package init(exponent: Int) {
    self =
      exponent >= 0
      ? Zoom(pixelsPerCell: 1, cellsPerPixel: 1 << exponent)
      : Zoom(pixelsPerCell: 1 << -exponent, cellsPerPixel: 1)
  }

  package static let one = Zoom(pixelsPerCell: 1, cellsPerPixel: 1)

  /// The largest scale for showing `cells` cells in `pixels` pixels, with at most `largest` pixels
  /// per cell.
  package static func fitting(_ cells: Int, into pixels: Int, largest: Int = .max) -> Zoom {
    if cells > pixels {
      let side = min((cells - 1) / pixels + 1, max(smallest.cellsPerPixel, (1 << 62) / pixels))
      return Zoom(pixelsPerCell: 1, cellsPerPixel: side)
    }
    return Zoom(pixelsPerCell: max(1, min(largest, pixels / cells)), cellsPerPixel: 1)
  }

  /// The largest scale for showing a window in the given size.
  package static func fitting(
    _ window: Bounds, into size: PixelSize, largest: Int = .max
  ) -> Zoom {
    min(
      fitting(window.columns, into: size.width, largest: largest),
      fitting(window.rows, into: size.height, largest: largest))
  }

  /// The smallest scale. The number of cells in an image does not overflow at it.
  package static let smallest = Zoom(pixelsPerCell: 1, cellsPerPixel: 1 << 46)

  /// The next smaller scale, by about an eighth.
  package var smaller: Zoom {
    if pixelsPerCell > 1 {
      return Zoom(pixelsPerCell: pixelsPerCell - max(1, pixelsPerCell / 8), cellsPerPixel: 1)
    }
    guard self > .smallest else { return self }
    return Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel + max(1, cellsPerPixel / 8))
  }

  /// This scale, or `other` if cells here are smaller than 8 pixels and `other` makes them more
  /// than an eighth larger.
  package func unlessMuchSmaller(than other: Zoom) -> Zoom {
    if pixelsPerCell >= 8 { return self }
    let ratio =
      Double(other.pixelsPerCell) / Double(pixelsPerCell) * Double(cellsPerPixel)
      / Double(other.cellsPerPixel)
    return ratio > 1.125 ? other : self
  }

  /// The scale after `steps` steps away from the cells, or towards them if negative. Each step goes
  /// to the next power of two.
  package func moved(away steps: Int) -> Zoom {
    let larger = max(pixelsPerCell, cellsPerPixel)
    let lower = larger.bitWidth - 1 - larger.leadingZeroBitCount
    let upper = larger.nonzeroBitCount == 1 ? lower : lower + 1
    let nearer = cellsPerPixel > 1 ? lower : -upper
    let farther = cellsPerPixel > 1 ? upper : -lower
    return Zoom(exponent: (steps > 0 ? nearer : farther) + steps)
  }

  /// The number of cells in `pixels` pixels.
  package func cells(_ pixels: Int) -> Int {
    (pixels - 1) / pixelsPerCell * cellsPerPixel + cellsPerPixel
  }

  /// The cell at a pixel, both counted from the first one.
  package func cell(atPixel pixel: Int) -> BigInt {
    BigInt(pixel).floorDivided(by: pixelsPerCell).quotient * cellsPerPixel
  }

  /// The first pixel of a cell, both counted from the first one.
  package func pixel(ofCell cell: BigInt) -> BigInt {
    (cell * pixelsPerCell).floorDivided(by: cellsPerPixel).quotient
  }
}

/// A smaller scale shows more cells in the same number of pixels.
extension Zoom: Comparable {
  package static func < (a: Zoom, b: Zoom) -> Bool {
    a.cellsPerPixel == b.cellsPerPixel
      ? a.pixelsPerCell < b.pixelsPerCell : a.cellsPerPixel > b.cellsPerPixel
  }
}

extension Bounds {
  /// The number of columns and rows of a view.
  package var columns: Int { width.int ?? .max }
  package var rows: Int { height.int ?? .max }
}
