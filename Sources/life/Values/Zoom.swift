/// How large cells are drawn, as typed: `K` for K × K pixels each, `1/K` for K × K cells a pixel.
struct Zoom: Hashable {
  /// Along an axis; 1 if pixels are larger.
  var pixelsPerCell: Int
  /// Along an axis; 1 if cells are larger.
  var cellsPerPixel: Int

  static let one = Zoom(pixelsPerCell: 1, cellsPerPixel: 1)

  /// The largest at which `cells` along an axis fit into so many pixels, with cells of at most so
  /// many.
  static func fitting(_ cells: Int, into pixels: Int, largest: Int = .max) -> Zoom {
    if cells > pixels { return Zoom(pixelsPerCell: 1, cellsPerPixel: (cells - 1) / pixels + 1) }
    return Zoom(pixelsPerCell: max(1, min(largest, pixels / cells)), cellsPerPixel: 1)
  }

  /// Of two, the one at which more cells are seen in as many pixels.
  static func farther(_ a: Zoom, _ b: Zoom) -> Zoom {
    (a.cellsPerPixel, b.pixelsPerCell) > (b.cellsPerPixel, a.pixelsPerCell) ? a : b
  }

  /// From this on there is no smaller one, so that the cells of a picture can be counted.
  private static let mostCellsPerPixel = 1 << 48

  /// The next smaller one, by about an eighth.
  var smaller: Zoom {
    if pixelsPerCell > 1 {
      return Zoom(pixelsPerCell: pixelsPerCell - max(1, pixelsPerCell / 8), cellsPerPixel: 1)
    }
    guard cellsPerPixel < Self.mostCellsPerPixel else { return self }
    return Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel + max(1, cellsPerPixel / 8))
  }

  /// The pixels that so many cells take.
  func pixels(_ cells: Int) -> Int {
    let (product, overflow) = cells.multipliedReportingOverflow(by: pixelsPerCell)
    return overflow ? .max : (product - 1) / cellsPerPixel + 1
  }

  /// The cells that so many pixels show.
  func cells(_ pixels: Int) -> Int { (pixels - 1) / pixelsPerCell * cellsPerPixel + cellsPerPixel }
}

extension Zoom: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) ?? 0 }
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 && $0 <= 1 << 40 }),
      numbers.count == 1 || numbers[0] == 1
    else { throw ValueError("expected a scale such as 8 (pixels a cell) or 1/16 (cells a pixel)") }
    self.init(
      pixelsPerCell: numbers[0], cellsPerPixel: numbers.count == 2 ? numbers[1] : 1)
  }
}
