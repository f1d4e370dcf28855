import LifeAnalysis
import LifeCore

extension PlayModel {
  /// How the universe runs.
  struct Playback {
    var isRunning = false
    var speed = PlaySpeed.usual
    /// A generation to reach, at any speed.
    var goal: BigInt?
    /// What is told at the goal, before its number; nil if nothing is.
    var arrival: String?
    /// The condition whose generation is searched for.
    var search: StopCondition?
    /// The generation that was due at a time, from which the next ones are counted.
    var pace: (time: Duration, generation: BigInt)?
    var now = Duration.zero
    /// Generations per second of the time since the last measurement; nil if nothing runs.
    private(set) var rate: Double?
    /// When and where the present measurement of the rate began.
    private(set) var rateStart: (time: Duration, generation: BigInt)?

    /// Ends a run, a step and a search.
    mutating func stop() {
      isRunning = false
      goal = nil
      arrival = nil
      search = nil
      pace = nil
      forgetRate()
    }

    mutating func forgetRate() {
      rate = nil
      rateStart = nil
    }

    /// Updates the rate, in parts of at least half a second: a number that changes in every frame
    /// cannot be read.
    mutating func measureRate(at generation: BigInt) {
      guard isRunning || goal != nil, let start = rateStart, generation >= start.generation else {
        rate = nil
        rateStart = isRunning || goal != nil ? (now, generation) : nil
        return
      }
      let elapsed = now - start.time
      guard generation > start.generation, elapsed >= .milliseconds(500) else { return }
      rate = (generation - start.generation).double / (elapsed / .seconds(1))
      rateStart = (now, generation)
    }
  }
}
