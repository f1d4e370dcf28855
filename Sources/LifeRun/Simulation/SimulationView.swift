package import LifeCore
package import LifeRender

/// The part of the universe that a snapshot shows.
package struct SimulationView: Hashable, Sendable {
  package var corner: Position
  /// The scale: 2^zoom cells along the side of a pixel, or 2^−zoom pixels along that of a cell.
  package var zoom: Int
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// Whether the middle of the live cells is kept in the middle, in place of `corner`.
  package var isFollowing = false
  package var appearance = Appearance()

  package init(corner: Position, zoom: Int, width: Int, height: Int) {
    self.corner = corner
    self.zoom = zoom
    self.width = width
    self.height = height
  }

  /// The most cells along a pixel, as a power of two.
  package static let farthest = 60
  /// The most pixels along a cell, as a power of two.
  package static let nearest = 5

  /// The cells along `pixels` pixels, at least one.
  package func cells(_ pixels: Int) -> BigInt {
    zoom >= 0 ? BigInt(pixels) << zoom : BigInt(max(1, (pixels + (1 << -zoom) - 1) >> -zoom))
  }

  /// The cell at a pixel.
  package func position(x: Int, y: Int) -> Position {
    zoom >= 0
      ? Position(x: corner.x + (BigInt(x) << zoom), y: corner.y + (BigInt(y) << zoom))
      : corner.offset(byX: x >> -zoom, y: y >> -zoom)
  }

  /// The pixel of a cell, which may be outside of the picture; nil if it is far away.
  package func pixel(of cell: Position) -> (x: Int, y: Int)? {
    let scaled = { (distance: BigInt) in zoom >= 0 ? distance >> zoom : distance << -zoom }
    guard let x = scaled(cell.x - corner.x).int, let y = scaled(cell.y - corner.y).int,
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
