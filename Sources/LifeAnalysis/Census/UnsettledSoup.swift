internal import LifeCore
internal import LifeEngines

/// Names the parts of a soup that does not settle: objects that recur alone, and the rest by the
/// growth of its population.
///
///      yl<p>_1_<growth in p>_<MD5>    linear growth
///      zz_REPLICATOR, zz_LINEAR, zz_EXPLOSIVE, zz_QUADRATIC
///      PATHOLOGICAL                   cannot be run long enough
struct UnsettledSoup {
  private let rule: AnalysisRule
  private let limits: AnalysisLimits
  private let separation: Separation
  /// Caches whether each small part recurs alone, and its cycle.
  private let known = KnownShapes()

  /// Cells connected within this number of generations are one part.
  private static let span = 120
  /// The maximum period of a part and of linear growth.
  private static let maxPeriod = 1_280
  /// The lowest limit of generations at which soups get names. Below it, naming a soup would take
  /// hundreds of times as long as following it.
  private static let minGenerations = 6_000
  /// The maximum side of a copy of a replicator, and the maximum number of copies to test.
  private static let maxShapeSide = 256
  private static let maxShapes = 8
  /// The exponent of growth is computed from populations this many generations apart, at most
  /// `maxSamples` and at least `minSamples`. A soup is tens of thousands of generations old by now:
  /// its growth shows only in many more generations.
  private static let samplingInterval = 8_192
  private static let maxSamples = 128
  private static let minSamples = 16
  /// The number of checks that objects next to growth stay on their cycles.
  private static let checks = 3
  /// Growth is followed up to this number of cells.
  private static let maxGrowthPopulation = 1 << 22
  /// The maximum numbers of successors computed by HashLife: to advance a soup or a growing part
  /// (20 MB), and to check objects (40 MB). Irregular cells need more.
  private static let maxWork = 1 << 18
  private static let maxWorkOfChecks = 1 << 20

  init(_ rule: AnalysisRule, limits: AnalysisLimits) {
    self.rule = rule
    self.limits = limits
    var analysis = AnalysisLimits()
    analysis.engine = limits.engine
    separation = Separation(rule: rule, limits: analysis)
  }

  /// Whether soups that do not settle get names. Naming needs HashLife, which allows only neighbors
  /// at distance one.
  var hasNames: Bool {
    rule.interval == 1 && rule.rule.range == 1 && limits.generations >= Self.minGenerations
  }

