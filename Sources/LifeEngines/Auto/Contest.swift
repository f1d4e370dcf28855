internal import LifeCore

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The seconds of this thread; what others do meanwhile does not count.
enum Clock {
  /// What some work takes.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// How an engine gets on that steps every generation: what the last stretch took for each, and how
/// much more that is than before.
struct Pace {
  private(set) var secondsPerGeneration = 0.0
  /// By how much a generation becomes slower in every generation.
  private var slope = 0.0
  private var lastGenerations = 0.0

  mutating func note(_ generations: Double, _ seconds: Double) {
    guard generations > 0 else { return }
    let now = seconds / generations
    if lastGenerations > 0 {
      slope = (now - secondsPerGeneration) / ((generations + lastGenerations) / 2)
    }
    secondsPerGeneration = now
    lastGenerations = generations
  }

  /// What so many generations will take, if what grows goes on growing, to half as much again at
  /// most: what a soup's first generations gain says little of the last ones.
  func seconds(for generations: Double) -> Double {
    let generations = min(generations, 1e100)
    let more = min(max(0, slope) * generations, secondsPerGeneration) / 2
    return generations * (secondsPerGeneration + more)
  }
}

/// When the engines are compared, and how much that may cost.
///
/// A tree gets a part of the time that the whole run seems to need, in portions each time that what
/// was spent has doubled: whatever comes out, little is lost.
struct Contest {
  /// The pace of the engine that steps, or that of the one before the tree.
  private(set) var pace = Pace()
  private var leaps = Leaps()
  private var isLeaping = false
  /// Seconds since this engine began.
  private var spent = 0.0
  /// Seconds since the first engine began.
  private var spentInAll = 0.0
  /// When a tree may try next.
  private var nextTree = firstTree
  /// When bytes and a board may change places next.
  private var nextSwap = firstSwap
  private var nextPiece = 1

  private static let firstTree = 0.0005
  private static let firstSwap = 0.002
  /// Sooner than this it is done anyway.
  private static let shortest = 0.002
  /// Over fewer generations nothing can be compared.
  private static let fewest = 64.0

  mutating func begin(_ engine: Engine) {
    if engine != .hashlife { pace = Pace() }
    isLeaping = false
    leaps = Leaps()
    spent = 0
    nextSwap = max(Self.firstSwap, spentInAll)
    // Three steps of tiles, or a pass over a board; a generation of many states may take long.
    nextPiece = engine == .bytes ? 1 : 24
  }

  /// How many of `left` generations to make before looking at the clock.
  func piece(_ left: BigInt, _ engine: Engine) -> BigInt {
    if engine == .hashlife { return isLeaping ? leaps.next(left) : left }
    return min(left, BigInt(nextPiece))
  }

  mutating func note(_ generations: BigInt, _ seconds: Double) {
    spent += seconds
    spentInAll += seconds
    if isLeaping {
      leaps.note(generations, seconds)
      return
    }
    pace.note(generations.double, seconds)
    if seconds < max(nextTree - spent, spent, 0.0002) / 4 {
      nextPiece = min(nextPiece * 2, 1 << 50)
    } else if seconds > 0.5 {
      nextPiece = max(1, nextPiece / 2)
    }
  }

  /// Whether so much is left that it is worth while to compare.
  ///
  /// - Parameters:
  ///   - left: generations to the end of the run.
  ///   - near: those before somebody wants to look.
  func isLong(_ left: Double, within near: Double) -> Bool {
    near >= Self.fewest && (isLeaping || pace.seconds(for: left) > Self.shortest)
  }

  var isTimeForTree: Bool { spent >= nextTree }

  /// The seconds that a tree may take now: of all that the run seems to need, a fifth if nothing
  /// comes back, and up to nearly a half the more does.
  func budget(_ left: Double, for rival: Rival?) -> Double {
    let all = spent + pace.seconds(for: left)
    let part = max(0.2, 0.7 - 0.25 * (rival?.leaps.growth ?? 2))
    // A soup calms down: how long its first generations take says little of all of them.
    return max(min(part * all, max(0.0035, 4 * spent)) - (rival?.spent ?? 0), 0)
  }

  /// Lets the tree try again when as much time has passed as till now.
  mutating func goOn() { nextTree = 2 * spent }

  /// Lets no tree try for long.
  mutating func postpone() { nextTree = max(10 * spent, 3 * spentInAll) }

  var isTimeToSwap: Bool { spent >= nextSwap }

  /// Lets bytes and a board be compared again when as much time has passed as till now.
  mutating func postponeSwap() { nextSwap = 2 * spent }

  /// Goes on by leaps, from where a rival has come.
  mutating func leap(_ leaps: Leaps) {
    self.leaps = leaps
    isLeaping = true
    spent = 0
  }

  /// What a generation takes, on the average of so many.
  func secondsPerGeneration(_ left: Double) -> Double {
    isLeaping ? leaps.seconds(for: left) / left : pace.secondsPerGeneration
  }

  /// Whether nobody knows what stepping every generation would take.
  var isWithoutPace: Bool { isLeaping && pace.secondsPerGeneration == 0 }

  /// Whether stepping every generation, at the pace before, would now be done sooner.
  func wasBetterBefore(_ left: Double) -> Bool {
    guard isLeaping, pace.secondsPerGeneration > 0 else { return false }
    let before = pace.seconds(for: left)
    return spent > 0.4 * before + Self.shortest && leaps.seconds(for: left) > 1.5 * before
  }
}
