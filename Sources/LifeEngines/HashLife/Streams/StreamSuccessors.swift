internal import LifeCore

/// Computes successors of nodes in which streams of gliders pass each other.
///
/// HashLife makes a node for every combination of neighbors at any time. Two opposite streams of n
/// gliders at irregular distances make n² such nodes. Here a square has two ``Layers``. If
/// ``LaneFinder`` proves that all cells only drift along diagonals, the lanes drifting east become
/// a layer of their own. If no cell can see both layers, each is stepped by itself and needs only
/// the nodes of its own contents. Otherwise the pair is computed from nine smaller pairs, and at
/// the lowest level from the cells of both together.
///
///      pair ─┬─ lanes apart:   (successor of main, successor of streams)
///            ├─ else:          nine pairs half a step later, or now, and then four
///            └─ 1024 × 1024:   (successor of all cells, nothing)
///
/// Two irregular streams of 4 000 gliders between four reflectors take a tenth of the time and a
/// thirtieth of the memory, for 2^16 generations. The number of pairs grows with the generations
/// only: 93 000 for tapes of 1 000 as well as of 4 000 gliders.
///
/// Nothing is collected during a step, so every ID stays valid. A step fails if it needs more
/// memory, and the tables are forgotten when IDs are reused.
@safe
final class StreamSuccessors {
  private let store: QuadStore
  private let successors: Successors
  private let finder: LaneFinder
  private let pairs: WordTable<PairMemo>
  private let unions: WordTable<NodeID>
  private let interrupt: Interrupt?
  private let collections: Int
  private var step = Successors.Step(exponent: 0)
  /// The pairs computed so far, as work of plain steps.
  private var pairWork = 0
  /// The step fails beyond this work.
  private var workLimit = 0
  private var memoryLimit = 0

  private struct PairMemo: BitwiseCopyable {
    var successor: Layers
    var tag: UInt32
  }

  /// The cost of a pair, as a multiple of a successor of a plain step.
  private static let costOfPair = 16
  /// The lowest level of pairs. A pair of smaller squares costs more than the plain nodes it saves:
  /// Spark'ed takes 1.6 times as long with level 8, and 1.4 times with level 9.
  private static let lowestLevel = 10

  init(_ successors: Successors, rule: LifeLike, interrupt: Interrupt?) throws(MemoryExhausted) {
    self.successors = successors
    self.interrupt = interrupt
    store = successors.store
    collections = store.collections
    finder = try LaneFinder(store, rule: rule)
    pairs = try WordTable()
    unions = try WordTable()
  }

  /// Whether IDs in the tables may refer to other nodes by now.
  var isStale: Bool { store.collections != collections }

  var byteCount: Int {
    finder.byteCount + pairs.byteCount + unions.byteCount
  }

  /// The middle of a node, 2^exponent generations later.
  ///
  /// - Parameter budget: the work limit of the step, in plain successors.
  /// - Throws: ``WorkLimitExceeded`` if it costs more.
  func successor(
    of root: NodeID, level: Int, step: Successors.Step, budget: Int
  ) throws -> NodeID {
    precondition(level > Self.lowestLevel && !isStale)
    self.step = step
    workLimit = work + budget
    memoryLimit = store.memoryLimit
    defer {
      store.memoryLimit = memoryLimit
      successors.workLimit = .max
    }
    let layers = try successor(of: Layers(main: root, streams: .empty), level: level)
    return try united(layers, level: level - 1)
  }

  /// The work of all steps so far, in plain successors.
  var work: Int { successors.work + pairWork }

  /// Counts a computed pair.
  private func countPair() throws {
    pairWork += Self.costOfPair
    if work > workLimit { throw WorkLimitExceeded() }
    successors.workLimit = workLimit - pairWork
    // The tables share the memory of the tree.
    store.memoryLimit = memoryLimit - byteCount
    try interrupt?.check()
  }
}

// MARK: - Pairs

extension StreamSuccessors {
  private func successor(of layers: Layers, level: Int) throws -> Layers {
    if layers.isEmpty { return .empty }
    let tag = step.tag(level)
    if let memo = pairs[layers.key], memo.tag == tag { return memo.successor }
    try countPair()
    let successor = try computedSuccessor(of: layers, level: level)
    try pairs.set(layers.key, to: PairMemo(successor: successor, tag: tag))
    return successor
  }

