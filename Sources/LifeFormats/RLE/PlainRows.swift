internal import LifeCore
internal import LifeIO

/// Reads whole rows of `b` and `o` with counts below 64 from a block of an RLE body, two at once,
/// and on several threads.
///
///      block   [ rows of part 0 │ rows of part 1 │ …  an incomplete row ]
///                              `$`              `$`
///
/// The rows of part 0 go to the pattern at once. Those of each other part wait until the parts
/// before it turn out to be plain rows up to its beginning. If they do not, they are read again, so
/// that each row has its number, and each error its place.
final class PlainRows {
  /// The bytes of rows that are read two at once. Shorter ones end before that helps; longer ones
  /// may not fit into a ``RowBuffer``.
  static var lengths: ClosedRange<Int> { 512...1 << 16 }

  /// What was read of a block.
  struct Progress {
    var bytes = 0
    var rows = 0
    /// The columns of the widest row.
    var width = 0
    /// Whether an item of another kind was found.
    var isBlocked = false
  }

  /// The fewest bytes of a part: they are read in 80 µs, and a thread wakes in some 20.
  private static var partSize: Int { 1 << 16 }

  private let table: ShortItemTable
  private let threads: () -> Int
  private var pool: WorkerPool?
  private var parts: [PlainRowsPart]

  /// - Parameter threads: the number of threads to read with; called when there is enough to read.
  init(threads: @escaping () -> Int) throws(MemoryExhausted) {
    table = try ShortItemTable()
    self.threads = threads
    parts = [PlainRowsPart(table)]
  }

  /// The end of the plain row that may begin at `start`; nil if there is none below `stop`, or it
  /// is too short or too long.
  fileprivate static func rowEnd(
    in bytes: Span<UInt8>, from start: Int, below stop: Int
  ) -> Int? {
    // Behind the end there are two more bytes, so that an item of three can be read blindly.
    let last = min(stop, bytes.count - 1)
    guard start < last,
      let end = bytes.extracting(0..<last).firstIndex(of: UInt8(ascii: "$"), from: start),
      lengths.contains(end - start), !Byte.isDigit(bytes[end - 1])
    else { return nil }
    return end
  }

  /// Whether it is worth trying to read rows from the front of `bytes`.
  static func mayBegin(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 2 * lengths.lowerBound,
      let end = rowEnd(in: bytes, from: 0, below: bytes.count)
    else { return false }
    return rowEnd(in: bytes, from: end + 1, below: bytes.count) != nil
  }

  /// Reads rows from the front of `bytes`, up to the first row of any other kind.
  ///
  /// - Parameters:
  ///   - y: the first row.
  ///   - extent: the most rows, and the most columns.
  ///   - limit: the most bytes of the cells of a part.
  func take(
    _ bytes: Span<UInt8>, y: Int, extent: Int, limit: Int, to builder: Cells.Builder
  ) -> Progress {
    let ends = endsOfParts(of: bytes)
    while parts.count < ends.count { parts.append(PlainRowsPart(table)) }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for index in ends.indices {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
        let part = parts[index]
        unsafe part.assign(rest, below: ends[index] - start, extent: extent)
        part.builder = index == 0 ? builder : Cells.Builder(limit: limit)
        part.y = index == 0 ? y : 0
        start = ends[index]
      }
      guard ends.count > 1, let pool else { return parts[0].read() }
      pool.forEach(ends.count) { [parts] in parts[$0].read() }
    }
    return joined(ends, y: y, extent: extent)
  }

  /// Adds the rows of all parts, up to the first part that was not read to its end.
  private func joined(_ ends: [Int], y: Int, extent: Int) -> Progress {
    var progress = parts[0].progress
    for index in 1..<ends.count {
      let next = parts[index]
      guard progress.bytes == ends[index - 1],
        next.progress.rows <= extent - y - progress.rows,
        (try? parts[0].builder.append(next.builder, movedDown: y + progress.rows)) != nil
      else { break }
      progress.bytes += next.progress.bytes
      progress.rows += next.progress.rows
      progress.width = max(progress.width, next.progress.width)
      progress.isBlocked = next.progress.isBlocked
    }
    return progress
  }

  /// Where the parts of a block end: each but the last one after a `$`.
  private func endsOfParts(of bytes: Span<UInt8>) -> [Int] {
    let count = bytes.count / Self.partSize
    guard count > 1 else { return [bytes.count] }
    if pool == nil { pool = WorkerPool(threads: threads(), idle: .sleeping) }
    guard let pool, pool.count > 1 else { return [bytes.count] }
    var ends: [Int] = []
    for part in 1..<count {
      let from = max(bytes.count / count * part, ends.last ?? 0)
      guard let end = bytes.firstIndex(of: UInt8(ascii: "$"), from: from) else { break }
      ends.append(end + 1)
    }
    if ends.last != bytes.count { ends.append(bytes.count) }
    return ends
  }
}

