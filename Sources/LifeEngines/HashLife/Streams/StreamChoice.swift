internal import LifeCore

/// Decides between ``Successors`` and ``StreamSuccessors`` for the steps of a tree.
///
/// - Before the first long step, short test steps show whether the pattern is irregular, and
///   whether streams halve the work.
/// - A long step keeps the nodes of irregular streams until it ends, although it never meets them
///   again. So a limit of work bounds the length of a step with streams, and nodes are freed in
///   between.
///
/// Streams pay in irregular patterns only. The gliders of demonoid-c512, for example, come at
/// regular distances, and streams take twelve times as long.
package struct StreamChoice {
  /// Whether the last step was taken with streams of gliders apart.
  package private(set) var isStreaming = false
  /// The logarithm of the longest step.
  package private(set) var maxExponent = Int.max
  /// The work of a generation with streams.
  private var rate = Double.infinity
  private var mayLengthen = true
  private var isTested = false
  private let minTestWork: Int
  private let maxWorkOfStep: Double

  /// - Parameters:
  ///   - minTestWork: the minimum work of a plain test step before streams are tested, too.
  ///   - maxWorkOfStep: the maximum work of a step with streams; 2^23 takes about 512 MiB.
  package init(testingFrom minTestWork: Int = 1 << 18, maxWorkOfStep: Int = 1 << 23) {
    self.minTestWork = minTestWork
    self.maxWorkOfStep = Double(maxWorkOfStep)
  }

  /// Takes all possible steps with streams, at any cost.
  package static var always: StreamChoice {
    var choice = StreamChoice()
    choice.isStreaming = true
    choice.isTested = true
    return choice
  }

  /// Shorter steps cost little in either way.
  static let minExponent = 10
  /// Before a long step, plain steps of 2^10 and 2^12 generations are measured, then one of 2^12
  /// with streams.
  static let testExponent = 12
  /// Steps of this length and more get a test. Spark'ed, for example, takes a third of the time.
  private static let longStepExponent = 14

  func canStream(_ exponent: Int) -> Bool { exponent >= Self.minExponent }

  /// The work limit of a step with streams: four times the expected work.
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

  /// Whether a pattern may be irregular, given the work of the shortest step and of the longer test
  /// step. Regular patterns repeat themselves: the longer step is less work, although it is four
  /// times as long.
  ///
  ///                             shortest    longer      a test with streams
  ///      Spark'ed               1 335 000   2 143 000   half the work, or less
  ///      triple-Snark wick        457 000     820 000   more than half
  ///      telegraph                764 000     289 000   more than half
  func mayBeIrregular(shortest: Int, longer: Int) -> Bool {
    longer > max(minTestWork, shortest)
  }

  /// Takes the next steps with streams, after a test with at most half the work of plain steps.
  mutating func startStreaming(_ exponent: Int, workOfTest: Int) {
    isStreaming = true
    rate = Double(workOfTest) / Self.length(Self.testExponent)
    maxExponent = exponent
    while rate * Self.length(maxExponent) > maxWorkOfStep,
      maxExponent > Self.minExponent
    {
      maxExponent -= 1
    }
  }

  mutating func tookStreamedStep(_ exponent: Int, work: Int) {
    guard rate < .infinity, exponent == maxExponent else { return }
    rate = Double(max(work, 1)) / Self.length(exponent)
    if mayLengthen, 2 * Double(work) <= maxWorkOfStep { maxExponent += 1 }
  }

  mutating func stopStreaming() {
    isStreaming = false
    maxExponent = .max
  }

  /// A step with streams needed more memory than there is.
  mutating func shorten(_ exponent: Int) {
    maxExponent = exponent - 1
    mayLengthen = false
    if maxExponent < Self.minExponent { stopStreaming() }
  }
}
