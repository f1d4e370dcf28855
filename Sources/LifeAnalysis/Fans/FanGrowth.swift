internal import LifeCore
internal import LifeEngines
internal import LifeIO

/// Tells what a pattern is that grows for ever in a fan.
struct FanGrowth {
  private let proof: FanProof
  private let interrupt: Interrupt?
  /// The distance at which cells touch, as columns and rows of their neighborhoods.
  private let range: Int
  /// The pairs of corners between which there are cells, again and again.
  private var edges: Set<Edge> = []
  /// Whether there are such cells between three corners, so that their number grows quadratically.
  private(set) var isQuadratic = false

  private struct Edge: Hashable {
    let start: Int
    let end: Int

    init(from one: Int, to other: Int) {
      start = min(one, other)
      end = max(one, other)
    }
  }

  private var fan: Fan { proof.fan }
  private var history: CellHistory { proof.history }

  /// - Throws: `Stopped`.
  init(_ proof: FanProof, interrupt: Interrupt?) throws {
    self.proof = proof
    self.interrupt = interrupt
    range = proof.fan.range
    try interrupt?.check()
    for triangle in fan.triangles {
      for third in 0..<3 {
        try noteCells(between: [(third + 1) % 3, (third + 2) % 3], of: triangle)
      }
    }
  }

  /// Notes whether there will be cells, again and again, between two corners of a triangle, and
  /// between all three.
  ///
  /// Whatever cell will be there has been there a period of a corner before, as long as that is
  /// still between them, and is there a period later. So all such cells are those of one period of
  /// the one corner that are, counted from it, within one period of the other, and, if they are
  /// between all three, of the third. The proof is so late that all of these have been there. What
  /// is seen in any one generation does not tell: a breeder looks like a rake at first.
  private mutating func noteCells(between ends: [Int], of triangle: Fan.Triangle) throws {
    let corners = triangle.corners.map { fan.corners[$0] }
    guard ends.allSatisfy({ !corners[$0].isEmpty }) else { return }
    let periods = corners.map(\.motion.period)
    let near = periods[ends[0]] < periods[ends[1]] ? ends[0] : ends[1]
    let edge = Edge(from: triangle.corners[ends[0]], to: triangle.corners[ends[1]])
    let bounds = SIMD3(triangle.corners.map { proof.bounds[$0] + 1 })
    var least = bounds
    least[3 - ends[0] - ends[1]] = 0
    for generation in history.last - periods[near] + 1...history.last {
      guard !edges.contains(edge) || !isQuadratic else { return }
      try interrupt?.check()
      let window = fan.window(
        around: near, of: triangle, from: least, to: bounds + 1, at: generation)
      history.forEach(in: window, at: generation) { key in
        let coordinates = fan.coordinates(of: key, at: generation, in: triangle)
        let isPast = coordinates .>= bounds
        guard coordinates.min() >= -Fan.precision, isPast[ends[0]], isPast[ends[1]] else { return }
        edges.insert(edge)
        if all(isPast) { isQuadratic = true }
      }
    }
  }

  /// Nil if it does not grow, or if too little is known about what grows linearly.
  ///
  /// - Parameter tellsFedSources: whether linear growth of several sources is told even if each of
  ///   them is fed by others.
  /// - Throws: `Stopped`.
  func identification(tellsFedSources: Bool) throws -> Identification? {
    guard !edges.isEmpty else { return nil }
    let sources = try sources()
    let movers = sources.filter { $0.isFree }
    guard movers.count == 1, let mover = movers.first, let motion = smallest(mover.corner) else {
      if isQuadratic { return Identification(.quadraticGrowth) }
      // Several that grow by themselves move apart. Of others a later proof may say more.
      guard movers.count > 1 || tellsFedSources && sources.count > 1 else { return nil }
      let result = linearGrowth(of: sources)
      return result.period == nil ? nil : result
    }
    var result = Identification(.breeder)
    result.period = motion.period
    result.displacement = motion.displacement
    if isQuadratic {
      // What grows may be made where something else meets what the mover leaves, in its own time.
      guard !mover.made.isEmpty else { return Identification(.quadraticGrowth) }
      result.made = made(by: mover, of: sources)
    } else {
      // Proofs by objects say more about a single core, and about one that rests.
      guard sources.count > 1, motion.displacement != .zero else { return nil }
      // What the mover leaves behind may begin at something that emits by itself.
      guard sources.allSatisfy({ $0.corner == mover.corner || $0.isFed }) else {
        return linearGrowth(of: sources)
      }
      result.kind = mover.kind
    }
    return result
  }

