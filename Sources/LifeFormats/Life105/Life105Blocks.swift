internal import LifeCore
internal import LifeIO

/// Places the rows of blocks at their absolute coordinates.
struct Life105Blocks: TextGridSink {
  private let lines: LineReader
  private var cells: CellCollector
  private var extent: Extent
  private var corner = Cell(x: 0, y: 0)
  /// Whether a `#P` line has been read.
  private(set) var hasBegun = false

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellCollector { lines.cellLimit }
    extent = Extent(limit: lines.options.limits.extent)
  }

  /// Begins the block whose `#P` line is the current one.
  mutating func begin() throws {
    hasBegun = true
    corner = Cell(x: 0, y: 0)
    // Files with a single block often omit the numbers.
    guard lines.line.skippingBlanks(from: 2) < lines.line.count else { return }
    let position = try lines.position(from: 2, of: "the block")
    corner = Cell(x: try local(position.x), y: try local(position.y))
  }

  private func local(_ coordinate: BigInt) throws -> Int {
    let limit = min(lines.options.limits.extent, Extent.largest)
    guard let number = coordinate.int, number.magnitude <= limit.magnitude else {
      throw lines.error("the position of the block exceeds the limit of ±\(limit)").overLimit
    }
    return number
  }

  mutating func add(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) -> String? {
    let y = corner.y + y
    let x = corner.x + x
    guard extent.include(y: y, x: x + word.trailingZeroBitCount),
      extent.include(y: y, x: x + 63 - word.leadingZeroBitCount)
    else { return extent.complaint }
    try cells.add(y: y, x: x, word: word)
    return nil
  }

  mutating func finish() throws -> Cells { try cells.finish() }
}
