internal import LifeCore

/// Proves that all cells only drift along diagonals, and finds their lanes.
///
/// The lanes of a square state three facts about all its live cells:
///
/// - They are in lanes that are at least ``Lane/distance`` apart.
/// - The cells of a lane drift: four generations later they are the same, moved by one of the
///   lane's drifts, wherever they are at least four cells from the edge of the square.
/// - After t = 1, 2 and 3 generations, the live cells at least t cells from the edge are in the
///   same lanes.
///
/// By induction this holds at every later time t for the cells at least t cells from the edge.
/// Cells of other lanes are too far away to have a common neighbor, so the next four generations of
/// a lane repeat its last four, moved along the diagonal. The square's successor sees no other
/// cells.
///
/// Windows of 32 × 32 cells are computed. A larger square consists of nine overlapping squares half
/// as large, so a cell far enough from its edge is also far enough from the edge of one of the
/// nine. Its lanes are the lanes of the nine, joined where they meet.
@safe
final class LaneFinder {
  private let store: QuadStore
  private let rule: LifeLike
  private let known: WordTable<List>
  private let lanes: Arena<Lane>
  private var end = 0

  /// Some lanes in the arena. A negative count means that there is no proof.
  private struct List: BitwiseCopyable {
    var start: UInt32
    var count: Int32
  }

  /// Squares with more lanes get no proof.
  private static let maxLanes = 64
  /// Coordinates in larger squares would not fit an `Int`.
  static let maxLevel = 60
  private static let windowLevel = 5

  init(_ store: QuadStore, rule: LifeLike) throws(MemoryExhausted) {
    self.store = store
    self.rule = rule
    known = try WordTable()
    lanes = try Arena(purpose: "streams", capacity: 1 << 10)
  }

  var byteCount: Int { known.byteCount + lanes.byteCount }

  /// The lanes of a square of at least 32 × 32 cells, by their coordinates relative to its
  /// north-western cell. Returns `nil` if there is no proof.
  func lanes(of id: NodeID, level: Int, along diagonal: Diagonal) throws -> [Lane]? {
    let list = try list(of: id, level: level, along: diagonal)
    guard list.count >= 0 else { return nil }
    return (0..<Int(list.count)).map { unsafe lanes.elements[Int(list.start) + $0] }
  }

  private func list(of id: NodeID, level: Int, along diagonal: Diagonal) throws -> List {
    if id.isEmpty { return List(start: 0, count: 0) }
    guard level <= Self.maxLevel else { return List(start: 0, count: -1) }
    let key = UInt64(id.rawValue) << 1 | UInt64(diagonal.rawValue)
    if let list = known[key] { return list }
    let found =
      level == Self.windowLevel
      ? windowLanes(of: id, along: diagonal)
      : try joinedLanes(of: id, level: level, along: diagonal)
    var list = List(start: UInt32(end), count: -1)
    if let found {
      list.count = Int32(found.count)
      try lanes.grow(to: end + found.count)
      for lane in found {
        unsafe lanes.elements[end] = lane
        end += 1
      }
    }
    try known.set(key, to: list)
    return list
  }

  private func joinedLanes(of id: NodeID, level: Int, along diagonal: Diagonal) throws -> [Lane]? {
    let nine = try NineNodes(around: id, in: store)
    let quarter = 1 << (level - 2)
    var all: [Lane] = []
    // The quadrants first: they are the most likely to be known.
    for part in [0, 2, 6, 8, 4, 1, 3, 5, 7] {
      let list = try list(of: nine[part], level: level - 1, along: diagonal)
      guard list.count >= 0 else { return nil }
      let distance = diagonal.coordinate(x: part % 3 * quarter, y: part / 3 * quarter)
      for index in 0..<Int(list.count) {
        all.append(unsafe lanes.elements[Int(list.start) + index].moved(by: distance))
      }
    }
    all.sort { $0.low < $1.low }
    var joined: [Lane] = []
    for lane in all {
      guard let last = joined.last, !lane.isApart(from: last) else {
        joined.append(lane)
        continue
      }
      guard Self.join(lane, to: &joined[joined.count - 1]) else { return nil }
    }
    return joined.count <= Self.maxLanes ? joined : nil
  }

