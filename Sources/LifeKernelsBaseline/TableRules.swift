internal import CCPU

// Circuits for any transition table: a tree of choices over some of the nine cells, whose leaves
// are functions of the other two planes.
//
//      choose nw                  a leaf is one of the 16 functions of two planes a and b; all 16
//       ├─ choose n               are computed first and stored in the scratch, which stays in the
//       │   ├─ …                  cache. Four bits of the program select one for each leaf, so the
//       │   └─ leaf 127           circuit is the same for all rules.
//
// A table without symmetry has 128 leaves, a hexagonal one 32, an isotropic one 29.

/// The functions at the leaves, sixteen to a word, and the scratch that holds those of two planes.
typealias TableTransition = (leaves: UnsafePointer<UInt64>, scratch: Scratch)

/// The three cells of a row.
typealias Triple = (west: Wide, here: Wide, east: Wide)

/// A rule given by a table.
protocol TableRule: CellRule where Row == Triple, Transition == TableTransition {}

extension TableRule {
  @inline(__always) static var alternates: Bool { true }
  @inline(__always) static var sharesRows: Bool { false }

  @inline(__always)
  static func transition(_ program: Program, _ scratch: Scratch) -> Transition {
    unsafe store(Wide(), scratch)
    unsafe store(~Wide(), scratch + 15 &* 8)
    return unsafe (program + 1, scratch)
  }

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row { (west, here, east) }
}

/// Stores all functions of two planes: bit *a* + 2 · *b* of a function's number is its value there.
@inline(__always)
func storeFunctions(_ a: Wide, _ b: Wide, _ scratch: Scratch) {
  unsafe store(~(a | b), scratch + 1 &* 8)
  unsafe store(a & ~b, scratch + 2 &* 8)
  unsafe store(~b, scratch + 3 &* 8)
  unsafe store(b & ~a, scratch + 4 &* 8)
  unsafe store(~a, scratch + 5 &* 8)
  unsafe store(a ^ b, scratch + 6 &* 8)
  unsafe store(~(a & b), scratch + 7 &* 8)
  unsafe store(a & b, scratch + 8 &* 8)
  unsafe store(~(a ^ b), scratch + 9 &* 8)
  unsafe store(a, scratch + 10 &* 8)
  unsafe store(a | ~b, scratch + 11 &* 8)
  unsafe store(b, scratch + 12 &* 8)
  unsafe store(~a | b, scratch + 13 &* 8)
  unsafe store(a | b, scratch + 14 &* 8)
}

/// The function at a leaf.
@inline(__always)
func function(_ transition: TableTransition, _ index: Int) -> Wide {
  let number =
    unsafe transition.leaves[index / 16] &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15
  return unsafe load(transition.scratch + Int(truncatingIfNeeded: number) &* 8)
}

// A tree whose leaves are numbered by their path. A choice is low ⊕ v · (low ⊕ high). The program
// holds low and low ⊕ high (CircuitShape computes these differences), so that a CPU without gates
// of three inputs needs two gates for it.

@inline(__always)
private func tree(_ transition: TableTransition, _ first: Int, _ a: Wide) -> Wide {
  unsafe function(transition, first) ^ (a & function(transition, first &+ 1))
}

@inline(__always)
private func tree(_ transition: TableTransition, _ first: Int, _ a: Wide, _ b: Wide) -> Wide {
  unsafe tree(transition, first, a) ^ (b & tree(transition, first &+ 2, a))
}

@inline(__always)
private func tree(_ transition: TableTransition, _ first: Int, _ a: Wide, _ b: Wide, _ c: Wide)
  -> Wide
{
  unsafe tree(transition, first, a, b) ^ (c & tree(transition, first &+ 4, a, b))
}

@inline(__always)
private func tree(
  _ transition: TableTransition, _ first: Int, _ a: Wide, _ b: Wide, _ c: Wide, _ d: Wide, _ e: Wide
) -> Wide {
  let low = unsafe tree(transition, first, a, b, c) ^ (d & tree(transition, first &+ 8, a, b, c))
  let high =
    unsafe tree(transition, first &+ 16, a, b, c) ^ (d & tree(transition, first &+ 24, a, b, c))
  return low ^ (e & high)
}

/// Any table of the 128 hexagonal neighborhoods.
enum HexagonMap: @unsafe TableRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ transition: Transition) -> Wide {
    unsafe storeFunctions(south.east, south.here, transition.scratch)
    return unsafe tree(
      transition, 0, middle.east, middle.here, middle.west, north.here, north.west)
  }
}

/// Any table of the 512 Moore neighborhoods.
enum SquareMap: @unsafe TableRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ transition: Transition) -> Wide {
    unsafe storeFunctions(south.east, south.here, transition.scratch)
    let low = unsafe quarter(middle, south, north, transition, 0)
    let high = unsafe quarter(middle, south, north, transition, 64)
    return low ^ (north.west & high)
  }

  /// One of two halves of the tree.
  @inline(__always)
  private static func quarter(
    _ middle: Row, _ south: Row, _ north: Row, _ transition: Transition, _ first: Int
  ) -> Wide {
    let low = unsafe tree(
      transition, first, south.west, middle.east, middle.here, middle.west, north.east)
    let high = unsafe tree(
      transition, first &+ 32, south.west, middle.east, middle.here, middle.west, north.east)
    return low ^ (north.here & high)
  }
}
