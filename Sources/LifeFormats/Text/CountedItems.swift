internal import LifeCore
internal import LifeIO

/// What the letters of a format with counts mean.
protocol CountedAlphabet {
  /// What stands at `index`, which is moved past it; nil if it is nothing.
  static func tag(_ line: Span<UInt8>, at index: inout Int) -> CountedTag?
  /// What a line is made of, for complaints.
  static var expected: String { get }
}

/// What is counted.
enum CountedTag {
  case cells(State)
  case ends
}

/// Reads cells with counts before them: `12.3O` is twelve dead cells and three living ones.
struct CountedItems<Alphabet: CountedAlphabet> {
  private let lines: LineReader
  private var cells: RunCollector
  private var x = 0
  /// The row that is being read.
  private(set) var y = 0
  /// One past the easternmost column that an item has named.
  private(set) var width = 0

  init(_ lines: LineReader) {
    self.lines = lines
    cells = RunCollector(lines)
  }

  /// Reads the rest of the current line.
  mutating func readLine(from start: Int = 0) throws {
    var index = start
    while true {
      index = lines.line.skippingBlanks(from: index)
      guard index < lines.line.count else { return }
      let place = index
      let count = try lines.count(at: &index)
      switch Alphabet.tag(lines.line, at: &index) {
      case .cells(let state): try add(count, state, at: place)
      case .ends: try endRows(count, at: place)
      case nil: throw lines.unexpected(at: index, expected: Alphabet.expected)
      }
    }
  }

  private mutating func add(_ count: Int, _ state: State, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - x else {
      throw lines.error("the row is longer than the limit of \(limit) cells", ahead: place)
        .overLimit
    }
    if state != 0, try !cells.add(Run(y: y, x: x, length: count, state: state)) {
      throw lines.error(cells.complaint, ahead: place)
    }
    x += count
    width = max(width, x)
  }

  mutating func endRows(_ count: Int, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - y else {
      throw lines.error("the pattern is higher than the limit of \(limit) rows", ahead: place)
        .overLimit
    }
    (x, y) = (0, y + count)
  }

  /// All cells; nothing may be read after.
  mutating func finish() throws -> Cells { try cells.finish() }
}

extension LineReader {
  /// Steps over a count in the current line, which is 1 if none is there.
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
        throw error("a count is beyond the limit of \(most) cells", ahead: start).overLimit
      }
      value = value * 10 + digit
      index += 1
    }
    return index == start ? 1 : value
  }
}
