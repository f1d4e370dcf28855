internal import LifeCore

/// Decides whether the steps of a tree are taken by ``Successors`` or by ``StreamSuccessors``.
///
/// - Before the first long step, short ones tell whether the pattern is irregular, and less than
///   half the work with streams.
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
  /// What a generation with streams costs.
  private var rate = Double.infinity
  private var mayLengthen = true
  private var isTested = false
  /// From how much work of a plain test step on streams are tested, too.
  private let leastTestWork: Int
  /// The work of the longest step with streams.
  private let mostWorkOfStep: Double

  /// - Parameters:
  ///   - leastTestWork: from how much work of a test on streams are tested, too.
  ///   - mostWorkOfStep: of a step with streams; 2^23 is about half a gibibyte.
  package init(testingFrom leastTestWork: Int = 1 << 18, mostWorkOfStep: Int = 1 << 23) {
    self.leastTestWork = leastTestWork
    self.mostWorkOfStep = Double(mostWorkOfStep)
  }

  /// Takes all steps that may be taken with streams so, whatever they cost.
  package static var always: StreamChoice {
    var choice = StreamChoice()
    choice.isStreaming = true
    choice.isTested = true
    return choice
  }

  /// Shorter steps cost little in either way.
  static let shortestExponent = 10
  /// Before a long step, a plain one of so many generations is taken and measured, and then one
  /// with streams.
  static let testExponent = 12
  /// A step that is long enough for a test. Spark'ed, 2^15 generations: 14.0 → 4.1 s.
  private static let longStepExponent = 14

  func canStream(_ exponent: Int) -> Bool { exponent >= Self.shortestExponent }

  /// What a step with streams may cost: four times what is expected.
  func streamBudget(_ exponent: Int) -> Int {
    rate < .infinity ? Int(min(4 * rate * Self.length(exponent), 1e18)) : 1 << 60
  }

  private static func length(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
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

  /// Takes the next steps with streams, after a test in which they were half the work of plain
  /// ones, or less.
  mutating func startStreaming(_ exponent: Int, workOfTest: Int) {
    isStreaming = true
    rate = Double(workOfTest) / Self.length(Self.testExponent)
    longestExponent = exponent
    while rate * Self.length(longestExponent) > mostWorkOfStep,
      longestExponent > Self.shortestExponent
    {
      longestExponent -= 1
    }
  }

  mutating func tookStreamedStep(_ exponent: Int, work: Int) {
    guard rate < .infinity, exponent == longestExponent else { return }
    rate = Double(max(work, 1)) / Self.length(exponent)
    if mayLengthen, 2 * Double(work) <= mostWorkOfStep { longestExponent += 1 }
  }

  mutating func stopStreaming() {
    isStreaming = false
    longestExponent = .max
  }

  /// A step with streams needed more memory than there is.
  mutating func shorten(_ exponent: Int) {
    longestExponent = exponent - 1
    mayLengthen = false
    if longestExponent < Self.shortestExponent { stopStreaming() }
  }
}
