internal import LifeCore
internal import LifeIO

/// The characters that a format draws cells with, as arithmetic on eight of them at a time.
protocol PictureAlphabet {
  /// Something in each byte that is no cell, nothing in the others.
  static func strays(_ bytes: UInt64) -> UInt64
  /// Bit 0 of each byte that is a living cell, if all bytes are cells.
  static func living(_ bytes: UInt64) -> UInt64
  /// Whether a character that is no cell may be taken for a living or a dead one; nil if not.
  static func repaired(_ byte: UInt8) -> Bool?
  /// What a row is made of, for complaints.
  static var expected: String { get }
  /// Begins a line that is no row.
  static var mark: UInt8 { get }
  /// Whether a line without cells is a row all the same.
  static var hasEmptyRows: Bool { get }
}

/// Takes the cells of a picture, 64 at a time, dead words left out.
protocol PictureSink {
  /// Takes a word of row `y`, its bit 0 the cell in column `x`, a multiple of 64. What it returns,
  /// if anything, is a complaint about that place.
  mutating func add(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) -> String?
}

/// Reads rows of one character a cell, however long, without ever holding one.
struct PictureReader<Alphabet: PictureAlphabet> {
  private let lines: LineReader
  /// The number of rows read.
  private(set) var rows = 0
  /// The length of the longest row.
  private(set) var width = 0
  private var column = 0
  /// The cells of this row that no one has got yet, bit 0 the last column that 64 divides.
  private var word: UInt64 = 0
  private var blanks = Blanks()
  private var hasWarned = false
  /// How many characters were looked at one by one, not eight at a time, since they were counted.
  private var steps = 0

  /// The bytes of cells that take about as long as such a character.
  private static var stepCost: Int { 64 }

  /// Blanks that end a row unless a cell follows.
  private struct Blanks {
    var count = 0
    var hasTab = false
    /// Where the first one stands in the bytes that are being scanned.
    var start = 0
    /// Where the first one stood, when those bytes are gone.
    var place: Place?
  }

  init(_ lines: LineReader) { self.lines = lines }

  /// Counts rows from 0 again.
  mutating func restart() { rows = 0 }

  /// Reads rows up to a line that begins with the mark, or to the end; false at the end.
  mutating func readRows(into sink: inout some PictureSink) throws -> Bool {
    let input = lines.input
    var isLast = false
    while true {
      let (end, isMarked) = try scan(input.available, isLast: isLast, into: &sink)
      if blanks.count > 0, blanks.place == nil {
        blanks.place = lines.place(ahead: blanks.start)
      }
      input.consume(end)
      input.discount(end - Self.stepCost * steps)
      steps = 0
      if isMarked { return true }
      if isLast { break }
      isLast = try !input.fill()
    }
    if column > 0 || blanks.count > 0 { try endRow(at: 0, into: &sink) }
    return false
  }
}

