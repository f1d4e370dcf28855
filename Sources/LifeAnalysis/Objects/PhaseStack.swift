internal import LifeCore

/// The phases of a cycle, drawn in one common box.
struct PhaseStack {
  let bitmaps: [Bitmap]
  let box: Window
  private let planeSize: Int

  init(_ phases: [Phase]) {
    let box = phases.reduce(phases[0].window) { $0.union($1.window) }
    self.box = box
    bitmaps = phases.map { phase in
      var bitmap = Bitmap(width: box.width, height: box.height, planes: phase.bitmap.planes)
      bitmap.merge(phase.bitmap, y: phase.y - box.y, x: phase.x - box.x)
      return bitmap
    }
    planeSize = bitmaps[0].stride * bitmaps[0].height
  }

  /// The phases of a period, then the first one again, displaced.
  init(periodOf cycle: ObjectCycle) {
    self.init(cycle.phases + [cycle.phases[0].moved(by: cycle.displacement)])
  }

  /// The number of cells that differ in two phases.
  func changes(from phase: Int, to other: Int) -> Int {
    let before = bitmaps[phase].words
    let after = bitmaps[other].words
    return (0..<planeSize).reduce(0) { sum, index in
      var bits: UInt64 = 0
      for place in stride(from: index, to: before.count, by: planeSize) {
        bits |= before[place] ^ after[place]
      }
      return sum + bits.nonzeroBitCount
    }
  }

  /// The number of active cells with each smallest period.
  ///
  /// A cell is active if it is alive in one of the first `count` phases. For example, the periods
  /// 1, 2, 4 may give 6, 0, 8 cells. Each word of 64 cells is read once for all periods.
  func cellCounts(ofPeriods periods: [Int], count: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: periods.count)
    var states = [UInt64](repeating: 0, count: count)
    for (index, alive) in union(ofFirst: count).enumerated() where alive != 0 {
      // The cells without this period, for each period.
      var changing = [UInt64](repeating: 0, count: periods.count)
      for place in stride(from: index, to: bitmaps[0].words.count, by: planeSize) {
        for phase in 0..<count { states[phase] = bitmaps[phase].words[place] }
        for (number, period) in periods.enumerated() {
          for phase in 0..<count {
            let later = phase + period < count ? phase + period : phase + period - count
            changing[number] |= states[phase] ^ states[later]
          }
        }
      }
      var unknown = alive
      for number in periods.indices {
        counts[number] += (unknown & ~changing[number]).nonzeroBitCount
        unknown &= changing[number]
      }
    }
    return counts
  }

  /// All cells alive in some phase, in two states.
  var unionPhase: Phase {
    let rows = union(ofFirst: bitmaps.count)
    return Phase(bitmap: Bitmap(width: box.width, rows: rows), x: box.x, y: box.y)
  }

  /// The cells alive in at least one of the first `count` phases.
  func union(ofFirst count: Int) -> [UInt64] {
    var union = [UInt64](repeating: 0, count: planeSize)
    for bitmap in bitmaps.prefix(count) {
      for place in bitmap.words.indices { union[place % planeSize] |= bitmap.words[place] }
    }
    return union
  }
}