  private static func join(_ lane: Lane, to other: inout Lane) -> Bool {
    other.low = min(other.low, lane.low)
    other.high = max(other.high, lane.high)
    other.drifts.formIntersection(lane.drifts)
    return !other.drifts.isEmpty
  }

  /// The lanes of a window. Its parts are computed apart, and joined if they come near each other
  /// in one of the four generations.
  private func windowLanes(of id: NodeID, along diagonal: Diagonal) -> [Lane]? {
    let node = store[id]
    let window = LaneWindow(
      nw: store[node.nw.leaf], ne: store[node.ne.leaf], sw: store[node.sw.leaf],
      se: store[node.se.leaf])
    let least = diagonal == .rising ? 0 : 1 - LaneWindow.side
    var parts: [Lane] = []
    var rest = window.coordinates(along: diagonal, margin: 0)
    while rest != 0 {
      let coordinate = rest.trailingZeroBitCount + least
      let lane = Lane(low: coordinate, high: coordinate, drifts: [])
      if let last = parts.last, !lane.isApart(from: last) {
        parts[parts.count - 1].high = coordinate
      } else {
        parts.append(lane)
      }
      rest &= rest - 1
    }
    var lanes: [Lane] = []
    while lanes.count < parts.count {
      let range = parts[lanes.count].low...parts[lanes.count].high
      let part = window.cells(with: range, along: diagonal)
      let lane = lane(of: part, along: diagonal, least: least)
      if let last = lanes.last, !lane.isApart(from: last) {
        // Too near in some generation: the cells of both are one part.
        parts[lanes.count - 1].high = range.upperBound
        parts.remove(at: lanes.count)
        lanes.removeLast()
      } else {
        lanes.append(lane)
      }
    }
    return lanes.allSatisfy { !$0.drifts.isEmpty } ? lanes : nil
  }

  private func lane(of part: LaneWindow, along diagonal: Diagonal, least: Int) -> Lane {
    var now = part
    var coordinates = part.coordinates(along: diagonal, margin: 0)
    for margin in 1...4 {
      now = now.next(rule)
      if margin < 4 { coordinates |= now.coordinates(along: diagonal, margin: margin) }
    }
    var lane = Lane(
      low: least + coordinates.trailingZeroBitCount,
      high: least + 63 - coordinates.leadingZeroBitCount, drifts: [])
    for (drift, x, y) in diagonal.drifts where now.equals(part, movedBy: (x, y)) {
      lane.drifts.insert(drift)
    }
    return lane
  }
}

/// A diagonal of spaceships, and the coordinate that is constant along it.
enum Diagonal: Int, CaseIterable {
  /// From south-west to north-east: x + y.
  case rising
  /// From north-west to south-east: x - y.
  case falling

  @inline(__always)
  func coordinate(x: Int, y: Int) -> Int { self == .rising ? x + y : x - y }

  /// How cells of a lane may move, and by how many cells in four generations.
  var drifts: [(drift: Drifts, x: Int, y: Int)] {
    switch self {
    case .rising: [(.still, 0, 0), (.forward, 1, -1), (.backward, -1, 1)]
    case .falling: [(.still, 0, 0), (.forward, 1, 1), (.backward, -1, -1)]
    }
  }
}

/// The drifts that fit all cells of a lane in four generations. Several may fit, for example if the
/// cells repeat along the diagonal.
struct Drifts: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// The same cells at the same places.
  static let still = Drifts(rawValue: 1)
  /// A cell to the east along the diagonal.
  static let forward = Drifts(rawValue: 2)
  /// A cell to the west along the diagonal.
  static let backward = Drifts(rawValue: 4)
}

/// A strip of a square along a diagonal. Its live cells only drift along it, by one of `drifts`,
/// forever.
struct Lane: BitwiseCopyable {
  /// The minimum and maximum coordinate of live cells, in any generation.
  var low: Int
  var high: Int
  var drifts: Drifts

  /// Cells with coordinates so far apart have no common neighbor: they are three columns or three
  /// rows apart.
  static let distance = 5

  func isApart(from other: Lane) -> Bool {
    low - other.high >= Self.distance || other.low - high >= Self.distance
  }

  func moved(by distance: Int) -> Lane {
    Lane(low: low + distance, high: high + distance, drifts: drifts)
  }
}