private extension PictureReader {
  /// Reads rows from `bytes`; stops before a marked line, and before what more bytes may change.
  mutating func scan(
    _ bytes: Span<UInt8>, isLast: Bool, into sink: inout some PictureSink
  ) throws -> (end: Int, isMarked: Bool) {
    var index = 0
    let end = isLast ? bytes.count : bytes.count - 7
    while index < end {
      let eight = isLast ? bytes.upToEight(at: index) : bytes.eight(at: index)
      let strays = Alphabet.strays(eight)
      let count = strays == 0 ? 8 : strays.trailingZeroBitCount / 8
      if count > 0 {
        if blanks.count > 0 { try continueRow(at: index, into: &sink) }
        let bits = EightBytes.packed(Alphabet.living(eight)) & (1 << UInt64(count) - 1)
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
    _ bits: UInt64, count: Int, at index: Int, into sink: inout some PictureSink
  ) throws {
    let offset = column & 63
    word |= bits << UInt64(offset)
    if offset + count >= 64 {
      try emit(at: index, into: &sink)
      // At most eight cells are added, so some of the word was there before: offset is not 0.
      word = bits >> UInt64(64 - offset)
    }
    column += count
  }

  /// Gives the word away that the current column is in.
  @inline(__always)
  mutating func emit(at index: Int, into sink: inout some PictureSink) throws {
    guard word != 0 else { return }
    let complaint: String?
    do {
      complaint = try sink.add(y: rows, x: column & ~63, word: word)
    } catch { throw lines.tooManyCells(ahead: index) }
    if let complaint { throw lines.error(complaint, ahead: index) }
  }

  /// Steps over a character that is no cell; nil if it begins a marked line or needs to be seen
  /// with what follows.
  mutating func stepOver(
    _ bytes: Span<UInt8>, at index: Int, isLast: Bool, into sink: inout some PictureSink
  ) throws -> Int? {
    let byte = bytes[index]
    switch byte {
    case Byte.lineFeed:
      try endRow(at: index, into: &sink)
    case Byte.carriageReturn:
      guard isLast || index + 1 < bytes.count else { return nil }
      try endRow(at: index, into: &sink)
      return index + 1 < bytes.count && bytes[index + 1] == Byte.lineFeed ? 2 : 1
    case Byte.blank, Byte.tab:
      if blanks.count == 0 { blanks.start = index }
      blanks.count += 1
      if byte == Byte.tab { blanks.hasTab = true }
    case Alphabet.mark where column == 0 && blanks.count == 0:
      return nil
    default:
      try repair(byte, at: index, into: &sink)
    }
    return 1
  }

  mutating func endRow(at index: Int, into sink: inout some PictureSink) throws {
    try emit(at: index, into: &sink)
    if column > 0 || Alphabet.hasEmptyRows { rows += 1 }
    width = max(width, column)
    (column, word, blanks) = (0, 0, Blanks())
  }

  /// A cell follows blanks in its row: they are dead cells, if they may be anything.
  mutating func continueRow(at index: Int, into sink: inout some PictureSink) throws {
    let isAllowed =
      lines.options.isLenient && !blanks.hasTab && Alphabet.repaired(Byte.blank) == false
    if !isAllowed || !hasWarned {
      let place = blanks.place ?? lines.place(ahead: blanks.start)
      guard isAllowed else {
        let message = "expected \(Alphabet.expected), found a blank inside a row"
        throw ParseError(message, in: lines.input.path, at: place)
      }
      warn(at: place)
    }
    let next = column + blanks.count
    if next & ~63 != column & ~63 {
      try emit(at: index, into: &sink)
      word = 0
    }
    (column, blanks) = (next, Blanks())
  }

  mutating func repair(_ byte: UInt8, at index: Int, into sink: inout some PictureSink) throws {
    guard lines.options.isLenient, let isAlive = Alphabet.repaired(byte) else {
      throw lines.unexpected(at: index, expected: Alphabet.expected)
    }
    if blanks.count > 0 { try continueRow(at: index, into: &sink) }
    if !hasWarned { warn(at: lines.place(ahead: index)) }
    try append(isAlive ? 1 : 0, count: 1, at: index, into: &sink)
  }

  mutating func warn(at place: Place) {
    hasWarned = true
    let message = "characters other than \(Alphabet.expected) read as cells"
    lines.options.warn(Warning(message, at: place))
  }
}

extension EightBytes {
  /// Bit 0 of each byte, side by side: that of the first byte is bit 0.
  static func packed(_ bits: UInt64) -> UInt64 {
    // Byte i times 2^(56 - 7i) has its bit at 56 + i; all other products fall elsewhere.
    ((bits & ones) &* 0x0102_0408_1020_4080) >> 56
  }

  /// The low eight bits, each as bit 0 of a byte; the inverse of ``packed(_:)``.
  static func spread(_ bits: UInt64) -> UInt64 {
    // Byte i keeps bit i; what is not zero then carries into the byte's highest bit.
    let kept = (bits & 0xff) &* ones & 0x8040_2010_0804_0201
    return ((kept &+ ~highs) & highs) >> 7
  }
}

extension Span<UInt8> {
  /// The eight bytes from `index` on, with line feeds after the last.
  func upToEight(at index: Int) -> UInt64 {
    if index <= count - 8 { return eight(at: index) }
    var bytes = EightBytes.all(Byte.lineFeed)
    for offset in 0..<count - index {
      bytes ^= UInt64(self[index + offset] ^ Byte.lineFeed) << UInt64(offset * 8)
    }
    return bytes
  }
}
