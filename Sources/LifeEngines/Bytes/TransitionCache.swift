internal import LifeCore

/// Looks up the successors of cells by their neighborhoods, and fills its table from the rule.
///
/// Rule tables, history rules and von Neumann's automata are slow to evaluate. So a neighborhood is
/// reduced to the codes of its three columns (``ColumnCodes``), with one code for equivalent
/// states. The rule is evaluated once for every triple of codes that occurs. The transition is then
/// kept in a complete table if there are few enough triples, otherwise in a direct-mapped cache:
///
///      complete   transition[(west · sides + east) · centers + center]     one byte an entry
///      cached     transition[hash(west, east, center)]                     with the codes as a key
///
/// If a table permits any permutation of the neighbors, the key is the number of neighbors in each
/// class, and the cell's own state: 8 states have 51 480 such keys, and 134 million neighborhoods.
///
/// In chaotic soups of many states most neighborhoods are new. While the cache misses, a small
/// table is evaluated directly.
///
/// At first only a small part of the cache is used: most automata have few triples, and the first
/// access to a page is slow.
@safe
final class TransitionCache {
  private let transition: MooreTransition
  /// The rule, if it is a table.
  private let table: RuleTable?
  private let codes: ColumnCodes
  /// Whether the key of a neighborhood is the number of its neighbors in each class.
  private let countsNeighbors: Bool
  /// The contributions of each of 256 states to a column's codes, as its northern, middle and
  /// southern cell; to the sum of a column if neighbors are counted.
  private let contributions: UnsafeMutablePointer<UInt64>
  /// The neighborhood in evaluation.
  private var neighborhood = [State](repeating: 0, count: 9)
  /// The owner of the entries. An entry of zeros is empty.
  private let storage: AnyObject
  // The entries; one of the two is `nil`. A complete table has one more than the next state, for
  // every triple of codes. Reading `storage` for every row counts references, which took a sixth of
  // the time of small squares.
  private let complete: UnsafeMutablePointer<UInt8>?
  private let cached: UnsafeMutablePointer<CachedTransition>?
  /// The binary logarithm of the number of entries in use.
  private var cacheBits = 12
  /// Triples added to the cache at its present size.
  private var added = 0
  /// Look-ups in the cache and their misses, since the cache was last assessed.
  private var lookUps = (count: 0, misses: 0)
  /// The number of cells to evaluate directly before the cache is tried again.
  private var directCells = 0

  /// A rectangle of cells and the ring of neighbors around it.
  @unsafe
  struct Cells {
    /// The north-western neighbor of the first cell.
    var corner: UnsafePointer<UInt8>
    /// Bytes from one row to the next.
    var pitch = TransitionCache.stride
  }

  /// Bytes from one row to the next in boards of the usual width.
  static let stride = 80
  /// Rules with more triples are cached: a table larger than the CPU's caches is no faster.
  private static let maxEntries = 1 << 22
  private static let maxCacheBits = 18
  /// The look-ups after which the cache is assessed, and the number of cells to evaluate directly
  /// if most of them missed.
  private static let trial = (lookUps: 1 << 12, directCells: 1 << 17)

  /// - Parameter stateClasses: the rule's classes of states.
  init(_ phase: Rule.Phase, stateClasses: StateClasses) throws(MemoryExhausted) {
    transition = MooreTransition(phase)
    let rule = phase.rule
    table = if case .table(let table) = rule.family { table } else { nil }
    let codes = ColumnCodes(stateClasses)
    self.codes = codes
    if let entries = codes.triples, entries <= Self.maxEntries, rule.states < 256 {
      let arena = try Arena<UInt8>(purpose: "table of the rule", capacity: entries)
      storage = arena
      unsafe complete = arena.elements
      unsafe cached = nil
    } else {
      let arena = try Arena<CachedTransition>(
        purpose: "cache of the rule", capacity: 1 << Self.maxCacheBits)
      storage = arena
      unsafe complete = nil
      unsafe cached = arena.elements
    }
    unsafe contributions = .allocate(capacity: 3 * 256)
    let weights = unsafe complete == nil ? table?.weights(of: stateClasses) : nil
    countsNeighbors = weights != nil
    if let weights {
      for index in 0..<3 * 256 { unsafe contributions[index] = weights[index & 255] }
      return
    }
    // The index of a complete table needs the sides' codes times `centers`. They are multiplied
    // here, once.
    let scale = unsafe complete == nil ? 1 : UInt64(codes.centers)
    for (index, word) in codes.contributions.joined().enumerated() {
      let side = word & 0xffff_ffff
      unsafe contributions[index] = word - side + side * scale
    }
  }