  /// The growth of several sources, and the period after which all of them recur, if it is known.
  private func linearGrowth(of sources: [Source]) -> Identification {
    var result = Identification(.linearGrowth)
    if sources.allSatisfy({ smallest($0.corner) != nil }) {
      result.period = fan.commonPeriod(of: sources.map(\.corner), upTo: Self.longestCommonPeriod)
    }
    return result
  }

  /// The longest common period of several sources that is told.
  private static let longestCommonPeriod = 1 << 40

  /// The motion of a corner; nil if it may have a shorter period.
  private func smallest(_ corner: Int) -> PeriodicMotion? {
    let motion = fan.corners[corner].motion
    let isSmallest = motion.period.primeFactors.allSatisfy { factor in
      guard let shorter = motion.divided(by: factor) else { return true }
      return proof.differs(corner, after: shorter)
    }
    return isSmallest ? motion : nil
  }

  /// The only source that a mover makes; nil if there is none, or another number of them.
  private func made(by mover: Source, of sources: [Source]) -> Identification.Source? {
    let made = sources.filter { source in mover.made.contains { $0 == source.corner } }
    guard made.count == 1, let source = made.first, let motion = smallest(source.corner) else {
      return nil
    }
    return Identification.Source(
      kind: source.kind, period: motion.period, displacement: motion.displacement)
  }

  /// A corner from which something moves away.
  private struct Source {
    let corner: Int
    /// The corners that are the first of what it makes.
    var made: Set<Int> = []
    /// Whether all that is beside it moves away.
    var isFree = true
    /// Whether something arrives there, or may arrive.
    var isFed = false
    var leavesDebris = false
    let moves: Bool

    var kind: Identification.Kind {
      switch (moves, leavesDebris) {
      case (true, true): .puffer
      case (true, false): .rake
      case (false, true): .linearGrowth
      case (false, false): .gun
      }
    }
  }

  private func sources() throws -> [Source] {
    let motions = try edges.map { (edge: $0, motion: try motion(on: $0)) }
    return fan.corners.indices.compactMap { corner in
      let own = fan.corners[corner].motion
      var source = Source(corner: corner, moves: own.displacement != .zero)
      var emits = false
      for (edge, motion) in motions where edge.start == corner || edge.end == corner {
        let other = edge.start == corner ? edge.end : edge.start
        let departure = motion.map { self.departure($0, corner: corner, to: other) }
        guard let motion, let departure, departure > 1e-9 else {
          source.isFree = false
          source.isFed = source.isFed || departure.map { $0 < -1e-9 } ?? true
          continue
        }
        emits = true
        if motion.displacement == .zero { source.leavesDebris = true }
        if motion.hasVelocity(of: fan.corners[other].motion) { source.made.insert(other) }
      }
      return emits ? source : nil
    }
  }

  /// Positive if something moves from one corner to the side of the other, negative if it arrives,
  /// and zero if it stays beside the corner.
  private func departure(_ motion: PeriodicMotion, corner: Int, to other: Int) -> Double {
    let own = fan.corners[corner].motion.velocity
    let velocity = motion.velocity - own
    let direction = fan.corners[other].motion.velocity - own
    return (velocity * direction).sum()
  }

  // MARK: - What is between two corners

  private static let mostClusters = 256
  private static let largestCluster = 128
  private static let mostCells = 2_000
  private static let surroundings = 160

  /// How what is between two corners moves: like one of them, or not at all; nil if that is not
  /// known, or if it differs.
  private func motion(on edge: Edge) throws -> PeriodicMotion? {
    let motions = [edge.start, edge.end].map { fan.corners[$0].motion }
    let resting = PeriodicMotion(
      displacement: .zero, period: max(motions[0].period, motions[1].period))
    // What rests beside them may be what they make.
    let others = third(of: edge).map { fan.corners[$0].motion }
    let mayRest = (motions + others).allSatisfy { $0.displacement != .zero }
    let candidates = mayRest ? motions + [resting] : motions
    let start = history.last - resting.period
    var found: Int?
    for cluster in clusters(on: edge, at: start) where cluster.count <= Self.largestCluster {
      let possible = try self.motions(of: cluster, from: start, among: candidates)
      guard possible.count == 1, let index = possible.first else { continue }
      if let found, found != index { return nil }
      found = index
    }
    return found.map { candidates[$0] }
  }

