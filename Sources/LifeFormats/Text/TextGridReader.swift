internal import LifeCore
internal import LifeIO

/// The characters of a format with one character per cell, with arithmetic on eight at once.
protocol TextGridAlphabet {
  /// Zero in each byte that is a cell, nonzero in all other bytes.
  static func strays(_ bytes: UInt64) -> UInt64
  /// Bit 0 of each byte is set for a live cell. For bytes other than cells it has no meaning.
  static func live(_ bytes: UInt64) -> UInt64
  /// The cell for an invalid character in lenient reading, `true` if live; `nil` if there is none.
  static func repaired(_ byte: UInt8) -> Bool?
  /// The characters of a row, for errors.
  static var expected: String { get }
  /// The first character of lines other than rows.
  static var mark: UInt8 { get }
  /// Whether a line without cells is an empty row; otherwise it's ignored.
  static var hasEmptyRows: Bool { get }
}

/// Receives the cells of a text grid, 64 at a time; words without live cells are omitted.
protocol TextGridSink {
  /// Adds a word of row `y`, read `ahead` bytes after the input's position. Its bit 0 is column
  /// `x`, a multiple of 64.
  ///
  /// - Throws: ``ParseError`` if the cells can't be there; ``MemoryExhausted``.
  mutating func add(y: Int, x: Int, word: UInt64, at ahead: Int) throws
}

/// Reads rows of one character per cell. A row can be longer than the buffer.
///
/// Reads eight characters at once if all are cells, otherwise one by one.
struct TextGridReader<Alphabet: TextGridAlphabet> {
  private let lines: LineReader
  /// The number of rows read.
  private(set) var rows = 0
  /// The length of the longest row.
  private(set) var width = 0
  private var column = 0
  /// The cells of this row not yet passed to the sink. Bit 0 is the last column divisible by 64.
  private var word: UInt64 = 0
  private var blanks = Blanks()
  private var hasWarned = false
  /// The number of characters read one by one since the input's expansion limit was last adjusted.
  private var steps = 0

  /// The number of cells that take as long as one of these steps.
  private static var stepCost: Int { 64 }

  /// Spaces and tabs. They end a row unless a cell follows.
  private struct Blanks {
    var count = 0
    var hasTab = false
    /// The index of the first blank in the scanned bytes.
    var start = 0
    /// The place of the first blank, once the scanned bytes are consumed.
    var place: TextLocation?
  }

  init(_ lines: LineReader) { self.lines = lines }

  /// Numbers the following rows from 0.
  mutating func restart() { rows = 0 }

  /// Reads rows up to a line beginning with the mark. Returns `false` at the end of the input.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  mutating func readRows(into sink: inout some TextGridSink) throws -> Bool {
    let input = lines.input
    var isLast = false
    while true {
      let (end, isMarked) = try scan(input.available, isLast: isLast, into: &sink)
      if blanks.count > 0, blanks.place == nil {
        blanks.place = lines.location(ahead: blanks.start)
      }
      input.consume(end)
      input.exempt(end - Self.stepCost * steps)
      steps = 0
      if isMarked { return true }
      if isLast { break }
      isLast = try !input.fill()
    }
    if column > 0 || blanks.count > 0 { try endRow(at: 0, into: &sink) }
    return false
  }
}

private extension TextGridReader {
  /// Reads rows from `bytes`. Stops before a marked line, and before bytes with a meaning that
  /// depends on later input.
  mutating func scan(
    _ bytes: Span<UInt8>, isLast: Bool, into sink: inout some TextGridSink
  ) throws -> (end: Int, isMarked: Bool) {
    var index = 0
    let end = isLast ? bytes.count : bytes.count - 7
    while index < end {
      let eight = isLast ? bytes.upToEight(at: index) : bytes.eight(at: index)
      let strays = Alphabet.strays(eight)
      let count = strays == 0 ? 8 : strays.trailingZeroBitCount / 8
      if count > 0 {
        if blanks.count > 0 { try continueRow(at: index, into: &sink) }
        let bits = Alphabet.live(eight).lowBitsOfBytes & (1 << UInt64(count) - 1)
        try append(bits, count: count, at: index, into: &sink)
        index += count
        if count == 8 { continue }
      }
      guard index < bytes.count else { break }
      steps += 1
      guard let step = try stepOver(bytes, at: index, isLast: isLast, into: &sink) else {
        return (index, bytes[index] == Alphabet.mark)
      }
      index += step
    }
    return (index, false)
  }

  @inline(__always)
  mutating func append(
    _ bits: UInt64, count: Int, at index: Int, into sink: inout some TextGridSink
  ) throws {
    let offset = column & 63
    word |= bits << UInt64(offset)
    if offset + count >= 64 {
      try emit(at: index, into: &sink)
      // At most eight cells are added, so the word wasn't empty before and offset isn't 0.
      word = bits >> UInt64(64 - offset)
    }
    column += count
  }

