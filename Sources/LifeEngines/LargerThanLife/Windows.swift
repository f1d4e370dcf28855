internal import LifeCore

/// A neighborhood of cells of weight 1 that is, in each of its rows, a run around the column of the
/// cell: the kernels count such runs, the windows, bit by bit (WindowSums.swift).
struct Windows {
  typealias Term = Differences.Term

  /// Whether windows are added to the sums of the row to the north.
  let slides: Bool
  /// Windows that are added and subtracted: the radius is in place of a column, and in place of a
  /// factor how many bits the sum has then.
  let added: [Term]
  let subtracted: [Term]
  /// The bits of a sum.
  let bits: Int

  /// What the cell itself adds, which is not a neighbor but in the window of its row.
  let center: Int

  var scheme: SumMethod { slides ? .slidingWindows : .windows }

  /// The number of windows; sums that are kept from row to row cost one more.
  var cost: Int { added.count + subtracted.count + (slides ? 1 : 0) }

  /// The largest radius, of which a window is counted in four bits and all together in eight.
  private static let largestRadius = 7
  /// The most ranges of sums: each takes as long as adding a window.
  static let mostRanges = 16

  /// Nil for other neighborhoods.
  init?(_ neighborhood: LargerThanLife.Neighborhood) {
    let range = neighborhood.range
    guard !neighborhood.alternates, neighborhood.stateWeights.isEmpty,
      max(range, neighborhood.reach) <= Self.largestRadius
    else { return nil }
    // The rows just north and south of the neighborhood have no window.
    var radii = [Self.none]
    for dy in -range...range {
      guard let radius = Self.radius(ofRow: dy, in: neighborhood) else { return nil }
      radii.append(radius)
    }
    radii.append(Self.none)
    center = neighborhood.includesCenter ? 0 : 1
    let window = { (index: Int, dy: Int) in
      radii[index] == Self.none ? nil : RowWindow(radius: radii[index], dy: dy - 1 - range)
    }
    // The small ones first: their sums have few bits.
    let all = radii.indices.compactMap { window($0, $0) }.sorted { $0.radius < $1.radius }
    let changes = radii.indices.dropLast().filter { radii[$0] != radii[$0 + 1] }
    let entering = changes.compactMap { window($0, $0) }
    let leaving = changes.compactMap { window($0 + 1, $0) }
    let most = all.reduce(0) { $0 + $1.cells }
    bits = Self.bits(most)
    // Sums that are kept from row to row cost one window more.
    slides = entering.count + leaving.count + 1 < all.count
    if slides {
      // Windows leave after others have entered.
      let bits = Self.bits(entering.reduce(most) { $0 + $1.cells })
      added = entering.map { $0.term(bits: bits) }
      subtracted = leaving.map { $0.term(bits: bits) }
    } else {
      var sum = 0
      added = all.map { window in
        sum += window.cells
        return window.term(bits: Self.bits(sum))
      }
      subtracted = []
    }
  }

  /// A run in a row of the neighborhood.
  private struct RowWindow {
    var radius: Int
    var dy: Int

    var cells: Int { 2 * radius + 1 }

    func term(bits: Int) -> Term {
      Term(dx: Int32(radius), dy: Int32(dy), factor: Int32(bits))
    }
  }

  /// The bits for a sum; the kernels tell 4, 6 and 8 apart.
  private static func bits(_ sum: Int) -> Int { Int.bitWidth - sum.leadingZeroBitCount }

  /// The radius of a row without cells.
  private static let none = -1

  /// The radius of the window in a row of the neighborhood; nil if the row is something else.
  private static func radius(
    ofRow dy: Int, in neighborhood: LargerThanLife.Neighborhood
  ) -> Int? {
    let reach = neighborhood.reach
    let weights = (-reach...reach).map { dx in
      dx == 0 && dy == 0 && !neighborhood.includesCenter
        ? 1 : neighborhood.weight(dx: dx, dy: dy)
    }
    let radius = (0...reach).last { weights[reach + $0] != 0 } ?? none
    let isWindow = (-reach...reach).allSatisfy {
      weights[reach + $0] == (abs($0) <= radius ? 1 : 0)
    }
    return isWindow ? radius : nil
  }
}