/// The rows of a part of a block, which one thread reads.
@safe
private final class PlainRowsPart: @unchecked Sendable {
  private let table: ShortItemTable
  private var row = RowBuffer()
  private var nextRow = RowBuffer()
  /// The part and what comes after it; valid while the block is read.
  private var bytes = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// Where the part ends.
  private var stop = 0
  private var extent = 0
  var builder = Cells.Builder()
  /// The row of `builder` in which the part begins.
  var y = 0
  private(set) var progress = PlainRows.Progress()

  init(_ table: ShortItemTable) { self.table = table }

  @unsafe
  func assign(_ bytes: UnsafeBufferPointer<UInt8>, below stop: Int, extent: Int) {
    unsafe self.bytes = bytes
    self.stop = stop
    self.extent = extent
    progress = PlainRows.Progress()
  }

  func read() {
    let bytes = unsafe Span(_unsafeElements: self.bytes)
    while takeRows(bytes.extracting(progress.bytes...), below: stop - progress.bytes) {}
  }

  /// Reads the next two rows, or one if there is no other; false at the end.
  ///
  /// Rows that are not stored here are read again, item by item, by ``RLEBody``.
  private func takeRows(_ bytes: Span<UInt8>, below stop: Int) -> Bool {
    guard let end = PlainRows.rowEnd(in: bytes, from: 0, below: stop) else { return false }
    let second = end + 1
    guard let nextEnd = PlainRows.rowEnd(in: bytes, from: second, below: stop) else {
      let taken = row.takeShortItems(bytes.extracting(0..<end + 2))
      return store(&row, isComplete: taken == end, length: second)
    }
    var both = row.takeShortItems(
      bytes.extracting(0..<nextEnd + 2), andFrom: second, into: &nextRow, by: table)
    both.first += row.takeShortItems(bytes.extracting(both.first..<end + 2))
    both.second += nextRow.takeShortItems(bytes.extracting(second + both.second..<nextEnd + 2))
    guard store(&row, isComplete: both.first == end, length: second) else {
      nextRow.restart()
      return false
    }
    let length = nextEnd - second
    return store(&nextRow, isComplete: both.second == length, length: length + 1)
  }

  /// Adds a row, which ends after `length` bytes; false if it cannot be added.
  private func store(_ row: inout RowBuffer, isComplete: Bool, length: Int) -> Bool {
    defer { row.restart() }
    if !isComplete { progress.isBlocked = true }
    // A row without cells does not count towards the height of the pattern.
    guard isComplete, row.x > 0, row.x <= extent, progress.rows < extent - y else { return false }
    let width = row.x
    do {
      try row.flush { [builder, row = y + progress.rows] x, words throws(MemoryExhausted) in
        try builder.append(y: row, x: x, words: words)
      }
    } catch { return false }
    progress.bytes += length
    progress.rows += 1
    progress.width = max(progress.width, width)
    return true
  }
}
