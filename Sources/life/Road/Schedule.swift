import LifeCore

/// The generations at which a run is looked at.
struct Schedule {
  let start: BigInt
  let end: BigInt
  /// Nil if only the end matters.
  let every: BigInt?

  /// How many generations are stopped at, at most the largest `Int`.
  var samples: Int {
    guard let every else { return 1 }
    let whole = (end - start).quotientAndRemainder(dividingBy: every)
    return (whole.0 + (whole.1.isZero ? 1 : 2)).int ?? .max
  }

  /// The first generation to stop at.
  var first: BigInt { every == nil ? end : start }

  /// The one after `generation`; nil if that is the end.
  func next(after generation: BigInt) -> BigInt? {
    guard generation < end else { return nil }
    guard let every else { return end }
    return min(generation + every, end)
  }
}
