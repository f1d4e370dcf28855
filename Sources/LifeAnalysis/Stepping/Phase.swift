package import LifeCore

/// One phase of an object: a bitmap and its position.
package struct Phase: Hashable, Sendable {
  package var bitmap: Bitmap
  /// The column and row of the north-western corner.
  package var x: Int
  package var y: Int
}

extension Phase {
  /// The cells in their bounding box, or an empty bitmap at (0, 0).
  package init(_ cells: Cells) {
    self.init(bitmap: Bitmap(cells), x: cells.bounds?.x ?? 0, y: cells.bounds?.y ?? 0)
  }

  /// The same, unless the bounding box has more cells than `limit`.
  init?(_ cells: Cells, limit: Int) {
    if let box = cells.bounds {
      let (area, overflow) = box.width.multipliedReportingOverflow(by: box.height)
      if overflow || area > limit { return nil }
    }
    self.init(cells)
  }

  /// The same for runs of cells sorted from north to south.
  init(sorted runs: [CellRun]) {
    guard let first = runs.first, let last = runs.last else {
      self.init(bitmap: .empty, x: 0, y: 0)
      return
    }
    var west = Int.max
    var eastEnd = Int.min
    var states: State = 1
    for run in runs {
      west = min(west, run.x)
      eastEnd = max(eastEnd, run.x + run.length)
      states |= run.state
    }
    self.init(
      bitmap: Bitmap(
        width: eastEnd - west, height: last.y - first.y + 1,
        planes: State.bitWidth - states.leadingZeroBitCount),
      x: west, y: first.y)
    for var run in runs {
      run.x -= west
      run.y -= first.y
      bitmap.add(run)
    }
  }

  package var window: Window {
    Window(x: x, y: y, width: bitmap.width, height: bitmap.height)
  }

  package var cells: Cells { bitmap.cells(x: x, y: y) }

  /// The runs of live cells, north to south and west to east.
  var runs: [CellRun] { bitmap.runs(x: x, y: y) }

  func moved(by offset: Offset) -> Phase {
    Phase(bitmap: bitmap, x: x + offset.x, y: y + offset.y)
  }
}
