package import LifeEngines

/// The scale of an image: K × K pixels per cell, or K × K cells per pixel.
package struct Zoom: Hashable {
  /// Along an axis; 1 if pixels are larger.
  package var pixelsPerCell: Int
  /// Along an axis; 1 if cells are larger.
  package var cellsPerPixel: Int

  package init(pixelsPerCell: Int, cellsPerPixel: Int) {
    self.pixelsPerCell = pixelsPerCell
    self.cellsPerPixel = cellsPerPixel
  }

  /// 2^exponent cells along the side of a pixel, or 2^−exponent pixels along that of a cell.
  init(exponent: Int) {
    self =
      exponent >= 0
      ? Zoom(pixelsPerCell: 1, cellsPerPixel: 1 << exponent)
      : Zoom(pixelsPerCell: 1 << -exponent, cellsPerPixel: 1)
  }

  package static let one = Zoom(pixelsPerCell: 1, cellsPerPixel: 1)

  /// The largest scale at which `cells` along an axis fit into `pixels`, with at most `largest`
  /// pixels per cell.
  package static func fitting(_ cells: Int, into pixels: Int, largest: Int = .max) -> Zoom {
    if cells > pixels { return Zoom(pixelsPerCell: 1, cellsPerPixel: (cells - 1) / pixels + 1) }
    return Zoom(pixelsPerCell: max(1, min(largest, pixels / cells)), cellsPerPixel: 1)
  }

  /// The largest scale at which a window fits into a size.
  package static func fitting(
    _ window: AbsoluteWindow, into size: PixelSize, largest: Int = .max
  ) -> Zoom {
    .farther(
      fitting(window.width, into: size.width, largest: largest),
      fitting(window.height, into: size.height, largest: largest))
  }

  /// The scale of the two that shows more cells in the same number of pixels.
  package static func farther(_ a: Zoom, _ b: Zoom) -> Zoom {
    (a.cellsPerPixel, b.pixelsPerCell) > (b.cellsPerPixel, a.pixelsPerCell) ? a : b
  }

  /// The smallest scale, so that the number of cells in an image does not overflow.
  private static let mostCellsPerPixel = 1 << 48

  /// The next smaller scale, by about an eighth.
  package var smaller: Zoom {
    if pixelsPerCell > 1 {
      return Zoom(pixelsPerCell: pixelsPerCell - max(1, pixelsPerCell / 8), cellsPerPixel: 1)
    }
    guard cellsPerPixel < Self.mostCellsPerPixel else { return self }
    return Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel + max(1, cellsPerPixel / 8))
  }

  /// The number of pixels of `cells` cells.
  package func pixels(_ cells: Int) -> Int {
    let (product, overflow) = cells.multipliedReportingOverflow(by: pixelsPerCell)
    return overflow ? .max : (product - 1) / cellsPerPixel + 1
  }

  /// The number of cells in `pixels` pixels.
  package func cells(_ pixels: Int) -> Int {
    (pixels - 1) / pixelsPerCell * cellsPerPixel + cellsPerPixel
  }
}
