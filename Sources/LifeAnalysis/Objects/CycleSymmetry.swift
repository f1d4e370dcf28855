internal import LifeCore

/// The symmetries of an object in space, and in space and time.
///
///     glider           n/      each phase has no symmetry; after 2 generations it is mirrored
///     blinker          +c*c    mirrored in rows and columns; after 1 generation it is rotated
///     clock            .kxk    rotated by 180°; after 1 generation it is mirrored in a diagonal
///
/// - SeeAlso: <https://conwaylife.com/wiki/Kinetic_symmetry>
package struct CycleSymmetry: Sendable {
  /// The symmetry of the most symmetric phase.
  package let spatial: StaticSymmetry
  /// The smallest number of generations until the phase looks the same again, possibly moved,
  /// rotated or mirrored. For example 2 for a glider, of period 4.
  package let mod: Int
  /// One of the 43 kinetic symmetries: the symmetry of one phase, then of the union of all
  /// congruent phases. `nil` unless the rule has all eight symmetries of the square.
  ///
  /// The phases of a spaceship are compared without their positions, as if it stood still.
  package let kinetic: String?

  /// - Parameter cycle: a cycle whose phases were collected.
  package init(_ cycle: ObjectCycle, rule: AnalysisRule) {
    let first = cycle.phases[0].bitmap
    let phases = cycle.phases
    let images = rule.symmetries.map { first.mapped(by: $0) }
    let steps = phases.count.divisors.first { images.contains(phases[$0 % phases.count].bitmap) }
    let congruent = stride(from: 0, to: phases.count, by: steps ?? phases.count)
    mod = (steps ?? phases.count) * rule.interval
    guard LatticeMap.square.allSatisfy(rule.symmetries.contains) else {
      spatial = StaticSymmetry(phases)
      kinetic = nil
      return
    }
    // The rule preserves symmetries, so all phases have the symmetry of the first.
    func isImage(_ bitmap: Bitmap, under map: LatticeMap) -> Bool {
      zip(rule.symmetries, images).contains { $0 == map && $1 == bitmap }
    }
    spatial = StaticSymmetry(width: first.width, height: first.height) {
      isImage(first, under: $0)
    }
    let box = congruent.dropFirst().reduce(phases[0].window) { $0.union(phases[$1].window) }
    func unionHas(_ map: LatticeMap) -> Bool {
      congruent.contains { isImage(phases[$0].bitmap, under: map) }
    }
    // Flight may make the box of a spaceship longer in one direction. For symmetry in a diagonal,
    // the box counts as a square.
    let isDiagonal = cycle.isMoving && (unionHas(.transposed) || unionHas(.antitransposed))
    let union = StaticSymmetry(
      width: box.width, height: isDiagonal ? box.width : box.height, unionHas)
    kinetic = spatial.shortName + union.shortName
  }
}
