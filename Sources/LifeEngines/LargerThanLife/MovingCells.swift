internal import LifeCore

/// The cells of a generation on the plane, which may repeat elsewhere, so that neither an
/// oscillator nor a spaceship needs stepping once its period is known.
struct MovingCells: RecurrenceSubject {
  /// The bounding box, which counts from `origin`.
  let box: Window
  let origin: Position
  /// The number of live cells.
  let population: () -> Int
  /// The cells themselves, which count from `origin` as well.
  let cells: () throws -> Cells

  struct Signature: Equatable {
    var width: Int
    var height: Int
    var population: Int
  }

  struct Snapshot {
    var box: Window
    var corner: Position
    var cells: Cells
  }

  var signature: Signature {
    Signature(width: box.width, height: box.height, population: population())
  }

  /// Counts the cells only if the boxes are of the same size.
  func hasSignature(_ signature: Signature) -> Bool {
    box.width == signature.width && box.height == signature.height
      && population() == signature.population
  }

  private var corner: Position { origin.offset(byX: box.x, y: box.y) }

  func snapshot() throws -> Snapshot? {
    Snapshot(box: box, corner: corner, cells: try cells())
  }

  /// Nil also for a displacement that changes the colors of a checkerboard, as a rule may
  /// distinguish them.
  func displacement(since earlier: Snapshot) throws -> PatternShift? {
    let moved = PatternShift(x: corner.x - earlier.corner.x, y: corner.y - earlier.corner.y)
    let local = (x: box.x - earlier.box.x, y: box.y - earlier.box.y)
    guard !(moved.x + moved.y).isOdd, try cells().isSame(as: earlier.cells, shiftedBy: local)
    else { return nil }
    return moved
  }
}
