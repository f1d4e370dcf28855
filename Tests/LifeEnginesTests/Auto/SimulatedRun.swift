import LifeCore

@testable import LifeEngines

/// A run of tiles and HashLife with made-up times. The decisions are those of the program, the
/// clock is a sum.
struct SimulatedRun {
  /// Seconds of tiles for a generation, by its number.
  var tiles: (Double) -> Double
  /// Seconds of a step of HashLife, by its generations and its first generation.
  var tree: (_ step: Double, _ generation: Double) -> Double
  /// Seconds to build the tree.
  var treeStart = 0.001
  let end: Int

  private(set) var policy = SelectionPolicy()
  private(set) var engines: [Engine] = [.tiles]
  /// All seconds so far, and those of trials.
  private(set) var seconds = 0.0
  private(set) var trialSeconds = 0.0
  private var generation = 0
  private var trial: TreeTrial?
  private var trialGeneration = 0

  init(
    _ end: Int, tiles: @escaping (Double) -> Double,
    tree: @escaping (_ step: Double, _ generation: Double) -> Double
  ) {
    self.end = end
    self.tiles = tiles
    self.tree = tree
    policy.begin(.tiles)
  }

  private var remaining: SelectionPolicy.Remaining {
    SelectionPolicy.Remaining(toEnd: Double(end - generation), toReturn: Double(end - generation))
  }

  mutating func run() {
    while generation < end {
      let piece = policy.piece(of: BigInt(end - generation)).int ?? 0
      let time =
        engines.last == .hashlife
        ? tree(Double(piece), Double(generation))
        : Double(piece) * tiles(Double(generation) + Double(piece) / 2)
      generation += piece
      seconds += time
      policy.record(BigInt(piece), seconds: time)
      switch policy.action(remaining: remaining, hasTree: true, hasDirect: false)
      {
      case .keep, .tryDirect: break
      case .tryTree: tryTree()
      case .returnToDirect:
        engines.append(.tiles)
        policy.begin(.tiles)
        policy.postponeTreeTrial()
      }
    }
  }

  private mutating func tryTree() {
    let budget = policy.treeTrialBudget(remaining: remaining, trial: trial)
    guard budget > (trial == nil ? treeStart : 0) else {
      return policy.continueTreeTrialLater()
    }
    var turn = trial ?? begin()
    let before = trial?.spent ?? 0
    defer {
      trialSeconds += turn.spent - before
      seconds += turn.spent - before
    }
    let limit = before + budget
    while trialGeneration < end {
      let step = turn.steps.next(BigInt(end - trialGeneration))
      let decision = turn.decision(
        before: step, end: limit, isBehind: trialGeneration < generation,
        left: Double(end - trialGeneration),
        present: (
          policy.secondsPerGeneration, policy.secondsPerGeneration * Double(end - generation)
        ))
      switch decision {
      case .step:
        turn.record(step, seconds: tree(step.double, Double(trialGeneration)))
        trialGeneration += step.int ?? 0
        continue
      case .adopt: break
      case .pause:
        trial = turn
        return policy.continueTreeTrialLater()
      case .giveUp:
        trial = nil
        return policy.postponeTreeTrial()
      }
      break
    }
    trial = nil
    generation = trialGeneration
    engines.append(.hashlife)
    policy.begin(.hashlife)
    policy.measureSteps(from: turn.steps)
  }

  /// A trial begins with the initial pattern.
  private mutating func begin() -> TreeTrial {
    trialGeneration = 0
    var result = TreeTrial()
    result.recordStart(seconds: treeStart)
    return result
  }
}