  deinit { unsafe contributions.deallocate() }

  /// Writes the successors of a rectangle of cells, `pitch` bytes from row to row.
  ///
  /// - Parameter columns: at most 72.
  func step(
    _ cells: Cells, rows: Int, columns: Int, to target: UnsafeMutablePointer<UInt8>, pitch: Int
  ) {
    let complete = unsafe complete
    let cached = unsafe cached
    for y in 0..<rows {
      let three = unsafe Cells(corner: cells.corner + y * cells.pitch, pitch: cells.pitch)
      if let complete = unsafe complete {
        unsafe lookUp(in: complete, rows: three, count: columns, into: target + y * pitch)
      } else if directCells > 0, let table {
        directCells -= columns
        unsafe table.step(
          three.corner, pitch: three.pitch, count: columns, into: target + y * pitch)
      } else if let cached = unsafe cached {
        unsafe lookUp(in: cached, rows: three, count: columns, into: target + y * pitch)
        assessCache()
      }
    }
  }

  /// Leaves the cache for a while if three of four cells missed and the rule is quick to evaluate.
  private func assessCache() {
    guard lookUps.count >= Self.trial.lookUps else { return }
    if table?.isQuick == true, lookUps.misses > lookUps.count / 4 * 3 {
      directCells = Self.trial.directCells
    }
    lookUps = (0, 0)
  }

  /// The codes of column `x` in the first three rows: as a side in the low half of the word, as the
  /// center in the high half.
  @inline(__always)
  private static func code(
    _ contributions: UnsafeMutablePointer<UInt64>, rows: Cells, x: Int
  ) -> UInt64 {
    let north = unsafe rows.corner + x
    let middle = unsafe north + rows.pitch
    let south = unsafe north + 2 &* rows.pitch
    return unsafe contributions[Int(north.pointee)]
      &+ contributions[256 &+ Int(middle.pointee)] &+ contributions[512 &+ Int(south.pointee)]
  }

  /// Whether the ten columns from `x` on are dead. If so, the inner eight stay dead, and the code
  /// of each column is 0.
  ///
  /// Most of a machine's bounding box is empty.
  @inline(__always)
  private static func isBlank(_ rows: Cells, at x: Int) -> Bool {
    let north = unsafe UnsafeRawPointer(rows.corner + x)
    let middle = unsafe north + rows.pitch
    let south = unsafe north + 2 &* rows.pitch
    let living = unsafe eights(north) | eights(middle) | eights(south)
    return living == 0
  }

