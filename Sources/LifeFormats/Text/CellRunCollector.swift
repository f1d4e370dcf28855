internal import LifeCore
internal import LifeIO

/// Collects runs of cells with any state in any order, and sorts them at the end.
struct CellRunCollector {
  private let runs = FallibleArray<CellRun>(purpose: "pattern")
  private let lines: LineReader
  private var extent: Extent
  /// The last run; the next one may extend it.
  private var open = CellRun(y: 0, x: 0, length: 0)
  /// The absolute position of the local (0, 0): the origin, or the first cell if it is more than
  /// 2^60 away from there.
  private(set) var origin = Position.origin

  init(_ lines: LineReader) {
    self.lines = lines
    extent = Extent(limit: lines.options.limits.extent)
  }

  /// Adds a run of at least one cell, at `ahead` in the current line.
  ///
  /// - Throws: ``ParseError`` if it is farther from another run than the limit;
  ///   ``MemoryExhausted``.
  mutating func add(_ run: CellRun, at ahead: Int = 0) throws {
    guard extent.include(y: run.y, x: run.x), extent.include(y: run.y, x: run.x + run.length - 1)
    else { throw isTooFar(at: ahead) }
    if run.y == open.y, run.x == open.x + open.length, run.state == open.state {
      open.length += run.length
    } else {
      try close()
      open = run
    }
  }

  /// Adds a cell at an absolute position of any size.
  ///
  /// - Throws: ``ParseError`` if it is farther from another cell than the limit;
  ///   ``MemoryExhausted``.
  mutating func add(_ cell: Position, state: State = 1) throws {
    let isFirst = open.length == 0
    if isFirst, cell.offset(from: .origin, atMost: Extent.largest) == nil { origin = cell }
    // A cell more than 2^61 away from the origin is too far from the first cell, which is within
    // `Extent.largest`.
    guard let place = cell.offset(from: origin, atMost: 2 * Extent.largest) else {
      throw isTooFar(at: 0)
    }
    try add(CellRun(y: place.y, x: place.x, length: 1, state: state))
  }

  private func isTooFar(at ahead: Int) -> ParseError {
    lines.error("the distance between cells exceeds the limit of \(extent.limit)", ahead: ahead)
  }

  private mutating func close() throws(MemoryExhausted) {
    if open.length > 0 { try runs.append(open, limit: lines.cellLimit) }
  }

  /// Returns all cells. No run may be added afterwards.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  mutating func finish() throws(MemoryExhausted) -> Cells {
    try close()
    return try Cells(unordered: runs, limit: lines.cellLimit)
  }
}

/// The bounding box of the cells so far, with a limit on its size.
struct Extent {
  private var west = Int.max
  private var east = Int.min
  private var north = Int.max
  private var south = Int.min
  let limit: Int

  /// The maximum limit. It keeps coordinates within ±2^61, so their differences never overflow.
  static let largest = 1 << 60

  init(limit: Int) { self.limit = min(limit, Self.largest) }

  /// Adds a cell with coordinates within ±2^61. Returns `false` if it is farther along an axis from
  /// another cell than the limit.
  @inline(__always)
  mutating func include(y: Int, x: Int) -> Bool {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
    return east - west <= limit && south - north <= limit
  }
}
