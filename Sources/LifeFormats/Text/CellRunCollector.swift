internal import LifeCore
internal import LifeIO

/// Collects runs of cells of any state in any order, and sorts them at the end.
struct CellRunCollector {
  private let runs = FallibleArray<CellRun>(purpose: "pattern")
  private let lines: LineReader
  private var extent: Extent
  /// The last run, which the next one may extend.
  private var open = CellRun(y: 0, x: 0, length: 0)

  init(_ lines: LineReader) {
    self.lines = lines
    extent = Extent(limit: lines.options.limits.extent)
  }

  /// Adds a run of at least one cell; false if it is farther than the limit from another run.
  mutating func add(_ run: CellRun) throws(MemoryExhausted) -> Bool {
    guard extent.include(y: run.y, x: run.x), extent.include(y: run.y, x: run.x + run.length - 1)
    else { return false }
    if run.y == open.y, run.x == open.x + open.length, run.state == open.state {
      open.length += run.length
    } else {
      try close()
      open = run
    }
    return true
  }

  private mutating func close() throws(MemoryExhausted) {
    if open.length > 0 { try runs.append(open, limit: lines.cellLimit) }
  }

  /// The error message for a run that is too far away.
  var complaint: String { extent.complaint }

  /// Returns all cells; no run may be added afterwards.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  mutating func finish() throws(MemoryExhausted) -> Cells {
    try close()
    return try Cells(unordered: runs, limit: lines.cellLimit)
  }
}