  /// The corners of the triangles beside an edge that are not at its ends.
  private func third(of edge: Edge) -> [Int] {
    fan.triangles.filter { $0.has(edge.start) && $0.has(edge.end) }
      .flatMap(\.corners)
      .filter { $0 != edge.start && $0 != edge.end && !fan.corners[$0].isEmpty }
  }

  /// The clusters between two corners from a stretch that is as long as one period of each: all
  /// that is farther on has come after a period of one of them, or is there a period later.
  ///
  /// - Returns: none if they are too many.
  private func clusters(on edge: Edge, at generation: Int) -> [[CellKey]] {
    let ends = [edge.start, edge.end]
    let periods = ends.map { Double(fan.corners[$0].motion.period) }
    let most = max(periods[0], periods[1])
    var keys: [CellKey] = []
    // What is in the triangle beside the edge recurs with the third corner, too.
    var differences: [Int: Set<CellKey>] = [:]
    var guess = 0
    for key in history[generation] {
      guard let place = fan.place(of: key, at: generation, guess: &guess),
        let start = place.triangle.corners.firstIndex(of: edge.start),
        let end = place.triangle.corners.firstIndex(of: edge.end)
      else { continue }
      let third = 3 - start - end
      let other = place.triangle.corners[third]
      guard place.coordinates[third] < proof.bounds[other] + 1 else { continue }
      let age = (place.coordinates[start] - proof.bounds[edge.start]) * periods[0]
      let remaining = (place.coordinates[end] - proof.bounds[edge.end]) * periods[1]
      guard abs(age - remaining) <= most else { continue }
      if !fan.corners[other].isEmpty {
        let found =
          differences[other]
          ?? Set(history.differences(at: generation, motion: fan.corners[other].motion))
        differences[other] = found
        if !found.contains(key) { continue }
      }
      keys.append(key)
    }
    var clusters: [[CellKey]] = []
    var seen: Set<CellKey> = []
    for key in keys where !seen.contains(key) {
      guard clusters.count < Self.mostClusters else { return [] }
      let cluster = cluster(around: key, at: generation)
      seen.formUnion(cluster)
      clusters.append(cluster)
    }
    return clusters
  }

  private func cluster(around key: CellKey, at generation: Int) -> [CellKey] {
    let window = Window(around: key, radius: Self.surroundings)
    var runs: [CellRun] = []
    history.forEach(in: window, at: generation) {
      runs.append(CellRun(y: $0.y, x: $0.x, length: 1))
    }
    let clusters = Clusters.split(Cells(runs), reach: 2 * range)
    let own = clusters.first { runs in
      runs.contains { $0.y == key.y && $0.x <= key.x && key.x < $0.x + $0.length }
    }
    return (own ?? []).flatMap { run in
      (run.x..<run.x + run.length).map { CellKey(x: $0, y: run.y) }
    }
  }

  /// How far the clusters are that are the same and at least half of whose cells are among some
  /// cells.
  private func copies(
    of cluster: [CellKey], in cells: Set<CellKey>, at generation: Int
  ) -> [Offset] {
    var votes: [Offset: Int] = [:]
    for key in cells {
      for own in cluster { votes[Offset(x: key.x - own.x, y: key.y - own.y), default: 0] += 1 }
    }
    return votes.compactMap { offset, count in
      let isCopy =
        2 * count >= cluster.count
        && cluster.allSatisfy { history.contains($0.moved(by: offset), at: generation) }
      return isCopy ? offset : nil
    }
  }

  /// The motions that lead a cluster to the only copy of it that has come from it: each generation,
  /// cells come from those that they touch.
  private func motions(
    of cluster: [CellKey], from start: Int, among motions: [PeriodicMotion]
  ) throws -> [Int] {
    var found: [Int] = []
    var cells = Set(cluster)
    for age in 1...history.last - start {
      try interrupt?.check()
      var next: Set<CellKey> = []
      for key in cells {
        history.forEach(in: Window(around: key, radius: range), at: start + age) {
          next.insert($0)
        }
      }
      // What touches this much says nothing.
      if next.count > Self.mostCells { return [] }
      cells = next
      for (index, motion) in motions.enumerated() where motion.period == age {
        if copies(of: cluster, in: cells, at: start + age) == [motion.displacement] {
          found.append(index)
        }
      }
    }
    return found
  }
}
