internal import LifeCore
internal import LifeEngines

/// Names what can be named of a soup that does not settle: objects that recur alone, and all else
/// by the growth of its population.
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

  /// The ways to tell a core from the objects beside it. By spaceships alone, they are its parts.
  private static let divisions = [
    CoreDivision.Method.byEnvelope, .byCluster, .byEnvelopeOnPaths,
  ]
  /// The most cells of a core that has most cells of a soup.
  private static let mostCoreCells = 256
  /// Cells that lived together in this time are one part.
  private static let window = 120
  /// The generations for which a part is run alone, and the largest period among them.
  private static let partGenerations = 6_000
  private static let longestPeriod = 1_280
  /// The largest side of a part that may be a copy of a replicator, and how many are tried.
  private static let largestShape = 256
  private static let mostShapes = 8
  /// The generations between the populations that give the exponent of growth, and how many are
  /// taken. A soup is looked at after tens of thousands of generations, so that it takes many more
  /// to tell growth from a constant population.
  private static let samplingInterval = 8_192
  private static let mostSamples = 128
  private static let fewestSamples = 16
  /// In some phases an object is too close to its source to be told from it, so that several are
  /// tried, so many generations apart.
  private static let phases = 4
  private static let phaseInterval = 7
  /// How many times objects beside growth are checked to be where they should be.
  private static let checks = 3
  /// The cells beyond which growth is not followed any further.
  private static let largestGrowth = 1 << 22
  /// The times at which a soup is separated, 120, 480, 1 920… generations apart.
  private static let attempts = 6
  /// The successors that HashLife computes for a soup up to its limit of generations, or for the
  /// growth of a part, and when objects are checked to stay; what needs more is irregular. It takes
  /// 20 MB, and 40.
  ///
  /// Of 10 000 soups of HighLife with 36 that have names, the most that the names needed were
  /// 93 000, 3 700 and 714 000; one part that has none took 7.6 million and 300 MB. Soups that
  /// explode in B37/S23 need 12 million for half of the way.
  private static let mostWork = 1 << 18
  private static let mostWorkOfChecks = 1 << 20

  init(_ rule: AnalysisRule, limits: CensusLimits) {
    self.rule = rule
    self.limits = limits
    var analysis = AnalysisLimits()
    analysis.engine = limits.engine
    separation = Separation(rule: rule, limits: analysis)
  }

  /// Whether a soup that does not settle gets names. Where soups are followed for less time than
  /// a part of one is run alone, naming takes hundreds of times as long as following.
  /// HashLife, which the names need, has only neighbors at a distance of one.
  var hasNames: Bool {
    rule.interval == 1 && rule.rule.range == 1 && limits.generations >= Self.partGenerations
  }

  /// The objects of a soup, some of which may be what grows.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func counts(_ soup: Evolution) throws -> [ObjectCode: Int] {
    guard hasNames else { return [.pathological: 1] }
    var evolution = soup
    for attempt in 0..<Self.attempts {
      // The rest dies or settles, such as a spark that is cut off.
      if attempt > 0 { try evolution.advance(by: Self.window << (2 * attempt - 2)) }
      let isLate = attempt > 0 && evolution.generation > limits.generations
      guard evolution.population <= limits.population, !isLate else { break }
      let parts = try parts(of: evolution.cells())
      if let counts = try counts(of: parts, in: onHashLife(evolution.cells())) {
        return counts
      }
    }
    return [.pathological: 1]
  }

  /// The objects of a soup at its limit of generations, and what grows; nil if nothing grows, or
  /// something that is not known how.
  ///
  /// Growth is regular, so that HashLife gets there in milliseconds, and its debris is complete.
  ///
  /// - Throws: ``OutOfProportion`` if the soup is irregular.
  func grown(_ soup: Evolution) throws -> (counts: [ObjectCode: Int], population: Int)? {
    var end = try onHashLife(soup.cells())
    try end.advance(by: limits.generations - soup.generation)
    let population = end.population
    guard population <= limits.population else { return nil }
    let parts = try parts(of: end.cells())
    guard !parts.others.isEmpty, let counts = try counts(of: parts, in: end) else { return nil }
    return (counts, population)
  }

  /// The objects of a soup whose population grows evenly, and what grows; nil if they are not
  /// proved to go on like that for ever.
  ///
  /// - Parameter period: after which the population has grown by the same number.
  func evenlyGrowing(_ soup: Evolution, period: Int) throws -> [ObjectCode: Int]? {
    guard hasNames else { return nil }
    var later = try separation.evolution(of: soup.cells())
    for _ in 0..<Self.phases {
      let cells = try later.cells()
      if Self.isStrip(cells, reach: separation.reach) { return nil }
      let proof = GrowthProof(
        separation: separation, cells: cells, generation: 0, known: known,
        methods: Self.divisions)
      if let found = try proof.recurrence(periods: [period]), let code = try code(of: found) {
        return found.free.counts(under: rule).merging([code: 1], uniquingKeysWith: +)
      }
      try later.advance(by: Self.phaseInterval)
    }
    return nil
  }

  /// Whether most cells are one cluster, too large for the core of a source: it is a strip that
  /// becomes longer. In 4 000 soups of Brian's Brain, none such was proved to grow.
  private static func isStrip(_ cells: Cells, reach: Int) -> Bool {
    let clusters = Clusters.split(cells, reach: reach)
    let largest = clusters.map { $0.reduce(0) { $0 + $1.length } }.max() ?? 0
    return largest > mostCoreCells && 2 * largest > cells.population
  }

  /// The code of a core that is run alone; nil if its growth has no code.
  private func code(of found: GrowthProof.Recurrence) throws -> ObjectCode? {
    let common = found.emitted.reduce(found.period) { leastCommonMultiple($0, $1.cycle.period) }
    guard common <= Self.longestPeriod else { return nil }
    var evolution = try separation.evolution(of: found.core)
    var populations = [evolution.population]
    for _ in 0..<2 * common {
      try evolution.advance(by: 1)
      populations.append(evolution.population)
    }
    return LinearGrowth(populations, inMultiplesOf: common, upTo: common, repeating: common)?.code
  }

  /// Cells on HashLife, whose work depends on them alone, and not on the engine that made them.
  private func onHashLife(_ cells: Cells) throws -> Evolution {
    let pattern = try Pattern(onPlane: cells, rule: rule.rule)
    let evolution = try Evolution(regular: pattern, rule: rule, options: limits.engine)
    evolution.limitWork(to: Self.mostWork)
    return evolution
  }

  /// The parts of a soup that recur alone, and the others.
  private struct Parts {
    var objects: [TrackedObject] = []
    var others: [Cells] = []
  }

  private func parts(of cells: Cells) throws -> Parts {
    var parts = Parts()
    for part in try separation.parts(of: cells, window: Self.window) {
      let longest = Self.longestPeriod
      if let object = try known.object(part, at: 0, longest: longest, separation: separation) {
        parts.objects.append(object)
      } else {
        parts.others.append(part)
      }
    }
    return parts
  }

  /// The codes of the objects that stay and of what grows; nil if that has no code.
  ///
  /// - Parameter soup: the soup in the generation of its parts, on HashLife.
  private func counts(of parts: Parts, in soup: Evolution) throws -> [ObjectCode: Int]? {
    if parts.others.isEmpty { return parts.objects.counts(under: rule) }
    guard let code = try code(ofGrowing: parts.others) else { return nil }
    let objects = try objects(parts.objects, thatStayIn: soup)
    return objects.counts(under: rule).merging([code: 1], uniquingKeysWith: +)
  }

  /// The code of all that grows in a soup; nil if it does not grow.
  private func code(ofGrowing parts: [Cells]) throws -> ObjectCode? {
    // With all of its copies, whose number depends on the generation.
    if try hasReplicator(parts) { return .replicator }
    let runs = parts.reduce(into: []) { runs, part in part.forEachRun { runs.append($0) } }
    return try linearCode(of: Cells(runs)) ?? growthCode(of: Cells(runs))
  }

  /// The objects that are still there, at the places where their cycles put them, when the soup is
  /// four times as old. What grows comes back again and again, and shifts or destroys all others.
  private func objects(
    _ objects: [TrackedObject], thatStayIn soup: Evolution
  ) throws -> [TrackedObject] {
    var soup = soup
    var objects = objects
    let start = soup.generation
    // In steps of a power of two, which HashLife takes at once.
    var wait = 1
    while wait <= start / 8 { wait *= 2 }
    soup.limitWork(to: Self.mostWorkOfChecks)
    for _ in 0..<Self.checks {
      guard try isRegular(&soup, over: wait), soup.population <= Self.largestGrowth else { break }
      objects = try objects.filter { try soup.contains($0.phase(at: soup.generation - start)) }
      wait *= 4
    }
    return objects
  }

  /// Advances cells on HashLife, unless they are irregular.
  private func isRegular(_ evolution: inout Evolution, over generations: Int) throws -> Bool {
    do {
      try evolution.advance(by: generations)
      return true
    } catch is OutOfProportion {
      return false
    }
  }

  /// Whether one of the smallest parts is a copy of a replicator.
  private func hasReplicator(_ parts: [Cells]) throws -> Bool {
    var shapes: Set<Bitmap> = []
    for part in parts.sorted(by: { $0.population < $1.population }) {
      guard let shape = Self.shape(part), shapes.insert(shape).inserted else { continue }
      if try growthCode(of: part) == .replicator { return true }
      if shapes.count == Self.mostShapes { break }
    }
    return false
  }

  /// A small part without its place; nil if it is large.
  private static func shape(_ part: Cells) -> Bitmap? {
    guard let box = part.bounds, max(box.width, box.height) <= largestShape else { return nil }
    return Bitmap(part)
  }

  /// The code of cells whose population grows by the same number after each period when they are
  /// run alone; nil if it does not.
  private func linearCode(of cells: Cells) throws -> ObjectCode? {
    var evolution = try separation.evolution(of: cells)
    var populations = [evolution.population]
    for _ in 0..<Self.partGenerations {
      try evolution.advance(by: 1)
      guard evolution.population <= limits.population else { return nil }
      populations.append(evolution.population)
    }
    let growth = LinearGrowth(
      populations, inMultiplesOf: 1, upTo: Self.longestPeriod, repeating: 2 * Self.longestPeriod)
    return growth.flatMap { $0.perPeriod > 0 ? $0.code : nil }
  }

  /// The code for the exponent with which the sum of all populations of some cells grows when they
  /// are run alone; nil if the population does not grow.
  private func growthCode(of cells: Cells) throws -> ObjectCode? {
    var evolution = try onHashLife(cells)
    var populations: [Int] = []
    while populations.count < Self.mostSamples {
      guard try isRegular(&evolution, over: Self.samplingInterval) else { break }
      if evolution.isEmpty { return nil }
      guard evolution.population <= Self.largestGrowth else { break }
      populations.append(evolution.population)
    }
    guard populations.count >= Self.fewestSamples else { return .pathological }
    // The population of a replicator does not grow evenly: copies meet and disappear whenever their
    // age is a power of two.
    return ObjectCode(growthExponent: populations.growthExponent(overDoublings: 3))
  }
}
