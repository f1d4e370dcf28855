internal import CCPU

// Circuits for any table of what becomes of a cell. A function of two planes is one of sixteen;
// all of them are laid out in the scratch first, and four bits of the program say for each leaf of
// a tree of choices which of them stands there. So the circuit is the same for all rules.

/// The functions at the leaves, sixteen to a word, and where those of the two planes are laid out.
typealias MapLaw = (leaves: UnsafePointer<UInt64>, scratch: Scratch)

/// The three cells of a row.
typealias Triple = (west: Wide, here: Wide, east: Wide)

/// A rule by a table.
protocol MapRule: CellRule where Row == Triple, Law == MapLaw {}

extension MapRule {
  @inline(__always) static var alternates: Bool { true }
  @inline(__always) static var sharesRows: Bool { false }

  @inline(__always)
  static func law(_ program: Program, _ scratch: Scratch) -> Law {
    unsafe store(Wide(), scratch)
    unsafe store(~Wide(), scratch + 15 &* 8)
    return unsafe (program + 1, scratch)
  }

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row { (west, here, east) }
}

/// Lays out the functions of two planes: bit *a* + 2 · *b* of a function's number is its value.
@inline(__always)
private func layFunctions(_ a: Wide, _ b: Wide, _ scratch: Scratch) {
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

@inline(__always)
private func function(_ law: MapLaw, _ index: Int) -> Wide {
  let number = unsafe law.leaves[index / 16] &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15
  return unsafe load(law.scratch + Int(truncatingIfNeeded: number) &* 8)
}

// A tree whose leaves are numbered by their path. A choice is low ⊕ v·(low ⊕ high), and the tree
// holds the differences, so that a CPU without gates of three inputs needs two gates for it.

@inline(__always)
private func tree(_ law: MapLaw, _ first: Int, _ a: Wide) -> Wide {
  unsafe function(law, first) ^ (a & function(law, first &+ 1))
}

@inline(__always)
private func tree(_ law: MapLaw, _ first: Int, _ a: Wide, _ b: Wide) -> Wide {
  unsafe tree(law, first, a) ^ (b & tree(law, first &+ 2, a))
}

@inline(__always)
private func tree(_ law: MapLaw, _ first: Int, _ a: Wide, _ b: Wide, _ c: Wide) -> Wide {
  unsafe tree(law, first, a, b) ^ (c & tree(law, first &+ 4, a, b))
}

@inline(__always)
private func tree(
  _ law: MapLaw, _ first: Int, _ a: Wide, _ b: Wide, _ c: Wide, _ d: Wide, _ e: Wide
) -> Wide {
  let low = unsafe tree(law, first, a, b, c) ^ (d & tree(law, first &+ 8, a, b, c))
  let high = unsafe tree(law, first &+ 16, a, b, c) ^ (d & tree(law, first &+ 24, a, b, c))
  return low ^ (e & high)
}

/// Any table of the 128 hexagons.
enum HexagonMap: @unsafe MapRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ law: Law) -> Wide {
    unsafe layFunctions(south.east, south.here, law.scratch)
    return unsafe tree(
      law, 0, middle.east, middle.here, middle.west, north.here, north.west)
  }
}

/// Any table of the 512 squares.
enum SquareMap: @unsafe MapRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ law: Law) -> Wide {
    unsafe layFunctions(south.east, south.here, law.scratch)
    let low = unsafe quarter(middle, south, north, law, 0)
    let high = unsafe quarter(middle, south, north, law, 64)
    return low ^ (north.west & high)
  }

  /// One of two halves of the tree.
  @inline(__always)
  private static func quarter(
    _ middle: Row, _ south: Row, _ north: Row, _ law: Law, _ first: Int
  ) -> Wide {
    let low = unsafe tree(
      law, first, south.west, middle.east, middle.here, middle.west, north.east)
    let high = unsafe tree(
      law, first &+ 32, south.west, middle.east, middle.here, middle.west, north.east)
    return low ^ (north.here & high)
  }
}

/// Any table that does not change when the square is turned or mirrored.
///
/// What tells such squares apart is how many of the four sides and of the four corners live, how
/// the living lie to each other if there are two of a kind, and how sides lie to corners.
///
///      odd   twin  full      sides        the same planes for the corners, with the diagonals
///      0     0     0 / 1     0 / 2, opposite        for the axes. `toward`: whether sides and
///      0     1     0 / 1     2, adjacent / 4        corners lean to the same side; `crossed`:
///      1     0     0 / 1     1 / 3                  whether their axes differ.
protocol IsotropicRule: MapRule {
  /// Makes ready the functions of two planes, of which ``leaf`` will be asked.
  static func prepare(_ planes: Leaves)
  /// The function at a leaf of the trees, which are numbered as they are written.
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide
}

/// What leaves are made of.
typealias Leaves = (law: MapLaw, centre: Wide, full: Wide)