  /// Ten bytes, as the first eight or'd with the last eight.
  @inline(__always)
  private static func eights(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe bytes.loadUnaligned(as: UInt64.self)
      | bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self)
  }

  @inline(__always)
  private static func clear(_ target: UnsafeMutablePointer<UInt8>, count: Int) {
    if count == 8 {
      unsafe UnsafeMutableRawPointer(target).storeBytes(of: 0, as: UInt64.self)
    } else {
      for index in 0..<count { unsafe target[index] = 0 }
    }
  }

  private func lookUp(
    in complete: UnsafeMutablePointer<UInt8>, rows: Cells, count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let sides = UInt64(codes.sides)
    let low: UInt64 = 0xffff_ffff
    let contributions = unsafe contributions
    var west = unsafe Self.code(contributions, rows: rows, x: 0)
    var center = unsafe Self.code(contributions, rows: rows, x: 1)
    var x = 0
    while x < count {
      let end = min(x &+ 8, count)
      if unsafe Self.isBlank(rows, at: x) {
        unsafe Self.clear(target + x, count: end &- x)
        west = 0
        center = 0
        x = end
      }
      while x < end {
        let east = unsafe Self.code(contributions, rows: rows, x: x &+ 2)
        let index = Int(
          truncatingIfNeeded: (west & low) &* sides &+ east & low &+ center >> 32)
        if unsafe complete[index] == 0 { unsafe complete[index] = evaluate(rows, at: x) + 1 }
        unsafe target[x] = complete[index] &- 1
        west = center
        center = east
        x &+= 1
      }
    }
  }

  private func lookUp(
    in cached: UnsafeMutablePointer<CachedTransition>, rows: Cells, count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    if countsNeighbors {
      let weights = unsafe contributions + 256
      let cells = unsafe rows.corner + rows.pitch + 1
      unsafe lookUp(in: cached, rows: rows, count: count, into: target) { west, middle, east, x in
        let cell = unsafe cells[x]
        return unsafe (west &+ middle &+ east &- weights[Int(cell)], UInt32(cell))
      }
    } else {
      unsafe lookUp(in: cached, rows: rows, count: count, into: target) { west, middle, east, _ in
        (west << 32 | east & 0xffff_ffff, UInt32(truncatingIfNeeded: middle >> 32))
      }
    }
  }

  /// - Parameter key: the key of a cell's neighborhood, from the codes of its columns and from the
  ///   cell's number in the row.
  @inline(__always)
  private func lookUp(
    in cached: UnsafeMutablePointer<CachedTransition>, rows: Cells, count: Int,
    into target: UnsafeMutablePointer<UInt8>,
    key: (_ west: UInt64, _ middle: UInt64, _ east: UInt64, _ x: Int) -> (UInt64, UInt32)
  ) {
    let contributions = unsafe contributions
    var shift = UInt64(64 &- cacheBits)
    var west = unsafe Self.code(contributions, rows: rows, x: 0)
    var middle = unsafe Self.code(contributions, rows: rows, x: 1)
    var x = 0
    while x < count {
      let end = min(x &+ 8, count)
      if unsafe Self.isBlank(rows, at: x) {
        unsafe Self.clear(target + x, count: end &- x)
        west = 0
        middle = 0
        x = end
      }
      lookUps.count &+= end &- x
      while x < end {
        let east = unsafe Self.code(contributions, rows: rows, x: x &+ 2)
        let (sides, center) = key(west, middle, east, x)
        let mixed = (sides ^ UInt64(center) &* 0x9e37_79b9_7f4a_7c15) &* 0xff51_afd7_ed55_8ccd
        var entry = Int(truncatingIfNeeded: mixed &>> shift)
        if unsafe cached[entry].sides != sides || cached[entry].center != center &+ 1 {
          makeRoom()
          shift = UInt64(64 &- cacheBits)
          entry = Int(truncatingIfNeeded: mixed &>> shift)
          unsafe cached[entry] = CachedTransition(
            sides: sides, center: center &+ 1, next: evaluate(rows, at: x))
        }
        unsafe target[x] = cached[entry].next
        west = middle
        middle = east
        x &+= 1
      }
    }
  }

  /// Counts a miss, and uses four times as many entries of the cache if half of them are filled.
  /// Triples whose entries have a new place are then evaluated again.
  private func makeRoom() {
    lookUps.misses += 1
    added += 1
    guard added > 1 << (cacheBits - 1), cacheBits < Self.maxCacheBits else { return }
    cacheBits += 2
    added = 0
  }

  /// Evaluates the rule for cell `x` of the middle one of three rows.
  private func evaluate(_ rows: Cells, at x: Int) -> State {
    let north = unsafe rows.corner + x
    let middle = unsafe north + rows.pitch
    let south = unsafe north + 2 * rows.pitch
    if let table {
      var next: State = 0
      unsafe table.step(north, pitch: rows.pitch, count: 1, into: &next)
      return next
    }
    for column in 0..<3 {
      unsafe neighborhood[column] = north[column]
      unsafe neighborhood[column + 3] = middle[column]
      unsafe neighborhood[column + 6] = south[column]
    }
    return transition.next(neighborhood)
  }
}

