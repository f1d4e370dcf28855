internal import LifeCore

/// Codes for columns of three cells, so that a neighborhood is three small numbers.
///
///      nw n ne      the column of w, seen as a side:     a code below `sides`
///      w  c e       that of c, seen as the center:       a code below `centers`
///      sw s se      that of e, seen as a side
///
/// States that the rule treats alike at a place have the same code there. Both codes of a column
/// are sums of its cells' contributions, so three look-ups in small tables give both at once.
struct ColumnCodes {
  /// The number of codes of a column to the west or east.
  let sides: Int
  /// The number of codes of the column in the middle.
  let centers: Int
  /// The contributions of each state as the northern, middle and southern cell of a column: to the
  /// side's code in the low half of a word, to the center's in the high half.
  let contributions: [[UInt64]]

  init(_ stateClasses: StateClasses) {
    // West and east differ by their places in an index, so both use one code, which tells apart
    // states that the rule treats differently on either side.
    let rows = [(lane: 1, sides: (8, 2)), (0, (7, 3)), (5, (6, 4))]
    var sides = 1
    var centers = 1
    contributions = rows.map { lane, both in
      let side = Self.pairs(of: stateClasses.ofState[both.0], and: stateClasses.ofState[both.1])
      let words = (0..<256).map { state in
        UInt64(side.numbers[state] * sides) | UInt64(
          Int(stateClasses.ofState[lane][state]) * centers)
          << 32
      }
      sides *= side.count
      centers *= stateClasses.counts[lane]
      return words
    }
    self.sides = sides
    self.centers = centers
  }

  /// The number of triples of two sides and a center; nil if it is very large.
  var triples: Int? {
    // Neither factor is more than 2^24.
    sides < 1 << 18 ? sides * sides * centers : nil
  }

  /// Numbers the distinct pairs of classes that states have, from 0.
  private static func pairs(of first: [UInt8], and second: [UInt8]) -> (numbers: [Int], count: Int)
  {
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