extension IsotropicRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ law: Law) -> Wide {
    let (nw, ne, sw, se) = (north.west, north.east, south.west, south.east)
    let (n, s, e) = (north.here, south.here, middle.east)
    // One of the two on an axis lives; both do.
    let (across, down) = (middle.west ^ e, n ^ s)
    let (falling, rising) = (nw ^ se, ne ^ sw)
    let (fallingBoth, risingBoth) = (nw & se, ne & sw)
    let wholeAcross = middle.west & e
    let sides = (
      odd: across ^ down, twin: choose(across, down, wholeAcross & n & s),
      full: wholeAcross | (n & s)
    )
    let corners = (
      odd: falling ^ rising, twin: choose(falling, rising, fallingBoth & risingBoth),
      full: fallingBoth | risingBoth
    )
    // Sides and corners are compared along one axis.
    let axis = across & ~(down & (se ^ ne))
    let toward = choose(axis, e, s) ^ choose(falling, se, choose(axis, ne, sw))
    let crossed = line(across, down, e, s) ^ line(falling, rising, se, ne)
    let leaves: Leaves = (law, middle.here, sides.full)
    unsafe prepare(leaves)
    let one = unsafe choose(
      corners.odd, oddOdd(leaves, corners.full, toward),
      oddEven(leaves, corners.full, corners.twin, toward, crossed))
    let two = unsafe choose(
      corners.odd, evenOdd(leaves, corners.full, sides.twin, toward, crossed),
      evenEven(leaves, corners.full, corners.twin, sides.twin, toward, crossed))
    return choose(sides.odd, one, two)
  }

  /// Whether the living lie along the first of two axes, or the line between them, rather than the
  /// second; `one` and `other` are cells at the same end of either.
  @inline(__always)
  private static func line(_ first: Wide, _ second: Wide, _ one: Wide, _ other: Wide) -> Wide {
    choose(first, ~(second & (one ^ other)), one & ~second)
  }

  // The four trees.

  @inline(__always)
  private static func oddOdd(_ of: Leaves, _ full: Wide, _ toward: Wide) -> Wide {
    unsafe choose(
      full, choose(toward, leaf(of, 0), leaf(of, 1)), choose(toward, leaf(of, 2), leaf(of, 3)))
  }

  @inline(__always)
  private static func oddEven(
    _ of: Leaves, _ full: Wide, _ twin: Wide, _ toward: Wide, _ crossed: Wide
  ) -> Wide {
    let pair = unsafe choose(
      crossed, leaf(of, 4), choose(toward, leaf(of, 5), leaf(of, 6)))
    return unsafe choose(
      twin, choose(full, leaf(of, 7), pair), choose(full, leaf(of, 8), leaf(of, 9)))
  }

  @inline(__always)
  private static func evenOdd(
    _ of: Leaves, _ full: Wide, _ twin: Wide, _ toward: Wide, _ crossed: Wide
  ) -> Wide {
    let aligned = unsafe choose(
      toward, choose(full, leaf(of, 10), leaf(of, 11)),
      choose(full, leaf(of, 12), leaf(of, 13)))
    let pair = unsafe choose(crossed, choose(full, leaf(of, 14), leaf(of, 15)), aligned)
    return unsafe choose(twin, pair, choose(full, leaf(of, 16), leaf(of, 17)))
  }

  @inline(__always)
  private static func evenEven(
    _ of: Leaves, _ full: Wide, _ twin: Wide, _ sidesTwin: Wide, _ toward: Wide, _ crossed: Wide
  ) -> Wide {
    let both = unsafe choose(
      full, leaf(of, 18), choose(toward, leaf(of, 19), leaf(of, 20)))
    let sides = unsafe choose(
      full, choose(crossed, leaf(of, 21), leaf(of, 22)), leaf(of, 23))
    let corners = unsafe choose(
      full, leaf(of, 24), choose(crossed, leaf(of, 25), leaf(of, 26)))
    let none = unsafe choose(full, leaf(of, 27), leaf(of, 28))
    return choose(
      sidesTwin, choose(twin, both, sides), choose(twin, corners, none))
  }
}

/// With leaves that the program tells.
enum Isotropic: @unsafe IsotropicRule {
  @inline(__always)
  static func prepare(_ planes: Leaves) {
    unsafe layFunctions(planes.centre, planes.full, planes.law.scratch)
  }

  @inline(__always)
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide {
    unsafe function(planes.law, index)
  }
}

/// B2-a/S12, whose leaves are known when this is compiled, so that little is left of the trees:
/// twice as fast.
enum JustFriends: @unsafe IsotropicRule {
  @inline(__always) static var alternates: Bool { false }
  @inline(__always) static var sharesRows: Bool { true }

  /// Whether a program of ``Isotropic`` is this one.
  @inline(__always)
  static func runs(_ program: Program) -> Bool {
    unsafe program[1] == life_just_friends_first && program[2] == life_just_friends_last
  }

  @inline(__always)
  static func prepare(_ planes: Leaves) {}

  @inline(__always)
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide {
    let leaves = index < 16 ? life_just_friends_first : life_just_friends_last
    switch leaves &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15 {
    case 0: return Wide()
    case 2: return unsafe planes.centre & ~planes.full
    case 3: return unsafe ~planes.full
    default: return unsafe planes.full
    }
  }
}
