package import LifeCore
package import LifeEngines
import LifeRender

/// Counts births and deaths between one sample of a run and the next.
///
/// It stores the words of 64 cells of the last sample that have a live cell, so that the empty
/// space between spaceships costs nothing, and stops counting when there would be more than 2^22.
package struct ChangeCounter {
  private let rule: Rule
  private let universe: Universe
  private var last: LiveWords?
  private var hasGivenUp = false

  /// - Parameter rule: the rule of the run.
  package init(_ rule: Rule, in universe: Universe = .plane) {
    self.rule = rule
    self.universe = universe
  }

  /// Births and deaths since the last call; nil at the first one, if they are too many to count,
  /// and where nearly all cells of the plane are born or die, as under rules with B0.
  package mutating func count(_ stepper: any Stepper) throws -> (births: Int, deaths: Int)? {
    let isComplement = rule.storesComplement(
      atOdd: stepper.generation.isOdd, in: universe)
    guard !hasGivenUp, let words = LiveWords(stepper, isComplement: isComplement) else {
      hasGivenUp = true
      last = nil
      return nil
    }
    defer { last = words }
    guard let last, last.isComplement == isComplement else { return nil }
    let changes = last.changes(to: words)
    return isComplement ? (changes.deaths, changes.births) : changes
  }
}

/// The words of 64 cells of a row that have a live cell, in reading order.
private struct LiveWords {
  /// The north-western corner, whose column is a multiple of 64.
  private var corner = Position.origin
  /// Whether the dead cells are stored in place of the live ones.
  private(set) var isComplement = false
  /// The row and the column of each word from the corner, see ``key(y:x:)``.
  private var keys: [Int] = []
  private var bits: [UInt64] = []

  private static let mostWords = 1 << 22
  /// The most columns and rows.
  private static let largestSide = 1 << 28

  init() {}

  /// Nil if there are too many, or if the cells are too far apart.
  init?(_ stepper: any Stepper, isComplement: Bool) {
    self.isComplement = isComplement
    guard let bounds = stepper.bounds else { return }
    let left = bounds.x.floorDivided(by: 64).quotient * 64
    corner = Position(x: left, y: bounds.y)
    guard let width = (bounds.x - left + bounds.width).int, let height = bounds.height.int,
      max(width, height) < Self.largestSide
    else { return nil }
    let planes = stepper.planes
    let window = AbsoluteWindow(corner: corner, width: (width + 63) & ~63, height: height)
    stepper.forEachRow(in: window) { y, x, words in
      for first in stride(from: 0, to: words.count, by: planes) {
        let alive = (first..<first + planes).reduce(UInt64(0)) { $0 | words[$1] }
        guard alive != 0, keys.count <= Self.mostWords else { continue }
        keys.append(Self.key(y: y, x: x + first / planes * 64))
        bits.append(alive)
      }
    }
    guard keys.count <= Self.mostWords else { return nil }
  }

  /// A number that ascends in reading order.
  private static func key(y: Int, x: Int) -> Int { y << 32 + x }

  /// The cells that are only in the other words, and those that are only in these.
  func changes(to other: LiveWords) -> (births: Int, deaths: Int) {
    let move = corner.offset(from: other.corner)
    guard let (dx, dy) = move, max(abs(dx), abs(dy)) < Self.largestSide else {
      return (births: other.population, deaths: population)
    }
    let offset = Self.key(y: dy, x: dx)
    var births = 0
    var deaths = 0
    var index = 0
    for (key, new) in zip(other.keys, other.bits) {
      while index < keys.count, keys[index] + offset < key {
        deaths += bits[index].nonzeroBitCount
        index += 1
      }
      let isSame = index < keys.count && keys[index] + offset == key
      let old = isSame ? bits[index] : 0
      if isSame { index += 1 }
      births += (new & ~old).nonzeroBitCount
      deaths += (old & ~new).nonzeroBitCount
    }
    for word in bits[index...] { deaths += word.nonzeroBitCount }
    return (births, deaths)
  }

  private var population: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }
}
