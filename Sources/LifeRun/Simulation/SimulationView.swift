package import LifeCore
package import LifeRender

/// The part of the universe that a snapshot shows.
package struct SimulationView: Hashable, Sendable {
  package var corner: Position
  package var zoom: Zoom
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// Whether the middle of the live cells is kept in the middle, in place of `corner`.
  package var isFollowing = false
  package var appearance = Appearance()

  package init(corner: Position, zoom: Zoom, width: Int, height: Int) {
    self.corner = corner
    self.zoom = zoom
    self.width = width
    self.height = height
  }

  /// The number of cells along a picture of a screen fits in an integer.
  package static let farthest = Zoom(exponent: 48)
  package static let nearest = Zoom(exponent: -5)

  /// The cells along `pixels` pixels, at least one.
  package func cells(_ pixels: Int) -> BigInt {
    max(BigInt(zoom.cellsPerPixel), zoom.cell(atPixel: pixels + zoom.pixelsPerCell - 1))
  }

  /// The cell at a pixel.
  package func position(x: Int, y: Int) -> Position {
    Position(x: corner.x + zoom.cell(atPixel: x), y: corner.y + zoom.cell(atPixel: y))
  }

  /// The pixel of a cell, which may be outside of the picture; nil if it is far away.
  package func pixel(of cell: Position) -> (x: Int, y: Int)? {
    guard let x = zoom.pixel(ofCell: cell.x - corner.x).int,
      let y = zoom.pixel(ofCell: cell.y - corner.y).int,
      x.isWithin(1 << 40), y.isWithin(1 << 40)
    else { return nil }
    return (x, y)
  }
}

/// Pixels as indices into a palette; index 0 is the background.
package struct SimulationPicture: Sendable, Equatable {
  /// The view that was drawn, with the corner that it had.
  package var view: SimulationView
  /// Row by row.
  package var indices: [UInt8]
  package var palette: [Color]
}
