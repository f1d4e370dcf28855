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
