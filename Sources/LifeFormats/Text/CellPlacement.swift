internal import LifeCore

/// Places cells whose absolute positions are of any size at local coordinates.
///
/// The origin is the true one, or the first cell if that is more than 2^60 away from there.
struct CellPlacement {
  private(set) var origin = Position.origin
  private var hasCells = false

  /// Fixes the true origin, for cells that are placed without a call.
  mutating func fixOrigin() { hasCells = true }

  /// The local coordinates of a cell; nil if it is more than 2^61 away from the origin, and so too
  /// far from the first cell, which is at most ``Extent/largest`` away.
  mutating func place(_ cell: Position) -> (x: Int, y: Int)? {
    if !hasCells, cell.offset(from: .origin, atMost: Extent.largest) == nil { origin = cell }
    hasCells = true
    return cell.offset(from: origin, atMost: 2 * Extent.largest)
  }
}
