internal import CCPU

/// Any isotropic table: rotating or reflecting the neighborhood doesn't change the result.
///
/// Isotropic neighborhoods differ in the numbers of live sides and corners, in whether two live
/// cells of a kind are adjacent or opposite, and in the position of sides relative to corners:
///
///      odd   twin   live sides if `full` is 0   live sides if `full` is 1
///      0     0      none                        two, opposite
///      0     1      two, adjacent               four
///      1     0      one                         three
///
/// `twin` tells that both axes have the same number of live cells, one or two. Corners have the
/// same three planes, with the diagonals as axes. `away` tells whether sides and corners lean to
/// opposite ends of an axis, for example a live side in the east and a live corner in the
/// north-west. `crossed` tells whether their lines are perpendicular, for example sides in the west
/// and east, and corners in the north-west and north-east.
///
/// These planes select one of 29 leaves; a leaf is a function of the center and of the sides'
/// `full`. This is the only description of the leaves. `CircuitShape` gets the neighborhoods of
/// each leaf from ``isotropicClasses(_:)``, which runs this circuit.
protocol IsotropicRule: TableRule {
  /// Prepares the functions of two planes for ``leaf``.
  static func prepare(_ inputs: LeafInputs)
  /// The function at a leaf of the four trees below; their leaves are numbered from 0 to 28.
  static func leaf(of inputs: LeafInputs, at index: Int) -> Wide
}

/// The functions selected for the leaves, and the two planes to which they are applied.
typealias LeafInputs = (transition: TableTransition, center: Wide, full: Wide)

extension IsotropicRule {
  @inline(__always)
  static func next(north: Row, middle: Row, south: Row, by transition: Transition) -> Wide {
    let nw = north.west
    let ne = north.east
    let sw = south.west
    let se = south.east
    let n = north.here
    let s = south.here
    let e = middle.east
    // For each axis: whether exactly one of its two cells is alive, and whether both are.
    let across = middle.west ^ e
    let down = n ^ s
    let falling = nw ^ se
    let rising = ne ^ sw
    let fallingBoth = nw & se
    let risingBoth = ne & sw
    let acrossBoth = middle.west & e
    let sides = (
      odd: across ^ down, twin: choose(across, down, acrossBoth & n & s),
      full: acrossBoth | (n & s)
    )
    let corners = (
      odd: falling ^ rising, twin: choose(falling, rising, fallingBoth & risingBoth),
      full: fallingBoth | risingBoth
    )
    // Sides and corners are compared along one axis: west to east where `axis` is set.
    let axis = across & ~(down & (se ^ ne))
    let away = choose(axis, e, s) ^ choose(falling, se, choose(axis, ne, sw))
    let crossed =
      line(first: across, second: down, one: e, other: s)
      ^ line(first: falling, second: rising, one: se, other: ne)
    let inputs: LeafInputs = (transition, middle.here, sides.full)
    unsafe prepare(inputs)
    let oddSides = unsafe choose(
      corners.odd, oddOdd(of: inputs, full: corners.full, away: away),
      oddEven(of: inputs, full: corners.full, twin: corners.twin, away: away, crossed: crossed))
    let evenSides = unsafe choose(
      corners.odd,
      evenOdd(of: inputs, full: corners.full, twin: sides.twin, away: away, crossed: crossed),
      evenEven(
        of: inputs, full: corners.full, twin: corners.twin, sidesTwin: sides.twin, away: away,
        crossed: crossed))
    return choose(sides.odd, oddSides, evenSides)
  }

  /// The line of the live cells of two axes, as a bit. It is 1 for the first axis, and for the
  /// diagonal between its cell `one` and the second axis's cell `other`; it is 0 for the second
  /// axis and for the other diagonal. If `one` is east and `other` is south, it is 1 for a live
  /// cell in the east, and for two in the east and south. It is 0 for a live cell in the south, and
  /// for two in the south and west.
  @inline(__always)
  private static func line(first: Wide, second: Wide, one: Wide, other: Wide) -> Wide {
    choose(first, ~(second & (one ^ other)), one & ~second)
  }

  // The four trees.

  @inline(__always)
  private static func oddOdd(of inputs: LeafInputs, full: Wide, away: Wide) -> Wide {
    unsafe choose(
      full, choose(away, leaf(of: inputs, at: 0), leaf(of: inputs, at: 1)),
      choose(away, leaf(of: inputs, at: 2), leaf(of: inputs, at: 3)))
  }

  @inline(__always)
  private static func oddEven(
    of inputs: LeafInputs, full: Wide, twin: Wide, away: Wide, crossed: Wide
  ) -> Wide {
    let pair = unsafe choose(
      crossed, leaf(of: inputs, at: 4),
      choose(away, leaf(of: inputs, at: 5), leaf(of: inputs, at: 6)))
    return unsafe choose(
      twin, choose(full, leaf(of: inputs, at: 7), pair),
      choose(full, leaf(of: inputs, at: 8), leaf(of: inputs, at: 9)))
  }

