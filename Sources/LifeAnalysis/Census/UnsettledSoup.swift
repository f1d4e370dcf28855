internal import LifeCore
internal import LifeEngines
internal import LifeIO

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Names what can be named of a soup that does not settle: objects that recur alone, parts that
/// grow linearly, and the rest by the growth of its population.
///
///      yl<p>_1_<growth in p>_<MD5>    linear growth
///      zz_REPLICATOR, zz_LINEAR, zz_EXPLOSIVE, zz_QUADRATIC
///      PATHOLOGICAL                   cannot be run long enough
struct UnsettledSoup {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private let separation: Separation
  /// The small parts that are known to recur, or not to.
  private let known = KnownShapes()

  /// Cells that lived together in this time are one part.
  private static let window = 120
  /// The generations for which a part is run alone, and the largest period among them.
  private static let run = 6_000
  private static let longestPeriod = 1_280
  /// Populations for the exponent of growth. A soup is looked at after tens of thousands of
  /// generations, so that it takes many more to tell growth from a constant population.
  private static let interval = 8_192
  private static let intervals = 128
  private static let fewestIntervals = 16
  /// The cells beyond which growth is not followed any further.
  private static let largestGrowth = 1 << 22
  /// The times at which a soup is separated, 120, 480, 1 920… generations apart.
  private static let attempts = 6

  init(_ rule: AnalysisRule, limits: CensusLimits) {
    self.rule = rule
    self.limits = limits
    var analysis = AnalysisLimits()
    analysis.engine = limits.engine
    separation = Separation(rule: rule, limits: analysis)
  }

  /// Whether a soup that does not settle gets names. Where soups are followed for less time than
  /// a part of one is run alone, naming takes hundreds of times as long as following.
  var hasNames: Bool { rule.interval == 1 && limits.generations >= Self.run }

  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func counts(_ soup: Evolution) throws -> [ObjectCode: Int] {
    guard hasNames else { return [.pathological: 1] }
    var evolution = soup
    for attempt in 0..<Self.attempts {
      // The rest dies or settles, such as a spark that is cut off.
      if attempt > 0 { try evolution.advance(by: Self.window << (2 * attempt - 2)) }
      let isLate = attempt > 0 && evolution.generation > limits.generations
      guard evolution.population <= limits.population, !isLate else { break }
      if let counts = try separated(evolution) { return counts }
    }
    return [.pathological: 1]
  }

  /// The objects of a soup at its limit of generations, and what grows; nil if nothing grows, or
  /// something that is not known how.
  ///
  /// Growth is regular, so that HashLife gets there in milliseconds, and its debris is complete.
  func grown(_ soup: Evolution) throws -> (counts: [ObjectCode: Int], end: Evolution)? {
    var end = try Evolution(soup.snapshot(), rule: rule, options: limits.engine, engine: .hashlife)
    try end.advance(by: limits.generations - soup.generation)
    guard end.population <= limits.population else { return nil }
    let parts = try parts(of: end.cells())
    guard !parts.others.isEmpty, let counts = try counts(of: parts) else { return nil }
    return (counts, end)
  }

  /// The objects of a soup, one of which may be what grows; nil if something else remains.
  private func separated(_ soup: Evolution) throws -> [ObjectCode: Int]? {
    try counts(of: parts(of: soup.cells()))
  }

  /// The parts of a soup that recur alone, and the others.
  private struct Parts {
    var counts: [ObjectCode: Int] = [:]
    var others: [Cells] = []
  }

  private func parts(of cells: Cells) throws -> Parts {
    let pseudoObjects = PseudoObjects(rule)
    var parts = Parts()
    for part in try separation.parts(of: cells, window: Self.window) {
      let longest = Self.longestPeriod
      guard let object = try known.object(part, at: 0, longest: longest, separation: separation)
      else {
        parts.others.append(part)
        continue
      }
      for cycle in pseudoObjects.parts(of: object.cycle) {
        parts.counts[ObjectCode(cycle, symmetries: rule.symmetries), default: 0] += 1
      }
    }
    return parts
  }

  /// Adds the code of what grows to the objects; nil if it has none.
  private func counts(of parts: Parts) throws -> [ObjectCode: Int]? {
    if parts.others.isEmpty { return parts.counts }
    var counts = parts.counts
    // If all of them grow no faster than replicators, none grows linearly.
    let all = try growth(Self.union(parts.others))
    if all == .replicator {
      counts[.replicator] = 1
      return counts
    }
    var rest: [Cells] = []
    for part in parts.others {
      if let code = try linearGrowth(part) {
        counts[code, default: 0] += 1
      } else {
        rest.append(part)
      }
    }
    if rest.isEmpty { return counts }
    let code = rest.count == parts.others.count ? all : try growth(Self.union(rest))
    guard let code else { return nil }
    counts[code, default: 0] += 1
    return counts
  }

  private static func union(_ parts: [Cells]) -> Cells {
    var runs: [CellRun] = []
    for part in parts { part.forEachRun { runs.append($0) } }
    return Cells(runs)
  }

  /// The code of a part whose population grows by the same number after each period; nil if it does
  /// not.
  private func linearGrowth(_ part: Cells) throws -> ObjectCode? {
    var evolution = try separation.evolution(of: part)
    var populations = [evolution.population]
    for _ in 0..<Self.run {
      try evolution.advance(by: 1)
      guard evolution.population <= limits.population else { return nil }
      populations.append(evolution.population)
    }
    let end = populations.count
    let period = (1...Self.longestPeriod).first { period in
      let growth = populations[end - 1] - populations[end - 1 - period]
      return growth > 0
        && (end - 2 * Self.longestPeriod..<end).allSatisfy {
          populations[$0] - populations[$0 - period] == growth
        }
    }
    guard let period else { return nil }
    let changes = (end - period..<end).map { populations[$0] - populations[$0 - 1] }
    let moments = (1...3).map { power in
      changes.reduce(0) { sum, change in
        sum + (0..<power).reduce(1) { product, _ in product * change }
      }
    }
    let digest = MD5.hex(Array("\(moments[1])#\(moments[2])".utf8))
    return ObjectCode("yl\(period)_1_\(moments[0])_\(digest)")
  }

  /// The class of the exponent with which the sum of the populations grows; nil if the population
  /// does not grow.
  private func growth(_ cells: Cells) throws -> ObjectCode? {
    var pattern = Pattern(cells: cells)
    pattern.position = .origin
    pattern.statedRule = rule.rule
    var evolution = try Evolution(
      pattern.packedForRule(), rule: rule, options: limits.engine, engine: .hashlife)
    var sum = 0.0
    var points: [(x: Double, y: Double)] = []
    while points.count < Self.intervals {
      try evolution.advance(by: Self.interval)
      if evolution.isEmpty { return nil }
      guard evolution.population <= Self.largestGrowth else { break }
      sum += Double(evolution.population)
      points.append((log2(Double(points.count + 1)), log2(sum)))
    }
    guard points.count >= Self.fewestIntervals else { return .pathological }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let slope =
      points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
      / points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    switch slope {
    // The sum of a population that does not grow is proportional to time.
    case ..<1.2: return nil
    case ..<1.65: return .replicator
    case ..<2.1: return ObjectCode("zz_LINEAR")
    case ..<2.9: return ObjectCode("zz_EXPLOSIVE")
    default: return ObjectCode("zz_QUADRATIC")
    }
  }
}

extension ObjectCode {
  static let replicator = ObjectCode("zz_REPLICATOR")
}