extension RuleTable {
  /// The weight of each of 256 states, if the places of the eight neighbors don't matter: the sum
  /// of weights gives the number in each class. Returns `nil` if 64 bits are too few for the
  /// classes.
  fileprivate func weights(of stateClasses: StateClasses) -> [UInt64]? {
    guard permitsAnyPermutation, stateClasses.counts[1] <= 21,
      let classes = stateClasses.ofEachNeighbor
    else { return nil }
    var weightOfClass: [UInt64] = [0, 1]
    while weightOfClass.count < stateClasses.counts[1] {
      weightOfClass.append(9 * weightOfClass[weightOfClass.count - 1])
    }
    return classes.map { weightOfClass[Int($0)] }
  }
}

/// An entry of the cache: the key of a neighborhood and the next state of its center.
private struct CachedTransition: BitwiseCopyable {
  /// The codes of the western and the eastern column, or the sum of the neighbors.
  var sides: UInt64 = 0
  /// One more than the code of the middle column, or than the state of the cell; 0 if the entry is
  /// empty.
  var center: UInt32 = 0
  var next: State = 0
}

/// Codes for columns of three cells. A neighborhood is three small numbers.
///
///      nw n ne      the column of w, seen as a side:     a code below `sides`
///      w  c e       that of c, seen as the center:       a code below `centers`
///      sw s se      that of e, seen as a side
///
/// Equivalent states at a place have the same code there. Both codes of a column are sums of its
/// cells' contributions, so three look-ups in small tables give both at once.
struct ColumnCodes {
  /// The number of codes of a column to the west or east.
  let sides: Int
  /// The number of codes of the column in the middle.
  let centers: Int
  /// The contributions of each state as the northern, middle and southern cell of a column: to the
  /// side's code in the low half of a word, to the center's in the high half.
  let contributions: [[UInt64]]

  init(_ stateClasses: StateClasses) {
    // The index keeps west and east apart, so both sides can share one code. It distinguishes
    // states that differ as a western or as an eastern neighbor.
    let rows = [(lane: 1, sides: (8, 2)), (0, (7, 3)), (5, (6, 4))]
    var sides = 1
    var centers = 1
    contributions = rows.map { lane, both in
      let side = Self.pairs(of: stateClasses.ofState[both.0], and: stateClasses.ofState[both.1])
      let words = (0..<256).map { state in
        UInt64(side.numbers[state] * sides) | UInt64(
          Int(stateClasses.ofState[lane][state]) * centers)
          << 32
      }
      sides *= side.count
      centers *= stateClasses.counts[lane]
      return words
    }
    self.sides = sides
    self.centers = centers
  }

  /// The number of triples of two sides and a center. Returns `nil` if it is very large.
  var triples: Int? {
    // `centers` is at most 2^24, so the product fits an `Int`.
    sides < 1 << 18 ? sides * sides * centers : nil
  }

  /// Numbers the distinct pairs of classes of the states, from 0.
  private static func pairs(of first: [UInt8], and second: [UInt8]) -> (numbers: [Int], count: Int)
  {
    var known: [Int: Int] = [:]
    let numbers = first.indices.map { state in
      let pair = Int(first[state]) << 8 | Int(second[state])
      let number = known[pair] ?? known.count
      known[pair] = number
      return number
    }
    return (numbers, known.count)
  }
}
