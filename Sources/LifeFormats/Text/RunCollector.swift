internal import LifeCore
internal import LifeIO

/// Gathers runs of cells in any order, for formats whose files are small.
struct RunCollector {
  private let runs = Store<Run>(purpose: "pattern")
  private let lines: LineReader
  private var extent: Extent
  /// The run that is being drawn.
  private var open = Run(y: 0, x: 0, length: 0)

  init(_ lines: LineReader) {
    self.lines = lines
    extent = Extent(limit: lines.options.limits.extent)
  }

  /// Adds a run of at least one cell; false if it is too far from another one.
  mutating func add(_ run: Run) throws(MemoryExhausted) -> Bool {
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

  /// What to say about a run that was too far away.
  var complaint: String { extent.complaint }

  /// All cells; nothing may be added after.
  mutating func finish() throws(MemoryExhausted) -> Cells {
    try close()
    return try Cells(unordered: runs, limit: lines.cellLimit)
  }
}
