internal import CCPU

/// Any isotropic table: one that does not change when the neighborhood is rotated or reflected.
///
/// Isotropic neighborhoods differ in the number of live sides and of live corners, in the position
/// of two live cells of a kind to each other, and in the position of the sides to the corners:
///
///      odd   twin  full      live sides                 corners have the same three planes, with
///      0     0     0 / 1     0 / 2, opposite            diagonals for axes. `toward`: whether
///      0     1     0 / 1     2, adjacent / 4            sides and corners lean to the same side;
///      1     0     0 / 1     1 / 3                      `crossed`: whether their axes differ.
///
/// These planes select one of 29 leaves; a leaf is a function of the center and of the sides'
/// `full`. This is the only description of the leaves: `CircuitShape` gets the neighborhoods of
/// each leaf from ``isotropicClasses(_:)``, which runs this circuit.
protocol IsotropicRule: TableRule {
  /// Prepares the functions of two planes that ``leaf`` will return.
  static func prepare(_ planes: Leaves)
  /// The function at a leaf of the four trees; leaves are numbered in the order of the source.
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide
}

/// The planes that leaves are functions of.
typealias Leaves = (transition: TableTransition, center: Wide, full: Wide)

extension IsotropicRule {
  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ transition: Transition) -> Wide {
    let nw = north.west
    let ne = north.east
    let sw = south.west
    let se = south.east
    let n = north.here
    let s = south.here
    let e = middle.east
    // One of the two cells on an axis is alive; both are.
    let across = middle.west ^ e
    let down = n ^ s
    let falling = nw ^ se
    let rising = ne ^ sw
    let fallingBoth = nw & se
    let risingBoth = ne & sw
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
    let leaves: Leaves = (transition, middle.here, sides.full)
    unsafe prepare(leaves)
    let one = unsafe choose(
      corners.odd, oddOdd(leaves, corners.full, toward),
      oddEven(leaves, corners.full, corners.twin, toward, crossed))
    let two = unsafe choose(
      corners.odd, evenOdd(leaves, corners.full, sides.twin, toward, crossed),
      evenEven(leaves, corners.full, corners.twin, sides.twin, toward, crossed))
    return choose(sides.odd, one, two)
  }

  /// Whether the live cells are on the first of two axes, or on the line between them, rather than
  /// on the second; `one` and `other` are the cells at the same end of each.
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

/// Leaves from the program.
enum Isotropic: @unsafe IsotropicRule {
  @inline(__always)
  static func prepare(_ planes: Leaves) {
    unsafe storeFunctions(planes.center, planes.full, planes.transition.scratch)
  }

  @inline(__always)
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide {
    unsafe function(planes.transition, index)
  }
}

/// B2-a/S12, whose leaves are known at compile time, so that little is left of the trees: twice as
/// fast.
enum JustFriends: @unsafe IsotropicRule {
  @inline(__always) static var alternates: Bool { false }
  @inline(__always) static var sharesRows: Bool { true }

  /// Whether a program of ``Isotropic`` is this rule.
  @inline(__always)
  static func matches(_ program: Program) -> Bool {
    unsafe program[1] == life_just_friends_first && program[2] == life_just_friends_last
  }

  @inline(__always)
  static func prepare(_ planes: Leaves) {}

  @inline(__always)
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide {
    let leaves = index < 16 ? life_just_friends_first : life_just_friends_last
    switch leaves &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15 {
    case 0: return Wide()
    case 2: return unsafe planes.center & ~planes.full
    case 3: return unsafe ~planes.full
    default: return unsafe planes.full
    }
  }
}

/// Leaves that are the bits of their own numbers: the first word that the program has after its
/// circuit selects the bit.
private enum IsotropicNumbers: @unsafe IsotropicRule {
  @inline(__always)
  static func prepare(_ planes: Leaves) {}

  @inline(__always)
  static func leaf(_ planes: Leaves, _ index: Int) -> Wide {
    switch unsafe planes.transition.leaves[0] {
    case 0: return unsafe planes.center
    case 1: return unsafe planes.full
    case let bit: return Wide(repeating: 0 &- UInt64(index) &>> (bit &- 2) & 1)
    }
  }
}

/// Computes which bit of a program of ``Isotropic`` decides each neighborhood, by running the
/// circuit on all of them, with the bits of 4 · leaf + function in place of the program.
///
/// - Parameters:
///   - classes: receives the bit for each of the 512 neighborhoods, whose cells from north-west to
///     south-east are the index from bit 8 to bit 0.
///   - scratch: 16 vectors of eight words.
package func isotropicClasses(
  _ classes: UnsafeMutablePointer<UInt8>, _ scratch: UnsafeMutablePointer<UInt64>
) {
  for index in 0..<512 { unsafe classes[index] = 0 }
  for bit in 0..<UInt64(7) {
    // Vectors 0 and 15 of the scratch are the circuit's own.
    let program = unsafe scratch + 8
    unsafe program[0] = life_circuit_isotropic
    unsafe program[1] = bit
    let transition = unsafe IsotropicNumbers.transition(program, scratch)
    for index in 0..<512 {
      let cell = { (place: Int) in Wide(repeating: 0 &- UInt64(index &>> place & 1)) }
      let next = unsafe IsotropicNumbers.next(
        (cell(8), cell(7), cell(6)), (cell(5), cell(4), cell(3)), (cell(2), cell(1), cell(0)),
        transition)
      unsafe classes[index] |= UInt8(truncatingIfNeeded: next[0] & 1) &<< UInt8(bit)
    }
  }
}
