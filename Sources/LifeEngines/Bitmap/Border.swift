internal import LifeCore

/// The border of a universe whose edges are joined with a twist or shift, for example a Klein
/// bottle: a ring of copies of the cells beyond the edges, updated before each generation.
///
///      · · · · · ·      the board is two cells wider and higher than its universe and is stepped
///      · ▓ ▓ ▓ ▓ ·      as a plane; the next states of the border itself are meaningless and are
///      · ▓ ▓ ▓ ▓ ·      cleared at the end
///      · · · · · ·
struct Border: Sendable {
  /// A bit of the border, and the bit inside the universe that it copies.
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

  /// Returns `nil` if the universe needs no border.
  ///
  /// - Throws: ``UnsupportedPattern`` if the copies would take much more memory than the board.
  init?(_ board: Board, of universe: Universe) throws {
    guard universe.isBounded, !universe.isStraight else { return nil }
    let half = board.width + board.height
    let (cells, overflow) = half.multipliedReportingOverflow(by: 2)
    let most = max(1 << 24, 4 * board.height * board.planes * board.stride * 8)
    guard !overflow, cells <= most / MemoryLayout<Copy>.stride else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "the universe \(universe) has more edge than area")
    }
    let left = universe.left - 1
    let top = universe.top - 1
    let place = { (x: Int, y: Int) in
      universe.resolve(Cell(x: left + x, y: top + y)).map { (x: $0.x - left, y: $0.y - top) }
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

  /// Fills the border, in the planes counted as neighbors.
  func fill(_ board: Board, planes: Int = 1) {
    for plane in 0..<planes {
      let words = unsafe board.words(ofRow: 0) + plane * board.stride
      for copy in copies {
        let bit = unsafe words[copy.source.word] >> copy.source.shift & 1
        let rest = unsafe words[copy.target.word] & ~(1 << copy.target.shift)
        unsafe words[copy.target.word] = rest | bit << copy.target.shift
      }
    }
  }

  /// Traps unless the border is clear, as it is between calls of
  /// ``BoardPair/advance(by:startsOnFirst:circuit:)``.
  func checkInvariants(_ board: Board) {
    let words = unsafe board.words(ofRow: 0)
    for copy in copies {
      for plane in 0..<board.planes {
        let word = unsafe words[copy.target.word + plane * board.stride]
        precondition(word >> copy.target.shift & 1 == 0, "a live cell on the border")
      }
    }
  }

  /// Clears the border, in every plane.
  func clear(_ board: Board) {
    let words = unsafe board.words(ofRow: 0)
    for copy in copies {
      for plane in 0..<board.planes {
        unsafe words[copy.target.word + plane * board.stride] &= ~(1 << copy.target.shift)
      }
    }
  }
}
