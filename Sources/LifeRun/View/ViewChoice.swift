package import LifeEngines

/// Which part of the universe a picture or an animation shows.
package enum ViewChoice: Hashable {
  /// A rectangle.
  case window(AbsoluteWindow)
  /// All live cells of all samples.
  case fit
  /// The same without spaceships that leave the rest.
  case core
  /// The live cells of the sample, followed smoothly.
  case auto
}

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
