// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Reads the items of an RLE body, for example `24bo$`, into cells, up to the `!`.
///
/// Nearly all bytes of a large file belong to `b` and `o` with small counts. ``takeShortItems()``
/// reads those without a branch on their kind. ``takeItem()`` reads all other items one by one.
struct RLEBody: ~Copyable {
  private let lines: LineReader
  private let input: ByteReader
  private let options: ReadOptions
  private let builder: Cells.Builder
  private var row = RowBuffer()
  /// The following row, while two are read at once.
  private var nextRow = RowBuffer()
  private var table: ShortItemTable?
  /// Above zero while it pays to read two rows at once.
  private var pairCredit = 4
  /// The number of the rule's states; `nil` for two.
  private var states: Int?
  /// Collects the cells of rules with more states.
  private var rasterizer: Cells.Rasterizer
  /// The column of the next cell of a rule with more states.
  private var stateX = 0
  private(set) var y = 0
  /// One past the easternmost column of any item, live or dead.
  private(set) var width = 0
  /// One past the southernmost row of any item.
  private(set) var height = 0
  private var warnings: Set<Message> = []
  private var isAtLineStart = true
  /// The header, including the comments between the rows.
  private(set) var header: RLEHeader

  init(_ lines: LineReader, header: RLEHeader) {
    self.lines = lines
    self.header = header
    input = lines.input
    options = lines.options
    let rule = header.rule?.rule ?? lines.options.ruleIfUnstated ?? .life
    builder = Cells.Builder(planes: rule.planes) { lines.cellLimit }
    rasterizer = Cells.Rasterizer(builder)
    if rule.states > 2 { states = rule.states }
  }

  /// Reads up to and including the `!`.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  /// - Complexity: O(*n*) in the number of bytes, plus O(stored words) for long live runs.
  mutating func read() throws -> Cells {
    repeat {
      if let states { try takeStateItems(below: states) } else { try takeShortItems() }
    } while try takeItem()
    do throws(MemoryExhausted) {
      return try rasterizer.finish()
    } catch { throw lines.tooManyCells() }
  }
}

// MARK: - One item at a time

extension RLEBody {
  /// Reads one item of any kind, a blank, a line end or a comment. Returns `false` after the `!`.
  private mutating func takeItem() throws -> Bool {
    guard let byte = try lines.peekAfterLine() else { return try endWithoutMark() }
    switch byte {
    case Byte.space, Byte.tab:
      input.consume(1)
    case Byte.lineFeed, Byte.carriageReturn:
      input.consume(1)
      isAtLineStart = true
    case UInt8(ascii: "!"):
      input.consume(1)
      try flushRow()
      return false
    case 0xc2:
      guard options.isLenient, try lines.isAtNoBreakSpace() else { throw try unexpected(byte) }
      warn("no-break spaces between the cells are ignored")
      input.consume(2)
    case UInt8(ascii: "#") where isAtLineStart:
      try header.takeComment()
      try lines.finishLine()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let (count, tag) = try takeCount()
      if tag == UInt8(ascii: "!") {
        warn("the count before '!' is ignored")
      } else {
        try takeTag(tag, count: count)
      }
    default:
      try takeTag(byte, count: 1)
    }
    return true
  }

  private mutating func endWithoutMark() throws -> Bool {
    try flushRow()
    // Without '!', a pattern counts as complete if it has the size in the header.
    let isComplete = header.size.map { width == $0.width && height == $0.height } ?? false
    guard isComplete || options.isLenient else {
      throw lines.error(
        "expected '!' at the end of the pattern; the file is incomplete, or \(advice: .lenient)")
    }
    warn("the pattern ends without '!'")
    return false
  }

  /// Reads a count. Returns it with the tag after it, which isn't consumed.
  private mutating func takeCount() throws -> (count: Int, tag: UInt8) {
    if try input.peek() == UInt8(ascii: "0") { throw leadingZero }
    var count = 0
    while let byte = try input.peek() {
      if Byte.endsLine(byte) {
        input.consume(1)
        warn("a count continues in the next line")
        continue
      }
      guard Byte.isDigit(byte) else { return (count, byte) }
      let (product, tooLarge) = count.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !tooLarge, !overflow, sum <= options.limits.extent else {
        throw lines.error("the count exceeds the limit of \(options.limits.extent) cells").overLimit
      }
      count = sum
      input.consume(1)
    }
    throw lines.unexpected(expected: "'b', 'o' or '$' after a count")
  }

  private var leadingZero: ParseError {
    let row = input.available.extracting(0..<input.available.lineEnd())
    let isMatrix = row.indices.allSatisfy { "01$".utf8.contains(row[$0]) }
    return lines.error(
      isMatrix
        ? "a row of a matrix of 0 and 1; remove the '$' to read it"
        : "a count cannot begin with 0")
  }

