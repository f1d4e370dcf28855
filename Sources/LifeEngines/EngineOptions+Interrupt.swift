internal import LifeCore

extension EngineOptions {
  /// Whether the engine is to stop at the generation where it is.
  var isToStop: Bool { interrupt?.isRaised ?? false }

  func stopIfAsked() throws(Stopped) {
    if isToStop { throw Stopped() }
  }
}
