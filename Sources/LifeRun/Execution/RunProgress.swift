package import LifeCore
package import LifeEngines

/// The generation, speed and remaining time of a run.
package struct RunProgress {
  package let title: String
  package let start: BigInt
  package let end: BigInt
  package let generation: BigInt
  package let population: BigInt
  package let engine: Engine
  /// Seconds since the run began.
  package let elapsed: Double

  init(
    of plan: RunPlan, _ stepper: any Stepper, engine: Engine, since began: ContinuousClock.Instant
  ) {
    title = "\(plan.input.title)"
    start = plan.schedule.start
    end = plan.schedule.end
    generation = stepper.generation
    population = stepper.population
    self.engine = engine
    elapsed = (Interruption.clock.now - began).inSeconds
  }
}

extension RunProgress: CustomStringConvertible {
  package var description: String {
    let done = (generation - start).double
    let left = elapsed * ((end - start).double - done) / max(done, 1)
    let rate = min(done / elapsed, 1e15).threeDigits
    let percent = ((generation - start) * 100).quotientAndRemainder(
      dividingBy: max(end - start, 1)
    ).quotient
    return "generation \(generation) of \(end) (\(percent) %), population \(population), "
      + "\(rate) generations/s, \(engine.rawValue)\(Self.left(left))"
  }

  /// `12 of 40 soups (30 %)`, or `12 soups` if the number of all is not known.
  static func part(_ done: Int, of total: Int?, unit: String) -> String {
    guard let total else { return "\(done) \(unit)" }
    return "\(done) of \(total) \(unit) (\(Int(Double(done) / Double(max(total, 1)) * 100)) %)"
  }

  /// The remaining time, such as `, 0:07 left`; empty if it is more than a hundred hours, a guess.
  static func left(_ seconds: Double) -> String {
    seconds < 360_000 ? ", \(clockTime(Int(seconds))) left" : ""
  }

  static func clockTime(_ seconds: Int) -> String {
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return (hours > 0 ? "\(hours):\(pad(minutes))" : "\(minutes)") + ":\(pad(seconds % 60))"
  }
}