  private mutating func takeTag(_ byte: UInt8, count: Int) throws {
    isAtLineStart = false
    if states != nil, byte != UInt8(ascii: "$"), let state = try takeState(byte) {
      return try add(count, state: state)
    }
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "."):
      try add(count, alive: false)
    case UInt8(ascii: "o"), UInt8(ascii: "A"):
      try add(count, alive: true)
    case UInt8(ascii: "$"):
      try endRows(count)
    case UInt8(ascii: "x") where try lines.isAtHeader():
      throw lines.error("a second header line before the '!' that ends the pattern")
    case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"):
      if try isHighState() { throw try unexpected(byte) }
      warn("'\(Character(Unicode.Scalar(byte)))' is read as a live cell")
      try add(count, alive: true)
    case UInt8(ascii: "?") where options.isLenient:
      warn("'?' is read as a dead cell")
      if states == nil { try add(count, alive: false) } else { try add(count, state: 0) }
    default:
      throw try unexpected(byte)
    }
    input.consume(1)
  }

  /// Whether the byte here begins a pair for a state above 24, such as `pA`.
  private func isHighState() throws -> Bool {
    guard let next = try input.peek(ahead: 1) else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(next)
  }

  private mutating func add(_ count: Int, alive: Bool) throws {
    guard count <= options.limits.extent - row.x else { throw rowIsTooLong }
    do {
      try row.add(count, alive: alive, toRow: y, of: builder)
    } catch { throw lines.tooManyCells() }
  }

  private mutating func add(_ count: Int, state: State) throws {
    guard count <= options.limits.extent - x else { throw rowIsTooLong }
    if state != 0 {
      do throws(MemoryExhausted) {
        try rasterizer.add(CellRun(y: y, x: x, length: count, state: state))
      } catch { throw lines.tooManyCells() }
    }
    stateX += count
  }

  /// The column of the next cell.
  private var x: Int { states == nil ? row.x : stateX }

  private mutating func endRows(_ count: Int) throws {
    try flushRow()
    guard count <= options.limits.extent - y else {
      throw lines.error("the pattern exceeds the limit of \(options.limits.extent) rows")
        .overLimit
    }
    y += count
  }

  private mutating func flushRow() throws {
    // takeShortItems() doesn't check the limit.
    guard x <= options.limits.extent else { throw rowIsTooLong }
    width = max(width, x)
    height = x == 0 ? y : y + 1
    stateX = 0
    guard states == nil else { return }
    do { try row.flush(asRow: y, to: builder) } catch { throw lines.tooManyCells() }
    row.restart()
  }

  private var rowIsTooLong: ParseError {
    lines.error("the row exceeds the limit of \(options.limits.extent) cells").overLimit
  }
}

// MARK: - More than two states

extension RLEBody {
  /// Reads a state, `.` and `A` to `X` or `pA` to `yO`. `nil` at a header or, if lenient, at `?`.
  private mutating func takeState(_ byte: UInt8) throws -> State? {
    guard let states else { return nil }
    let state: Int
    var length = 1
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "b"): state = 0
    case UInt8(ascii: "o"): state = 1
    case UInt8(ascii: "A")...UInt8(ascii: "X"): state = Int(byte - UInt8(ascii: "A")) + 1
    case UInt8(ascii: "p")...UInt8(ascii: "y") where try isHighState():
      length = 2
      let letter = try input.peek(ahead: 1) ?? UInt8(ascii: "A")
      state = 24 * Int(byte - UInt8(ascii: "o")) + Int(letter - UInt8(ascii: "A")) + 1
    case UInt8(ascii: "x") where try lines.isAtHeader(): return nil
    case UInt8(ascii: "?") where options.isLenient: return nil
    default: throw lines.unexpected(expected: "'.', a state from 'A' to 'X', '$', '!' or a count")
    }
    guard state < states else {
      throw lines.error("state \(state) is not one of the rule's states, 0 to \(states - 1)")
    }
    input.consume(length)
    return State(state)
  }
}

// MARK: - Errors and warnings

extension RLEBody {
  private func unexpected(_ byte: UInt8) throws -> ParseError {
    let found = "'\(Character(Unicode.Scalar(byte)))'"
    switch byte {
    case UInt8(ascii: "B"), UInt8(ascii: "O"):
      let lower = Character(Unicode.Scalar(byte | 0x20))
      return lines.error("expected '\(lower)' in a two-state pattern, found \(found)")
    case UInt8(ascii: "C")...UInt8(ascii: "X"):
      return lines.error("\(found) is not a state of a two-state rule")
    case Byte.space, Byte.tab:
      return lines.unexpected(expected: "'b', 'o' or '$' after a count")
    case UInt8(ascii: "p")...UInt8(ascii: "y") where try isHighState():
      return lines.error("\(found) begins a state above 24, not a state of a two-state rule")
    default:
      return lines.unexpected(expected: "'b', 'o', '$', '!' or a count")
    }
  }