  private func computedSuccessor(of layers: Layers, level: Int) throws -> Layers {
    let separated = try separated(layers, level: level)
    if separated.key != layers.key { return try successor(of: separated, level: level) }
    if try areApart(layers, level: level) {
      return Layers(
        main: try plainSuccessor(of: layers.main, level: level),
        streams: try plainSuccessor(of: layers.streams, level: level))
    }
    if level == Self.lowestLevel {
      let all = try united(layers, level: level)
      return Layers(main: try plainSuccessor(of: all, level: level), streams: .empty)
    }
    var main = try NineNodes(around: layers.main, in: store)
    var streams = try NineNodes(around: layers.streams, in: store)
    for place in 0..<9 {
      var part = Layers(main: main[place], streams: streams[place])
      if step.exponent >= level - 2 {
        part = try successor(of: part, level: level - 1)
      } else {
        part.main = try store.middle(of: part.main)
        part.streams = try store.middle(of: part.streams)
      }
      main[place] = part.main
      streams[place] = part.streams
    }
    var quadrants = InlineArray<4, Layers>(repeating: .empty)
    for quadrant in 0..<4 {
      let place = 3 * (quadrant >> 1) + (quadrant & 1)
      let part = Layers(
        main: try main.four(from: place, in: store),
        streams: try streams.four(from: place, in: store))
      quadrants[quadrant] = try successor(of: part, level: level - 1)
    }
    return try joined(quadrants)
  }

  private func joined(_ quadrants: InlineArray<4, Layers>) throws -> Layers {
    Layers(
      main: try store.join(
        nw: quadrants[0].main, ne: quadrants[1].main, sw: quadrants[2].main, se: quadrants[3].main),
      streams: try store.join(
        nw: quadrants[0].streams, ne: quadrants[1].streams, sw: quadrants[2].streams,
        se: quadrants[3].streams))
  }

  private func plainSuccessor(of id: NodeID, level: Int) throws -> NodeID {
    try id.isEmpty ? .empty : successors.successor(of: id, level: level, step: step)
  }

  /// Whether both layers only drift, along one diagonal, in lanes far from the other layer's.
  private func areApart(_ layers: Layers, level: Int) throws -> Bool {
    for diagonal in Diagonal.allCases {
      guard
        let streams = try finder.lanes(of: layers.streams, level: level, along: diagonal),
        let main = try finder.lanes(of: layers.main, level: level, along: diagonal)
      else { continue }
      if main.allSatisfy({ lane in streams.allSatisfy { lane.isApart(from: $0) } }) { return true }
    }
    return false
  }
}

// MARK: - Uniting and parting

extension StreamSuccessors {
  private func united(_ layers: Layers, level: Int) throws -> NodeID {
    if layers.main.isEmpty { return layers.streams }
    if layers.streams.isEmpty { return layers.main }
    if let known = unions[layers.key] { return known }
    let union: NodeID
    if level == store.leafLevel {
      let main = store[layers.main.leaf]
      let streams = store[layers.streams.leaf]
      union = try store.node(
        QuadLeaf(
          nw: main.nw | streams.nw, ne: main.ne | streams.ne, sw: main.sw | streams.sw,
          se: main.se | streams.se))
    } else {
      let main = store[layers.main]
      let streams = store[layers.streams]
      union = try store.join(
        nw: united(Layers(main: main.nw, streams: streams.nw), level: level - 1),
        ne: united(Layers(main: main.ne, streams: streams.ne), level: level - 1),
        sw: united(Layers(main: main.sw, streams: streams.sw), level: level - 1),
        se: united(Layers(main: main.se, streams: streams.se), level: level - 1))
    }
    try unions.set(layers.key, to: union)
    return union
  }

  /// Moves lanes drifting east from the main layer to the streams.
  private func separated(_ layers: Layers, level: Int) throws -> Layers {
    var result = layers
    for diagonal in Diagonal.allCases {
      guard let lanes = try finder.lanes(of: result.main, level: level, along: diagonal) else {
        continue
      }
      let eastward = lanes.filter { $0.drifts == .forward }
      if eastward.isEmpty { continue }
      let square = Square(id: result.main, level: level, coordinate: 0)
      let parts = try parted(square, by: eastward, along: diagonal)
      result.main = parts.main
      result.streams = try united(
        Layers(main: result.streams, streams: parts.streams), level: level)
    }
    return result
  }

  /// A node, and the coordinate of its north-western cell.
  private struct Square {
    var id: NodeID
    var level: Int
    var coordinate: Int
  }

