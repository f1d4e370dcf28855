internal import LifeCore

/// The working memory of one thread: a ring of rows of bytes, the rows of sums, and the box of the
/// live cells found.
///
///      row   ┌─ front ─────────┬─ column 0 … ───────────┬─ front ─────┐   a byte a cell
///            │   ┌─ lead ──────┤                        │             │   sums start `lead` cells
///            └───┴─────────────┴────────────────────────┴─────────────┘   west of column 0
@safe
final class SumScratch: @unchecked Sendable {
  private let memory: Board
  private let ringRows: Int
  @unsafe let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>>
  @unsafe let columns: UnsafeMutablePointer<UInt64>
  @unsafe let rows: UnsafeMutablePointer<Int>
  private let groups: Int
  private let plan: SumPlan
  /// The bounding box of the live cells of the rows made last.
  var live: Window?
  /// The layout of the rows when they were used last. Bytes that are not written must be 0, so a
  /// new layout needs cleared memory.
  private var layout: RowLayout?

  private struct RowLayout: Equatable {
    var groups: Int
    var width: Int
    var wraps: Bool
  }

  /// Two rows of sums of four bytes for each of two neighborhoods, and two rows of bytes.
  private static let otherRows = 18

  /// - Parameters:
  ///   - groups: the greatest number of groups of 64 cells in a row.
  ///   - limit: the memory limit in bytes.
  init(_ plan: SumPlan, groups: Int, limit: Int) throws(MemoryExhausted) {
    self.plan = plan
    self.groups = groups
    ringRows = Self.ringRows(plan)
    memory = try Board(
      width: Self.rowBytes(plan, groups: groups) * 8, height: ringRows + Self.otherRows,
      limit: limit)
    unsafe pointers = .allocate(capacity: plan.termCount + 1)
    unsafe columns = .allocate(capacity: groups)
    unsafe rows = .allocate(capacity: 2)
  }

  deinit {
    unsafe pointers.deallocate()
    unsafe columns.deallocate()
    unsafe rows.deallocate()
  }

  /// The distance west of column 0 at which summing starts: a whole number of vectors that is
  /// longer than any difference reaches.
  static func lead(_ plan: SumPlan) -> Int { (2 * plan.reach + 2 + 63) & ~63 }

  /// Bytes before column 0 of a row, and after its last column.
  static func front(_ plan: SumPlan) -> Int { lead(plan) + (plan.reach + 2 + 64 + 63) & ~63 }

  static func rowBytes(_ plan: SumPlan, groups: Int) -> Int { 64 * groups + 2 * front(plan) }

  /// Bytes of a scratch.
  static func bytes(_ plan: SumPlan, groups: Int) -> Int {
    (ringRows(plan) + otherRows) * rowBytes(plan, groups: groups)
  }

  /// Rows that are in reach at the same time.
  private static func ringRows(_ plan: SumPlan) -> Int { plan.rowsNorth + plan.rowsSouth + 1 }

  /// Prepares the rows for a part of the board.
  func prepare(groups: Int, width: Int, wraps: Bool) {
    let layout = RowLayout(groups: groups, width: width, wraps: wraps)
    if layout != self.layout {
      let bytes = Self.bytes(plan, groups: groups)
      unsafe ring.initialize(repeating: 0, count: bytes)
      self.layout = layout
    }
    unsafe columns.update(repeating: 0, count: groups)
    unsafe rows[0] = .max
    unsafe rows[1] = .min
  }

  /// The first row of the ring.
  @unsafe var ring: UnsafeMutablePointer<UInt8> {
    unsafe UnsafeMutableRawPointer(memory.words(ofRow: 0)).assumingMemoryBound(to: UInt8.self)
  }

  /// The first row of sums, after the ring.
  @unsafe func accumulators(groups: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe ring + ringRows * Self.rowBytes(plan, groups: groups)
  }

  /// The bounding box of the live cells that the kernel found.
  func found(groups: Int) -> Window? {
    guard unsafe rows[0] <= rows[1] else { return nil }
    guard let west = (0..<groups).first(where: { unsafe columns[$0] != 0 }),
      let east = (0..<groups).last(where: { unsafe columns[$0] != 0 })
    else { return nil }
    let left = unsafe 64 * west + columns[west].trailingZeroBitCount
    let right = unsafe 64 * east + 63 - columns[east].leadingZeroBitCount
    let top = unsafe rows[0]
    let bottom = unsafe rows[1]
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
