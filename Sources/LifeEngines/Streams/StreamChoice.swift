internal import LifeCore

/// Decides whether the steps of a tree are taken by ``Successors`` or by ``StreamSuccessors``.
///
/// - Before the first long step, short ones tell whether the pattern is irregular, and less than
///   half the work with streams.
/// - Else steps are plain until they were so much work that streams may be the cause. Then shorter
///   steps from the same generation tell what the step in hand would cost with streams. If that is
///   too much, the plain step goes on, with twice as much work until the next trial. Both keep
///   their memos, and a trial costs an eighth of the plain steps before it, unless it succeeds.
/// - Nodes of irregular streams are not met again in a longer step, but have to be kept until its
///   end. So steps with streams are as long as they can be with so much work, and nodes are freed
///   in between.
///
/// Streams pay in irregular patterns only: demonoid-c512, whose gliders come at regular distances,
/// takes 1.2 s for 2^20 generations, and 14 s with streams.
package struct StreamChoice {
  private(set) var isStreaming = false
  /// The logarithm of the longest step.
  private(set) var longestExponent = Int.max
  /// The work of plain steps in so many generations.
  private var made = 0
  private var generations = 0.0
  private var mostMade: Int
  /// What a generation with streams costs.
  private var rate = Double.infinity
  private var mayLengthen = true
  /// The work of the shorter steps with streams that trials have taken from this generation.
  private var workOfTrials = 0
  /// What a generation with streams costs in the longest of them.
  package private(set) var rateOfTrials = Double.infinity
  private var isTested = false
  /// From how much work of the plain test step on streams are tested, too.
  private let leastTestWork: Int
  /// The work of the longest step with streams.
  private let mostWorkOfStep: Double

  /// - Parameters:
  ///   - work: how much work plain steps may be until streams are tried; with 0, all long steps are
  ///     taken with streams, whatever they cost.
  ///   - leastTestWork: from how much work of a test on streams are tested, too.
  ///   - mostWorkOfStep: of a step with streams; 2^23 is about half a gibibyte.
  package init(
    after work: Int = 1 << 24, testingFrom leastTestWork: Int = 1 << 18,
    mostWorkOfStep: Int = 1 << 23
  ) {
    self.leastTestWork = leastTestWork
    self.mostWorkOfStep = Double(mostWorkOfStep)
    mostMade = work
    guard work == 0 else { return }
    isStreaming = true
    isTested = true
    made = 1 << 50
  }

  /// Shorter steps cost little in either way.
  static let shortestExponent = 10
  /// Before a long step, a plain one of so many generations is taken and measured, and then one
  /// with streams.
  static let testExponent = 12
  /// A step that is long enough for a test. Spark'ed, 2^15 generations: 14.0 → 4.1 s.
  private static let longStepExponent = 14
  /// What a step may cost that a test has shown to be faster with streams: minutes. That a longer
  /// one would be, too, is not known.
  private static let mostTestedWork = Double(1 << 28)

  /// What nodes and pairs take, about, for each successor with streams.
  static let bytesPerWork = 64

  func canStream(_ exponent: Int) -> Bool { exponent >= Self.shortestExponent }

  /// How much work the next plain step may be.
  var budget: Int { mostMade - made }

  /// What a step with streams may cost: twice what the plain ones of as many generations did, or
  /// four times what is expected.
  func streamBudget(_ exponent: Int) -> Int {
    let length = Self.length(exponent)
    let fair = 2 * Double(made) * length / (generations + length)
    return Int(rate < .infinity ? max(fair, 4 * rate * length) : fair)
  }

  static func length(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  package mutating func tookPlainStep(_ exponent: Int, work: Int) {
    made += work
    generations += Self.length(exponent)
    forgetTrials()
  }

  private mutating func forgetTrials() {
    workOfTrials = 0
    rateOfTrials = .infinity
  }

  /// Whether to test streams before a step: once, if it is long.
  mutating func startTest(_ exponent: Int) -> Bool {
    if isTested || exponent < Self.longStepExponent { return false }
    isTested = true
    return true
  }

  /// Whether a pattern may be irregular, for the work of the shortest step and of the longer test
  /// step. Regular patterns repeat themselves: the longer step is less work, although it is four
  /// times as long.
  ///
  ///                             shortest    longer      a test with streams
  ///      Spark'ed               1 335 000   2 143 000   half the work, or less
  ///      triple-Snark wick        457 000     820 000   more than half, known after 0.35 s
  ///      telegraph                764 000     289 000   more than half, known after 0.25 s
  func mayBeIrregular(shortest: Int, longer: Int) -> Bool {
    longer > max(leastTestWork, shortest)
  }

  /// A plain step was too much work.
  mutating func startTrial() {
    made = mostMade
    mostMade *= 2
  }

  /// Takes note of a shorter step with streams, or of the beginning of one that was too much work.
  ///
  /// A step repeats the shorter ones from the same generation, those of the trials before included,
  /// whose memos cost nothing the second time. So it costs what they all did, itself included.
  /// p103079214841, 2^29 generations: 35.8 → 11.9 s, 2.0 → 1.3 GB.
  package mutating func tookTrialStep(_ exponent: Int, work: Int, isComplete: Bool) {
    workOfTrials += work
    if isComplete { rateOfTrials = Double(workOfTrials) / Self.length(exponent) }
  }

  /// Takes the next steps with streams, unless the step in hand would be too much work.
  ///
  /// - Parameters:
  ///   - rate: the work of a generation with streams, in shorter steps.
  ///   - isFaster: whether it is known to be less than half of the plain one.
  mutating func endTrial(_ exponent: Int, rate: Double, isFaster: Bool) {
    let most = isFaster ? Self.mostTestedWork : Double(streamBudget(exponent))
    guard rate * Self.length(exponent) <= most else { return }
    isStreaming = true
    self.rate = rate
    longestExponent = exponent
    while rate * Self.length(longestExponent) > mostWorkOfStep,
      longestExponent > Self.shortestExponent
    {
      longestExponent -= 1
    }
  }

  mutating func tookStreamedStep(_ exponent: Int, work: Int) {
    forgetTrials()
    guard rate < .infinity, exponent == longestExponent else { return }
    rate = Double(max(work, 1)) / Self.length(exponent)
    if mayLengthen, 2 * Double(work) <= mostWorkOfStep { longestExponent += 1 }
  }

  mutating func stopStreaming() {
    isStreaming = false
    rate = .infinity
    longestExponent = .max
  }

  /// A plain step was too much work, and what it has computed was partly freed. Begun again it
  /// would do that again, so shorter steps are taken, which end and keep what they reach.
  ///
  /// p103079214841, 2^28 generations in 300 MiB: 12.9 → 11.4 s; 2^29 in 1 GiB: 31 → 17 s.
  mutating func shortenPlainStep(_ exponent: Int) {
    longestExponent = min(longestExponent, exponent - 1)
  }

  /// A step with streams needed more memory than there is.
  mutating func shorten(_ exponent: Int) {
    longestExponent = exponent - 1
    mayLengthen = false
    if longestExponent >= Self.shortestExponent { return }
    stopStreaming()
    mostMade = 1 << 60
  }
}
