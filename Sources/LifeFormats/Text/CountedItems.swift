internal import LifeCore
internal import LifeIO

/// The tags of a format with counts.
protocol CountedAlphabet {
  /// The tag at `index`, which is moved past it; nil without a valid tag.
  static func tag(_ line: Span<UInt8>, at index: inout Int) -> CountedTag?
  /// Describes the valid bytes of a line, for errors.
  static var expected: String { get }
}

/// The meaning of a tag after a count.
enum CountedTag {
  case cells(State)
  case endOfRow
}

/// Reads items of a count and a tag from lines: `12.3O` is twelve dead and three live cells.
///
/// For formats with short files; RLE has a faster reader of its own, ``RLEBody``.
struct CountedItems<Alphabet: CountedAlphabet> {
  private let lines: LineReader
  private var cells: CellRunCollector
  private var x = 0
  /// The current row.
  private(set) var y = 0
  /// One past the easternmost column of any item, live or dead.
  private(set) var width = 0

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellRunCollector(lines)
  }

  /// Reads the current line from `start` on.
  mutating func readLine(from start: Int = 0) throws {
    var index = start
    while true {
      index = lines.line.skippingBlanks(from: index)
      guard index < lines.line.count else { return }
      let place = index
      let count = try lines.count(at: &index)
      switch Alphabet.tag(lines.line, at: &index) {
      case .cells(let state): try add(count: count, state: state, at: place)
      case .endOfRow: try endRows(count, at: place)
      case nil: throw lines.unexpected(at: index, expected: Alphabet.expected)
      }
    }
  }

  private mutating func add(count: Int, state: State, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - x else {
      throw lines.error("the row exceeds the limit of \(limit) cells", ahead: place)
        .overLimit
    }
    if state != 0, try !cells.add(CellRun(y: y, x: x, length: count, state: state)) {
      throw lines.error(cells.complaint, ahead: place)
    }
    x += count
    width = max(width, x)
  }

  /// Ends the current row, and `count - 1` empty ones after it; `place` is the item's in the line.
  mutating func endRows(_ count: Int, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - y else {
      throw lines.error("the pattern exceeds the limit of \(limit) rows", ahead: place)
        .overLimit
    }
    x = 0
    y += count
  }

  /// Returns all cells; nothing may be read afterwards.
  mutating func finish() throws -> Cells { try cells.finish() }
}

extension LineReader {
  /// Reads the count at `index` of the current line and moves `index` past it; 1 without digits.
  func count(at index: inout Int) throws(ParseError) -> Int {
    let start = index
    var value = 0
    while index < line.count, Byte.isDigit(line[index]) {
      let digit = Int(line[index] - UInt8(ascii: "0"))
      let most = options.limits.extent
      guard value > 0 || digit > 0 else {
        throw error("a count cannot begin with 0", ahead: start)
      }
      guard value <= (most - digit) / 10 else {
        throw error("the count exceeds the limit of \(most) cells", ahead: start).overLimit
      }
      value = value * 10 + digit
      index += 1
    }
    return index == start ? 1 : value
  }
}
