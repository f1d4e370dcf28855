internal import LifeCore

/// The ring of cells around a universe whose edges are not glued straight: copies of the cells that
/// lie beyond the edges, made anew before each generation.
///
///      · · · · · ·      a board with a border is two cells wider and higher than its universe and
///      · ▓ ▓ ▓ ▓ ·      is stepped as a plane; what comes of the border itself is nonsense
///      · ▓ ▓ ▓ ▓ ·
///      · · · · · ·
struct Border: Sendable {
  /// A bit of the board, and the one that it is a copy of.
  private struct Copy {
    var target: Bit
    var source: Bit
  }

  private struct Bit {
    var word: Int
    var shift: UInt64

    init(column: Int, row: Int, on board: Board) {
      let (bit, vector) = column.quotientAndRemainder(dividingBy: board.vectors)
      word = row * board.planes * board.stride + vector * 8 + bit >> 6
      shift = UInt64(bit & 63)
    }
  }

  private let copies: [Copy]

  /// Nil if the universe needs none.
  ///
  /// - Throws: ``UnsupportedPattern`` if the copies would take much more memory than the board.
  init?(_ board: Board, of universe: Universe) throws {
    guard universe.isBounded, !universe.isStraight else { return nil }
    let (cells, overflow) = (board.width + board.height).multipliedReportingOverflow(by: 2)
    let most = max(1 << 24, 4 * board.height * board.planes * board.stride * 8)
    guard !overflow, cells <= most / MemoryLayout<Copy>.stride else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "a universe as narrow as \(universe) has more edge than area")
    }
    let (left, top) = (universe.left - 1, universe.top - 1)
    let place = { (x: Int, y: Int) in
      universe.place(Cell(x: left + x, y: top + y)).map { (x: $0.x - left, y: $0.y - top) }
    }
    var copies: [Copy] = []
    for y in 0..<board.height {
      let isInside = y > 0 && y < board.height - 1
      for x in isInside ? [0, board.width - 1] : Array(0..<board.width) {
        guard let source = place(x, y) else { continue }
        copies.append(
          Copy(
            target: Bit(column: x, row: y, on: board),
            source: Bit(column: source.x, row: source.y, on: board)))
      }
    }
    self.copies = copies
  }

  /// Fills the border; only the first plane has neighbours.
  func fill(_ board: Board) {
    let words = unsafe board.words(ofRow: 0)
    for copy in copies {
      let bit = unsafe words[copy.source.word] >> copy.source.shift & 1
      let rest = unsafe words[copy.target.word] & ~(1 << copy.target.shift)
      unsafe words[copy.target.word] = rest | bit << copy.target.shift
    }
  }

  /// Kills the border, in every plane.
  func clear(_ board: Board) {
    let words = unsafe board.words(ofRow: 0)
    for copy in copies {
      for plane in 0..<board.planes {
        unsafe words[copy.target.word + plane * board.stride] &= ~(1 << copy.target.shift)
      }
    }
  }
}
