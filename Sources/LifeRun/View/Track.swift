/// The movement of a view.
package enum Track: Hashable {
  case velocity(Velocity)
  /// The velocity of the pattern, which must be a spaceship.
  case auto
}

/// A displacement in cells per number of generations.
package struct Velocity: Hashable {
  /// Cells east.
  package var x: Int
  /// Cells south.
  package var y: Int
  package var generations: Int

  package init(x: Int, y: Int, generations: Int) {
    self.x = x
    self.y = y
    self.generations = generations
  }
}