  /// Passes the current word to the sink.
  @inline(__always)
  mutating func emit(at index: Int, into sink: inout some TextGridSink) throws {
    guard word != 0 else { return }
    do {
      try sink.add(y: rows, x: column & ~63, word: word, at: index)
    } catch is MemoryExhausted { throw lines.tooManyCells(ahead: index) }
  }

  /// Steps over a character other than a cell. Returns its length in bytes, or `nil` if it begins a
  /// marked line or the next byte is needed but unread.
  mutating func stepOver(
    _ bytes: Span<UInt8>, at index: Int, isLast: Bool, into sink: inout some TextGridSink
  ) throws -> Int? {
    let byte = bytes[index]
    switch byte {
    case Byte.lineFeed:
      try endRow(at: index, into: &sink)
    case Byte.carriageReturn:
      guard isLast || index + 1 < bytes.count else { return nil }
      try endRow(at: index, into: &sink)
      return index + 1 < bytes.count && bytes[index + 1] == Byte.lineFeed ? 2 : 1
    case Byte.space, Byte.tab:
      if blanks.count == 0 { blanks.start = index }
      blanks.count += 1
      if byte == Byte.tab { blanks.hasTab = true }
    case Alphabet.mark where column == 0 && blanks.count == 0:
      return nil
    case Byte.substitute where isLast && index + 1 == bytes.count: break
    default:
      try repair(byte, at: index, into: &sink)
    }
    return 1
  }

  mutating func endRow(at index: Int, into sink: inout some TextGridSink) throws {
    try emit(at: index, into: &sink)
    if column > 0 || Alphabet.hasEmptyRows { rows += 1 }
    width = max(width, column)
    column = 0
    word = 0
    blanks = Blanks()
  }

  /// Handles blanks before a cell. Lenient reading takes them for dead cells if the alphabet does.
  mutating func continueRow(at index: Int, into sink: inout some TextGridSink) throws {
    let isAllowed =
      lines.options.isLenient && !blanks.hasTab && Alphabet.repaired(Byte.space) == false
    if !isAllowed || !hasWarned {
      let place = blanks.place ?? lines.location(ahead: blanks.start)
      guard isAllowed else {
        let blank = blanks.hasTab ? "tab" : "space"
        let message: Message = """
          expected \(Alphabet.expected), found a \(blank) inside a row; remove it if it separates \
          cells
          """
        let remedy = Self.remedy(for: blanks.hasTab ? Byte.tab : Byte.space)
        throw lines.error(message + remedy, at: place)
      }
      warn(at: place)
    }
    let next = column + blanks.count
    if next & ~63 != column & ~63 {
      try emit(at: index, into: &sink)
      word = 0
    }
    column = next
    blanks = Blanks()
  }

  mutating func repair(_ byte: UInt8, at index: Int, into sink: inout some TextGridSink) throws {
    guard lines.options.isLenient, let isAlive = Alphabet.repaired(byte) else {
      var error = lines.unexpected(at: index, expected: Alphabet.expected)
      error.message += Self.remedy(for: byte)
      throw error
    }
    if blanks.count > 0 { try continueRow(at: index, into: &sink) }
    if !hasWarned { warn(at: lines.location(ahead: index)) }
    try append(isAlive ? 1 : 0, count: 1, at: index, into: &sink)
  }

  /// The end of the error for a repairable character, or for a state as a letter.
  static func remedy(for byte: UInt8) -> Message {
    guard let isAlive = Alphabet.repaired(byte) else {
      // RLE and the drawings of 'life show' have letters for states.
      let isState = (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(byte)
      return isState ? "; this format has two states; write RLE for more" : ""
    }
    return "; \(advice: .lenientCell(isAlive: isAlive))"
  }

  mutating func warn(at place: TextLocation) {
    hasWarned = true
    let message: Message = "characters other than \(Alphabet.expected) read as cells"
    lines.options.warn(Warning(message, at: place))
  }
}

extension EightBytes {
  /// The low eight bits, each as bit 0 of a byte; the inverse of `lowBitsOfBytes`.
  static func spread(_ bits: UInt64) -> UInt64 {
    // Byte i keeps bit i; adding 0x7f carries into the highest bit of each nonzero byte.
    let kept = (bits & 0xff) &* ones & 0x8040_2010_0804_0201
    return ((kept &+ ~highs) & highs) >> 7
  }

  /// The low eight bits as characters, `live` for each set bit and `dead` for the others.
  @inline(__always)
  static func characters(of bits: UInt64, dead: UInt8, live: UInt8) -> UInt64 {
    all(dead) ^ spread(bits) &* UInt64(dead ^ live)
  }
}

extension Span<UInt8> {
  /// The eight bytes at `index`, with line feeds after the end.
  func upToEight(at index: Int) -> UInt64 {
    if index <= count - 8 { return eight(at: index) }
    var bytes = EightBytes.all(Byte.lineFeed)
    for offset in 0..<count - index {
      bytes ^= UInt64(self[index + offset] ^ Byte.lineFeed) << UInt64(offset * 8)
    }
    return bytes
  }
}
