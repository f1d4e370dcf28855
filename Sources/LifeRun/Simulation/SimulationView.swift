package import LifeCore
package import LifeRender

/// The visible part of the universe in a snapshot.
package struct SimulationView: Hashable, Sendable {
  package var corner: Position
  package var zoom: Zoom
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// Whether the view stays centered on the live cells; `corner` is then ignored.
  package var isFollowing = false
  package var appearance = Appearance()

  package init(corner: Position, zoom: Zoom, width: Int, height: Int) {
    self.corner = corner
    self.zoom = zoom
    self.width = width
    self.height = height
  }

  /// At this scale, the number of cells along a screen still fits in an `Int`.
  package static let farthest = Zoom(exponent: 48)
  package static let nearest = Zoom(exponent: -5)

  /// The number of cells along `pixels` pixels, at least the cells of one pixel.
  package func cells(_ pixels: Int) -> BigInt {
    max(BigInt(zoom.cellsPerPixel), zoom.cell(atPixel: pixels + zoom.pixelsPerCell - 1))
  }

  /// The cells in the view.
  package var box: Bounds {
    Bounds(x: corner.x, y: corner.y, width: cells(width), height: cells(height))
  }

  /// The cell at a pixel.
  package func position(x: Int, y: Int) -> Position {
    Position(x: corner.x + zoom.cell(atPixel: x), y: corner.y + zoom.cell(atPixel: y))
  }

  /// The pixel of a cell, possibly outside the picture; `nil` if it is far away.
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
  /// The drawn view with its actual corner.
  package var view: SimulationView
  /// Row by row.
  package var indices: [UInt8]
  package var palette: [Color]
}