  /// Warns once for each message, at its first place.
  private mutating func warn(_ message: Message) {
    if warnings.insert(message).inserted { options.warn(Warning(message, at: lines.location())) }
  }
}

// MARK: - Many items at once

extension RLEBody {
  /// The lengths in bytes of rows that are read two at once. Shorter ones end before it helps;
  /// longer ones may not fit into a ``RowBuffer``.
  private static var pairedRows: ClosedRange<Int> { 512...1 << 16 }

  /// Reads this row and the short items at the start of the next, if both are in the buffer.
  private mutating func takeTwoRows() throws {
    let input = input
    let bytes = input.available
    let mark = UInt8(ascii: "$")
    guard bytes.count > 2 * Self.pairedRows.lowerBound,
      let end = bytes.firstIndex(of: mark, from: 0), Self.pairedRows.contains(end),
      !Byte.isDigit(bytes[end - 1]),
      let nextEnd = bytes.firstIndex(of: mark, from: end + 1),
      Self.pairedRows.contains(nextEnd - end), nextEnd + 2 <= bytes.count
    else { return }
    if table == nil { table = try? ShortItemTable() }
    guard let table else {
      pairCredit = 0
      return
    }
    let rows = bytes.extracting(0..<nextEnd + 2)
    let both = row.takeShortItems(rows, andFrom: end + 1, into: &nextRow, by: table)
    let taken = both.first + row.takeShortItems(bytes.extracting(both.first..<end + 2))
    if taken > 0 { isAtLineStart = bytes[taken - 1] == Byte.lineFeed }
    guard taken == end else {
      // An item of another kind is next. If such items are frequent, two rows at once don't pay.
      pairCredit -= 2
      input.consume(taken)
      input.exempt(taken - Self.itemCost)
      return nextRow.restart()
    }
    pairCredit = min(pairCredit + 1, 16)
    let next = both.second
    let isAfterLine = next > 0 && bytes[end + next] == Byte.lineFeed
    input.consume(end)
    try endRows(1)
    swap(&row, &nextRow)
    isAtLineStart = isAfterLine
    input.consume(1 + next)
    input.exempt(end + next - 2 * Self.itemCost)
  }

  /// The number of bytes of short items that take as long as one item in ``takeItem()``.
  ///
  /// A gzip file is a bomb if reading it takes long, not if the text is long. So bytes that are
  /// read many at a time are exempt from the limit on expansion (`ByteReader.exempt`). For example,
  /// 80 MB of `bo` in 100 kB are read, but as many `$` are refused.
  private static var itemCost: Int { 64 }

  /// Reads `b` and `o` with counts below 64. Stops at the first item of any other kind.
  private mutating func takeShortItems() throws {
    let input = input
    if row.x == 0, pairCredit > 0 { try takeTwoRows() }
    while true {
      let bytes = input.available
      let taken = row.takeShortItems(bytes)
      if taken > 0 { isAtLineStart = bytes[taken - 1] == Byte.lineFeed }
      input.consume(taken)
      input.exempt(taken - Self.itemCost)
      if row.isFull {
        try add(0, alive: false)
        continue
      }
      // The last bytes of the buffer may be a count without its tag.
      if input.available.count > 2 { return }
      guard try input.fill() else { return }
    }
  }
  /// Reads items with states below a limit, for example `12C`, `pA` or `.`, and line feeds. Stops
  /// at the first item of any other kind, or near the end of the buffer.
  private mutating func takeStateItems(below limit: Int) throws {
    let input = input
    let bytes = input.available
    var taken = 0
    while bytes.count - taken > 12 {
      if bytes[taken] == Byte.lineFeed {
        taken += 1
        isAtLineStart = true
        continue
      }
      var end = taken
      var count = 0
      while end < taken + 9, Byte.isDigit(bytes[end]) {
        count = 10 * count + Int(bytes[end] - UInt8(ascii: "0"))
        end += 1
      }
      let isHigh = bytes[end] &- UInt8(ascii: "p") < 10
      let base = isHigh ? 24 * Int(bytes[end] - UInt8(ascii: "o")) : 0
      if isHigh { end += 1 }
      let letter = bytes[end] &- UInt8(ascii: "A")
      guard letter < 24 || bytes[end] == UInt8(ascii: ".") && !isHigh else { break }
      let state = letter < 24 ? base + Int(letter) + 1 : 0
      guard state < limit, bytes[taken] != UInt8(ascii: "0"), count <= options.limits.extent - x
      else { break }
      taken = end + 1
      isAtLineStart = false
      try add(max(count, 1), state: State(state))
    }
    input.consume(taken)
  }
}
