import LifeCore
import LifeTerminal

extension PlayModel {
  /// What is edited, and where.
  struct Editor {
    var isEditing = false
    var cursor = Position.origin
    var drawnState: State = 1
    /// The corner at which a selection began.
    var anchor: Position?
    var selection: Bounds?
    var isPasting = false
    /// The last cell that a drag has drawn, and the state that it draws.
    var stroke: (cell: Position, state: State)?
    var dragStart: Point?
    var randomSeed: UInt64 = 1

    /// Ends what is under way.
    mutating func reset(isEditing: Bool) {
      self.isEditing = isEditing
      selection = nil
      anchor = nil
      isPasting = false
      stroke = nil
    }

    /// Begins a selection at the cursor.
    mutating func beginSelection() {
      anchor = cursor
      selection = Self.box(cursor, cursor)
    }

    /// Moves the cursor, and a corner of the selection with it.
    mutating func move(to cell: Position) {
      cursor = cell
      if let anchor { selection = Self.box(anchor, cursor) }
    }

    /// The box between two cells, with both.
    private static func box(_ a: Position, _ b: Position) -> Bounds {
      let x = min(a.x, b.x)
      let y = min(a.y, b.y)
      return Bounds(x: x, y: y, width: max(a.x, b.x) - x + 1, height: max(a.y, b.y) - y + 1)
    }
  }
}