  /// For a soup that is given up: its objects and the code of their growth, if they never meet or
  /// something grows.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func counts(_ soup: Evolution) throws -> [ObjectCode: Int] {
    guard hasNames, soup.population <= limits.population else { return [.pathological: 1] }
    let parts = try parts(of: soup.cells())
    if parts.others.isEmpty {
      let isProved = try separation.neverMeet(parts.objects, from: 0)
      return isProved ? try counts(of: parts.objects) : [.pathological: 1]
    }
    return try growing(soup) ?? [.pathological: 1]
  }

  /// The objects and the growth of a soup. `nil` if it does not grow or is irregular.
  func growing(_ soup: Evolution) throws -> [ObjectCode: Int]? {
    // If the growth is regular, HashLife soon advances the whole soup to the limit of generations.
    var end = try onHashLife(soup.cells())
    guard try advanceIfRegular(&end, by: limits.generations - soup.generation),
      end.population <= limits.population
    else { return nil }
    let parts = try parts(of: end.cells())
    guard !parts.others.isEmpty, let code = try code(ofGrowing: parts.others) else { return nil }
    if code == .linear, let counts = try linearlyGrowing(soup.cells()) { return counts }
    return try counts(of: objects(parts.objects, thatStayIn: end))
      .merging([code: 1], uniquingKeysWith: +)
  }

  /// The objects of a linearly growing soup and the code of its growth. `nil` unless the other
  /// cells grow by the same number in each period.
  ///
  /// - Parameter maxPeriod: the maximum period of the growth.
  func linearlyGrowing(
    _ cells: Cells, upTo maxPeriod: Int = Self.maxPeriod
  ) throws -> [ObjectCode: Int]? {
    let objects = try parts(of: cells, upTo: max(maxPeriod, Self.span)).objects
    let objectPopulation = CommonPopulation(of: objects)
    var evolution = try separation.evolution(of: cells)
    var populations: [Int] = []
    for generation in 0...3 * maxPeriod {
      // Ask only once: some boards count the cells each time.
      let population = evolution.population
      guard population <= limits.population else { return nil }
      populations.append(population - objectPopulation.count(at: generation))
      try evolution.advance(by: 1)
    }
    let growth = LinearGrowth(
      populations, inMultiplesOf: 1, upTo: maxPeriod, repeating: 2 * maxPeriod)
    guard let growth, growth.perPeriod > 0 else { return nil }
    return try counts(of: objects).merging([growth.code: 1], uniquingKeysWith: +)
  }

  private func counts(of objects: [TrackedObject]) throws -> [ObjectCode: Int] {
    try Identification.EqualObjects.counted(objects, by: separation)
      .reduce(into: [:]) { $0[$1.code, default: 0] += $1.count }
  }

  /// Cells on a new HashLife, so its work depends only on the cells, not on earlier steps.
  private func onHashLife(_ cells: Cells) throws -> Evolution {
    let pattern = try Pattern(onPlane: cells, rule: rule.rule)
    let evolution = try Evolution(regular: pattern, rule: rule, options: limits.engine)
    evolution.limitWork(to: Self.maxWork)
    return evolution
  }

  /// The parts of a soup that recur alone, and the others.
  private struct Parts {
    var objects: [TrackedObject] = []
    var others: [Cells] = []
  }

  /// - Parameter maxPeriod: the maximum period of an object.
  private func parts(of cells: Cells, upTo maxPeriod: Int = Self.maxPeriod) throws -> Parts {
    var parts = Parts()
    for part in try separation.parts(of: cells, span: Self.span) {
      if let object = try known.object(part, at: 0, maxPeriod: maxPeriod, separation: separation) {
        parts.objects.append(object)
      } else {
        parts.others.append(part)
      }
    }
    return parts
  }

  /// The code of the growing parts of a soup. `nil` if they do not grow.
  private func code(ofGrowing parts: [Cells]) throws -> ObjectCode? {
    // All copies of a replicator count as one, because their number depends on the generation.
    if try hasReplicator(parts) { return .replicator }
    return try growthCode(of: Cells(parts.flatMap(\.runs)))
  }

  /// The objects still on their cycles in all checks, up to about four to six times the soup's age.
  /// By then, growing parts have returned often, and shifted or destroyed the objects in their way.
  private func objects(
    _ objects: [TrackedObject], thatStayIn soup: Evolution
  ) throws -> [TrackedObject] {
    var soup = soup
    var objects = objects
    let start = soup.generation
    // HashLife takes steps of a power of two at once.
    var wait = 1
    while wait <= limits.generations / 8 { wait *= 2 }
    soup.limitWork(to: Self.maxWorkOfChecks)
    for _ in 0..<Self.checks {
      guard try advanceIfRegular(&soup, by: wait), soup.population <= Self.maxGrowthPopulation
      else { break }
      objects = try objects.filter { try soup.contains($0.phase(at: soup.generation - start)) }
      wait *= 4
    }
    return objects
  }

  /// Advances cells on HashLife. Returns `false` if this takes too much work: they are irregular.
  private func advanceIfRegular(_ evolution: inout Evolution, by generations: Int) throws -> Bool {
    do {
      try evolution.advance(by: generations)
      return true
    } catch is WorkLimitExceeded {
      return false
    }
  }

  /// Whether one of the smallest parts is a copy of a replicator.
  private func hasReplicator(_ parts: [Cells]) throws -> Bool {
    var shapes: Set<Bitmap> = []
    for part in parts.sorted(by: { $0.population < $1.population }) {
      guard let box = part.bounds, max(box.width, box.height) <= Self.maxShapeSide,
        shapes.insert(Bitmap(part)).inserted
      else { continue }
      if try growthCode(of: part) == .replicator { return true }
      if shapes.count == Self.maxShapes { break }
    }
    return false
  }

  /// The code for the exponent of the growth of some cells on their own. `nil` if their population
  /// does not grow.
  private func growthCode(of cells: Cells) throws -> ObjectCode? {
    var evolution = try onHashLife(cells)
    var populations: [Int] = []
    while populations.count < Self.maxSamples {
      guard try advanceIfRegular(&evolution, by: Self.samplingInterval) else { break }
      if evolution.isEmpty { return nil }
      guard evolution.population <= Self.maxGrowthPopulation else { break }
      populations.append(evolution.population)
    }
    guard populations.count >= Self.minSamples else { return .pathological }
    // The population of a replicator grows unevenly: copies meet and disappear whenever their age
    // is a power of two.
    return ObjectCode(growthExponent: populations.growthExponent(overDoublings: 3))
  }
}
