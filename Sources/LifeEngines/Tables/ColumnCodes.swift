internal import LifeCore

/// Numbers for columns of three cells, so that a neighbourhood is three small numbers.
///
///      nw n ne      the column of w, seen as a side:     a code below `sides`
///      w  c e       that of c, seen as the centre:       a code below `centres`
///      sw s se      that of e, seen as a side
///
/// States that the rule treats alike at a place have the same code there. The codes of a column are
/// the sums of what its cells contribute, so that three look-ups in small tables give both.
struct ColumnCodes {
  /// The number of codes of a column to the west or east.
  let sides: Int
  /// The number of codes of the column in the middle.
  let centres: Int
  /// What each state contributes, as the northern, the middle and the southern cell of a column: to
  /// the side's code in the low half of a word, to the centre's in the high half.
  let contributions: [[UInt64]]

  init(_ kinds: Kinds) {
    // The west and the east are told apart by their places, so a side has one code for both.
    let rows = [(lane: 1, sides: (8, 2)), (0, (7, 3)), (5, (6, 4))]
    var (sides, centres) = (1, 1)
    contributions = rows.map { lane, both in
      let side = Self.pairs(kinds.ofState[both.0], kinds.ofState[both.1])
      let words = (0..<256).map { state in
        UInt64(side.numbers[state] * sides) | UInt64(Int(kinds.ofState[lane][state]) * centres)
          << 32
      }
      sides *= side.count
      centres *= kinds.counts[lane]
      return words
    }
    (self.sides, self.centres) = (sides, centres)
  }

  /// The number of triples of a side, a side and a centre; nil if there are very many.
  var triples: Int? {
    // Neither factor is more than 2^24.
    sides < 1 << 18 ? sides * sides * centres : nil
  }

  /// Numbers for the pairs of kinds that states have, counted from 0.
  private static func pairs(_ first: [UInt8], _ second: [UInt8]) -> (numbers: [Int], count: Int) {
    var known: [Int: Int] = [:]
    let numbers = first.indices.map { state in
      let pair = Int(first[state]) << 8 | Int(second[state])
      let number = known[pair] ?? known.count
      known[pair] = number
      return number
    }
    return (numbers, known.count)
  }
}
