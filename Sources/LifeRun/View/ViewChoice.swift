package import LifeEngines

/// Which part of the universe a picture or an animation shows.
package enum ViewChoice: Hashable {
  /// A rectangle.
  case window(AbsoluteWindow)
  /// All live cells of all samples.
  case fit
  /// All live cells of all samples but for spaceships that fly away from the rest.
  case core
  /// The live cells of the sample, followed smoothly.
  case auto
}