  @inline(__always)
  private static func evenOdd(
    of inputs: LeafInputs, full: Wide, twin: Wide, away: Wide, crossed: Wide
  ) -> Wide {
    let aligned = unsafe choose(
      away, choose(full, leaf(of: inputs, at: 10), leaf(of: inputs, at: 11)),
      choose(full, leaf(of: inputs, at: 12), leaf(of: inputs, at: 13)))
    let pair = unsafe choose(
      crossed, choose(full, leaf(of: inputs, at: 14), leaf(of: inputs, at: 15)), aligned)
    return unsafe choose(
      twin, pair, choose(full, leaf(of: inputs, at: 16), leaf(of: inputs, at: 17)))
  }

  @inline(__always)
  private static func evenEven(
    of inputs: LeafInputs, full: Wide, twin: Wide, sidesTwin: Wide, away: Wide, crossed: Wide
  ) -> Wide {
    let both = unsafe choose(
      full, leaf(of: inputs, at: 18),
      choose(away, leaf(of: inputs, at: 19), leaf(of: inputs, at: 20)))
    let sides = unsafe choose(
      full, choose(crossed, leaf(of: inputs, at: 21), leaf(of: inputs, at: 22)),
      leaf(of: inputs, at: 23))
    let corners = unsafe choose(
      full, leaf(of: inputs, at: 24),
      choose(crossed, leaf(of: inputs, at: 25), leaf(of: inputs, at: 26)))
    let none = unsafe choose(full, leaf(of: inputs, at: 27), leaf(of: inputs, at: 28))
    return choose(
      sidesTwin, choose(twin, both, sides), choose(twin, corners, none))
  }
}

/// Leaves from the program.
enum Isotropic: @unsafe IsotropicRule {
  @inline(__always)
  static func prepare(_ inputs: LeafInputs) {
    unsafe storeFunctions(of: inputs.center, and: inputs.full, in: inputs.transition.scratch)
  }

  @inline(__always)
  static func leaf(of inputs: LeafInputs, at index: Int) -> Wide {
    unsafe function(of: inputs.transition, at: index)
  }
}

/// B2-a/S12. Its leaves are known at compile time, so little is left of the trees: twice as fast.
enum JustFriends: @unsafe IsotropicRule {
  @inline(__always) static var alternates: Bool { false }
  @inline(__always) static var sharesRows: Bool { true }

  /// Whether a program of ``Isotropic`` is this rule.
  @inline(__always)
  static func matches(_ program: Program) -> Bool {
    unsafe program[1] == life_just_friends_first && program[2] == life_just_friends_last
  }

  @inline(__always)
  static func prepare(_ inputs: LeafInputs) {}

  @inline(__always)
  static func leaf(of inputs: LeafInputs, at index: Int) -> Wide {
    let leaves = index < 16 ? life_just_friends_first : life_just_friends_last
    switch leaves &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15 {
    case 0: return Wide()
    case 2: return unsafe inputs.center & ~inputs.full
    case 3: return unsafe ~inputs.full
    default: return unsafe inputs.full
    }
  }
}

/// Leaves that give a bit of the number 4 · leaf + 2 · full + center instead of a rule's bits. The
/// word after the circuit's number selects the bit: with 3, the leaves 2, 3, 6, 7 … are all ones.
private enum IsotropicNumbers: @unsafe IsotropicRule {
  @inline(__always)
  static func prepare(_ inputs: LeafInputs) {}

  @inline(__always)
  static func leaf(of inputs: LeafInputs, at index: Int) -> Wide {
    switch unsafe inputs.transition.leaves[0] {
    case 0: return unsafe inputs.center
    case 1: return unsafe inputs.full
    case let bit: return Wide(repeating: 0 &- UInt64(index) &>> (bit &- 2) & 1)
    }
  }
}

/// Finds, for each neighborhood, the number of the bit in an ``Isotropic`` program that decides it:
/// 4 · leaf + 2 · full + center. Each of seven runs of the circuit gives one bit of these numbers.
///
/// - Parameters:
///   - classes: receives the number for each of the 512 neighborhoods. Their index has north-west
///     as bit 8 and south-east as bit 0.
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
    let transition = unsafe IsotropicNumbers.transition(of: program, in: scratch)
    for index in 0..<512 {
      let cell = { (place: Int) in Wide(repeating: 0 &- UInt64(index &>> place & 1)) }
      let next = unsafe IsotropicNumbers.next(
        north: (cell(8), cell(7), cell(6)), middle: (cell(5), cell(4), cell(3)),
        south: (cell(2), cell(1), cell(0)),
        by: transition)
      unsafe classes[index] |= UInt8(truncatingIfNeeded: next[0] & 1) &<< UInt8(bit)
    }
  }
}
