/// Decides 64 cells a word from how many live in the 3 × 3 square around each.
protocol CellRule {
  func next(_ alive: Wide, _ counts: Counts) -> Wide
}

/// A rule known when the program is compiled: its circuit is folded to the few gates it needs.
protocol KnownCounts {
  static var birth: UInt16 { get }
  static var survival: UInt16 { get }
}

enum Conway: KnownCounts {
  @inline(__always) static var birth: UInt16 { 0b0_0000_1000 }
  @inline(__always) static var survival: UInt16 { 0b0_0000_1100 }
}

enum HighLife: KnownCounts {
  @inline(__always) static var birth: UInt16 { 0b0_0100_1000 }
  @inline(__always) static var survival: UInt16 { 0b0_0000_1100 }
}

enum DayAndNight: KnownCounts {
  @inline(__always) static var birth: UInt16 { 0b1_1100_1000 }
  @inline(__always) static var survival: UInt16 { 0b1_1101_1000 }
}

enum Seeds: KnownCounts {
  @inline(__always) static var birth: UInt16 { 0b0_0000_0100 }
  @inline(__always) static var survival: UInt16 { 0 }
}

/// B3/S23 in four gates of three inputs.
///
/// A cell lives if the square around it holds three, or four and it is alive itself. With t twos,
/// three is `ones` and t = 1, four is not `ones` and t = 2; `odd` rules out every other t.
struct ConwayCircuit: CellRule {
  @inline(__always)
  func next(_ alive: Wide, _ counts: Counts) -> Wide {
    let odd = parity(counts.ones, counts.pairs, counts.carry)
    let four = (counts.carry ^ counts.quads) & alive
    return choose(counts.ones, ~counts.quads, four) & ~odd
  }
}

struct Fixed<Known: KnownCounts>: CellRule {
  @inline(__always)
  func next(_ alive: Wide, _ counts: Counts) -> Wide {
    select(counts) { total in
      let born = Known.birth >> UInt16(total) & 1 == 1
      let stays = total > 0 && Known.survival >> UInt16(total - 1) & 1 == 1
      return born ? (stays ? ~Wide() : ~alive) : (stays ? alive : Wide())
    }
  }
}

/// Any rule: one leaf for each total, `dead ^ (alive & change)`, chosen by the count's planes.
struct AnyCounts: CellRule {
  typealias Leaf = (dead: UInt64, change: UInt64)
  var leaves: (Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf)

  init(birth: UInt16, survival: UInt16) {
    func leaf(_ total: UInt16) -> Leaf {
      // The total counts the cell itself: a living cell with n neighbours has n + 1.
      let born = total < 9 ? UInt64(birth &>> total & 1) : 0
      let stays = total > 0 ? UInt64(survival &>> (total &- 1) & 1) : 0
      return (0 &- born, 0 &- (born ^ stays))
    }
    leaves = (
      leaf(0), leaf(1), leaf(2), leaf(3), leaf(4), leaf(5), leaf(6), leaf(7), leaf(8), leaf(9)
    )
  }

  @inline(__always)
  func next(_ alive: Wide, _ counts: Counts) -> Wide {
    select(counts) { total in
      let leaf =
        switch total {
        case 0: leaves.0
        case 1: leaves.1
        case 2: leaves.2
        case 3: leaves.3
        case 4: leaves.4
        case 5: leaves.5
        case 6: leaves.6
        case 7: leaves.7
        case 8: leaves.8
        default: leaves.9
        }
      return Wide(repeating: leaf.dead) ^ (alive & Wide(repeating: leaf.change))
    }
  }
}

/// The leaf of each cell's total, by a tree of choices over the four planes.
@inline(__always)
func select(_ counts: Counts, _ leaf: (Int) -> Wide) -> Wide {
  let ones = counts.ones
  let twos = counts.twos
  let low = choose(
    twos, choose(ones, leaf(3), leaf(2)), choose(ones, leaf(1), leaf(0)))
  let high = choose(
    twos, choose(ones, leaf(7), leaf(6)), choose(ones, leaf(5), leaf(4)))
  let top = choose(ones, leaf(9), leaf(8))
  return choose(counts.eights, top, choose(counts.fours, high, low))
}
