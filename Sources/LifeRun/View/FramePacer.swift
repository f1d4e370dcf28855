import LifeRender

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The times at which a terminal shows the frames of an animation.
struct FramePacer {
  let rate: FrameRate
  /// The index of the first frame and its time.
  private var first: (index: Int, time: ContinuousClock.Instant)?

  init(_ rate: FrameRate) { self.rate = rate }

  /// How long after the first frame another one is shown.
  func delay(ofFrame index: Int) -> Duration {
    .seconds(Double(index) * Double(rate.denominator) / Double(rate.numerator))
  }

  /// Sleeps until a frame is due; a late frame is shown at once and delays no other.
  mutating func wait(forFrame index: Int) {
    let now = ContinuousClock.now
    guard let first else { return self.first = (index, now) }
    var rest = first.time + delay(ofFrame: index - first.index) - now
    while rest > .zero {
      usleep(UInt32(min(rest / .microseconds(1), 500_000)) + 1)
      rest = first.time + delay(ofFrame: index - first.index) - .now
    }
  }
}
