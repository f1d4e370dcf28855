internal import LifeCore

/// Decides whether the steps of a tree are taken by ``Successors`` or by ``StreamSuccessors``.
///
/// Steps are plain until they have made so many nodes that streams may be the cause. Then shorter
/// steps from the same generation tell what the step in hand would cost with streams. If that is
/// too much, the plain step goes on, with twice as many nodes until the next trial. Both keep their
/// memos, and a trial costs an eighth of the plain steps before it, unless it succeeds.
///
/// Steps with streams begin late, because most patterns are faster without: demonoid-c512, whose
/// gliders come at regular distances, takes 1.2 s for 2^20 generations, and 14 s with streams.
struct StreamChoice {
  private(set) var isStreaming = false
  /// The logarithm of the longest step with streams: all of its nodes fit into the memory.
  private(set) var longestExponent = Int.max
  /// The nodes that plain steps made in so many generations.
  private var made = 0
  private var generations = 0.0
  private var mostMade: Int

  /// - Parameter nodes: how many nodes plain steps may make until streams are tried; with 0, all
  ///   long steps are taken with streams, whatever they cost.
  init(after nodes: Int = 1 << 24) {
    mostMade = nodes
    guard nodes == 0 else { return }
    isStreaming = true
    made = 1 << 50
  }

  /// Shorter steps cost little in either way.
  static let shortestExponent = 10

  func canStream(_ exponent: Int) -> Bool { exponent >= Self.shortestExponent }

  /// How many nodes the next plain step may make.
  var budget: Int { mostMade - made }

  /// What a step with streams may cost: twice what the plain ones of as many generations did.
  func streamBudget(_ exponent: Int) -> Int {
    let length = Self.length(exponent)
    return Int(2 * Double(made) * length / (generations + length))
  }

  static func length(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  mutating func tookPlainStep(_ exponent: Int, making nodes: Int) {
    made += nodes
    generations += Self.length(exponent)
  }

  /// A plain step made too many nodes.
  mutating func startTrial() {
    made = mostMade
    mostMade *= 2
  }

  mutating func startStreaming() { isStreaming = true }

  mutating func stopStreaming() { isStreaming = false }

  /// A step with streams needed more memory than there is.
  mutating func shorten(_ exponent: Int) {
    longestExponent = exponent - 1
    if longestExponent >= Self.shortestExponent { return }
    isStreaming = false
    longestExponent = .max
    mostMade = 1 << 60
  }
}
