internal import LifeCore

/// The cells of one generation of a Larger than Life rule: a byte for the state of each, and a byte
/// for its weight, with margins for neighborhoods across an edge.
///
///      row   ┌─ front ─────────┬─ column 0 … ───────────┬─ front ─────┐
///            │   ┌─ lead ──────┤                        │             │   sums start `lead` cells
///            └───┴─────────────┴────────────────────────┴─────────────┘   west of column 0
@safe
final class SumBoard {
  private let memory: Arena<UInt8>
  private let plan: SumPlan
  private let width: Int
  private let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// Column 0 of row 0.
  @unsafe let weights: UnsafeMutablePointer<UInt8>
  /// The same memory as ``weights`` if the states are their own weights.
  @unsafe let states: UnsafeMutablePointer<UInt8>
  /// Whether the margins have copies of cells.
  private var isWrapped = false

  init(_ plan: SumPlan, width: Int, height: Int, limit: Int) throws(MemoryExhausted) {
    self.plan = plan
    self.width = width
    self.height = height
    let front = Self.lead(plan) + (plan.reach + 2 + 64 + 63) & ~63
    stride = (width + 63) & ~63 + 2 * front
    let rows = height + 2 * plan.range
    let plane = stride.multipliedReportingOverflow(by: rows)
    let size = plane.partialValue.multipliedReportingOverflow(by: plan.hasWeights ? 2 : 1)
    guard !plane.overflow, !size.overflow, size.partialValue <= limit else {
      throw MemoryExhausted(purpose: "board", bytes: size.partialValue)
    }
    memory = try Arena(purpose: "board", capacity: size.partialValue)
    unsafe weights = memory.elements + plan.range * stride + front
    unsafe states = weights + (size.partialValue - plane.partialValue)
  }

  /// Summing starts at this distance west of column 0: whole vectors, longer than the reach of any
  /// difference.
  static func lead(_ plan: SumPlan) -> Int { (2 * plan.reach + 2 + 63) & ~63 }

  /// The states of a row.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt8> {
    let bytes = unsafe UnsafeBufferPointer(start: states + y * stride, count: width)
    return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
  }

  /// Sets a cell.
  ///
  /// - Returns: its former state.
  func exchange(_ state: State, x: Int, y: Int) -> State {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    let place = y * stride + x
    let former = unsafe states[place]
    unsafe states[place] = UInt8(state)
    if plan.hasWeights { unsafe weights[place] = UInt8(bitPattern: plan.weight(of: state)) }
    return State(former)
  }

  /// Packs the states of some columns of a row: word p of each group gets bit p of 64 states. Cells
  /// outside the board are dead.
  func pack(_ y: Int, columns: Range<Int>, into words: inout [UInt64]) {
    let end = min(width, columns.upperBound)
    for group in 0..<words.count / plan.planes {
      let x = columns.lowerBound + 64 * group
      let first = min(max(0, -x), 64)
      let mask = WordMask.bits(from: first, to: max(first, min(64, end - x)))
      for plane in 0..<plan.planes {
        let bits = mask == 0 ? 0 : bits(plane, ofRow: y, from: x) & mask
        words[group * plan.planes + plane] = bits
      }
    }
  }

  /// A bit of the states of 64 cells, at least one of them on the board.
  private func bits(_ plane: Int, ofRow y: Int, from x: Int) -> UInt64 {
    let bytes = unsafe UnsafeRawPointer(states + y * stride + x)
    var word: UInt64 = 0
    for part in 0..<8 {
      let eight = unsafe bytes.loadUnaligned(fromByteOffset: 8 * part, as: UInt64.self)
      let flags = (UInt64(littleEndian: eight) >> UInt64(plane)).lowBitsOfBytes
      word |= flags << UInt64(8 * part)
    }
    return word
  }

  /// Copies the weights at each edge to beyond the opposite one, or clears earlier copies.
  ///
  /// - Parameter isNeeded: whether live cells are within reach of an edge.
  func wrap(isNeeded: Bool) {
    guard isNeeded || isWrapped else { return }
    isWrapped = isNeeded
    let reach = plan.reach
    for y in 0..<height {
      let row = unsafe weights + y * stride
      unsafe (row - reach).update(from: row + width - reach, count: reach)
      unsafe (row + width).update(from: row, count: reach)
    }
    for distance in 1...plan.range {
      copyRow(height - 1 - (distance - 1) % height, to: -distance)
      copyRow((distance - 1) % height, to: height - 1 + distance)
    }
  }

  private func copyRow(_ y: Int, to other: Int) {
    let start = unsafe weights - plan.reach
    let count = width + 2 * plan.reach
    unsafe (start + other * stride).update(from: start + y * stride, count: count)
  }
}

/// The working memory and the results of one thread.
@safe
final class SumScratch: @unchecked Sendable {
  private let memory: Arena<UInt8>
  /// For each group of 64 columns, a bit for each column with live cells.
  @unsafe let columns: UnsafeMutablePointer<UInt64>
  /// The first and the last row with live cells, and the population.
  @unsafe let found: UnsafeMutablePointer<Int>
  private let groups: Int
  /// The bounding box of the live cells in the latest rows, and their number.
  var live: Window?
  var population = 0

  /// - Parameters:
  ///   - groups: the maximum number of groups of 64 cells in a row.
  ///   - limit: the memory limit in bytes.
  init(_ plan: SumPlan, groups: Int, limit: Int) throws(MemoryExhausted) {
    self.groups = groups
    let size = 8 * plan.neighborhoods * (SumBoard.lead(plan) + 64 * groups)
    guard size <= limit else { throw MemoryExhausted(purpose: "board", bytes: size) }
    memory = try Arena(purpose: "board", capacity: size)
    unsafe columns = .allocate(capacity: groups)
    unsafe found = .allocate(capacity: 3)
  }

  deinit {
    unsafe columns.deallocate()
    unsafe found.deallocate()
  }

  @unsafe var sums: UnsafeMutablePointer<UInt8> { unsafe memory.elements }

  /// Forgets earlier results.
  func prepare() {
    unsafe columns.update(repeating: 0, count: groups)
    unsafe found[0] = .max
    unsafe found[1] = .min
    unsafe found[2] = 0
    live = nil
    population = 0
  }

  /// Records the live cells found by the kernel in some groups of columns.
  func finish(_ groups: Range<Int>) {
    guard let west = groups.indices.first(where: { unsafe columns[$0 - groups.lowerBound] != 0 }),
      let east = groups.indices.last(where: { unsafe columns[$0 - groups.lowerBound] != 0 })
    else { return }
    let first = unsafe columns[west - groups.lowerBound].trailingZeroBitCount
    let last = unsafe columns[east - groups.lowerBound].leadingZeroBitCount
    let x = 64 * west + first
    unsafe live = Window(
      x: x, y: found[0], width: 64 * east + 64 - last - x, height: found[1] - found[0] + 1)
    unsafe population = found[2]
  }
}