  /// Divides a node into its cells outside and inside some lanes.
  private func parted(
    _ square: Square, by lanes: [Lane], along diagonal: Diagonal
  ) throws -> Layers {
    if square.id.isEmpty { return .empty }
    if square.level == store.leafLevel { return try partedLeaf(square, by: lanes, along: diagonal) }
    if square.level > store.leafLevel + 1,
      let own = try finder.lanes(of: square.id, level: square.level, along: diagonal)
    {
      let inside = own.count { lane in
        lanes.contains {
          $0.low <= lane.low + square.coordinate && lane.high + square.coordinate <= $0.high
        }
      }
      if inside == 0 { return Layers(main: square.id, streams: .empty) }
      if inside == own.count { return Layers(main: .empty, streams: square.id) }
    }
    let node = store[square.id]
    let half = 1 << (square.level - 1)
    var quadrants = InlineArray<4, Layers>(repeating: .empty)
    for quadrant in 0..<4 {
      let distance = diagonal.coordinate(x: (quadrant & 1) * half, y: (quadrant >> 1) * half)
      let part = Square(
        id: node[quadrant], level: square.level - 1, coordinate: square.coordinate + distance)
      quadrants[quadrant] = try parted(part, by: lanes, along: diagonal)
    }
    return try joined(quadrants)
  }

  private func partedLeaf(
    _ square: Square, by lanes: [Lane], along diagonal: Diagonal
  ) throws -> Layers {
    let leaf = store[square.id.leaf]
    var inside = leaf
    let side = store.shape.leafSide
    for y in 0..<side {
      for x in 0..<side where store.shape.state(leaf, x: x, y: y) != 0 {
        let coordinate = square.coordinate + diagonal.coordinate(x: x, y: y)
        if !lanes.contains(where: { $0.low <= coordinate && coordinate <= $0.high }) {
          store.shape.set(in: &inside, x: x, y: y, to: 0)
        }
      }
    }
    let outside = QuadLeaf(
      nw: leaf.nw & ~inside.nw, ne: leaf.ne & ~inside.ne, sw: leaf.sw & ~inside.sw,
      se: leaf.se & ~inside.se)
    return Layers(main: try store.node(outside), streams: try store.node(inside))
  }
}

extension QuadStore {
  /// The middle of a node of nodes, half as large.
  fileprivate func middle(of id: NodeID) throws(MemoryExhausted) -> NodeID {
    if id.isEmpty { return .empty }
    let node = self[id]
    return try join(
      nw: self[node.nw].se, ne: self[node.ne].sw, sw: self[node.sw].ne, se: self[node.se].nw)
  }
}

/// A step costs more than its limit.
package struct WorkLimitExceeded: Error {}

/// The live cells of a square in two nodes without a common cell.
///
/// A cell may be in either node; only their union counts.
struct Layers: BitwiseCopyable {
  var main: NodeID
  /// Lanes drifting east, as far as they were found.
  var streams: NodeID

  static let empty = Layers(main: .empty, streams: .empty)

  var isEmpty: Bool { main.isEmpty && streams.isEmpty }

  /// Not 0 unless both nodes are empty.
  var key: UInt64 { UInt64(main.rawValue) | UInt64(streams.rawValue) << 32 }
}

/// The quadrants of a node and the five nodes of their size between them, in reading order.
struct NineNodes {
  private var nodes = InlineArray<9, NodeID>(repeating: .empty)

  init(around id: NodeID, in store: QuadStore) throws(MemoryExhausted) {
    if id.isEmpty { return }
    let node = store[id]
    let nw = store[node.nw]
    let ne = store[node.ne]
    let sw = store[node.sw]
    let se = store[node.se]
    nodes[0] = node.nw
    nodes[1] = try store.join(nw: nw.ne, ne: ne.nw, sw: nw.se, se: ne.sw)
    nodes[2] = node.ne
    nodes[3] = try store.join(nw: nw.sw, ne: nw.se, sw: sw.nw, se: sw.ne)
    nodes[4] = try store.join(nw: nw.se, ne: ne.sw, sw: sw.ne, se: se.nw)
    nodes[5] = try store.join(nw: ne.sw, ne: ne.se, sw: se.nw, se: se.ne)
    nodes[6] = node.sw
    nodes[7] = try store.join(nw: sw.ne, ne: se.nw, sw: sw.se, se: se.sw)
    nodes[8] = node.se
  }

  subscript(place: Int) -> NodeID {
    get { nodes[place] }
    set { nodes[place] = newValue }
  }

  /// The node of four neighbors, the north-western one at `place`.
  func four(from place: Int, in store: QuadStore) throws(MemoryExhausted) -> NodeID {
    try store.join(
      nw: nodes[place], ne: nodes[place + 1], sw: nodes[place + 3], se: nodes[place + 4])
  }
}
