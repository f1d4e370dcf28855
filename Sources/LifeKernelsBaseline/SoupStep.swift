import CCPU

/// One generation of a window. It has the layout of TileKernel's windows, with more lanes and
/// columns; the cells beyond it are arbitrary, too.
@inline(__always)
func stepSoup<Rule: CellRule>(
  _ window: life_soup_window, from source: UnsafePointer<UInt64>,
  to target: UnsafeMutablePointer<UInt64>, transition: Rule.Transition, by rule: Rule.Type
) {
  // Always seven; see `step` in TileKernel.
  let last = unsafe Rule.sharesRows ? 7 : 7 &+ window.generations &>> 20
  let lanes = unsafe window.lanes
  let columns = unsafe window.columns
  if columns == 2 {
    unsafe stepPair(
      from: source, to: target, lanes: lanes, transition: transition, lastVector: last, by: rule)
  } else if columns > 2 {
    unsafe stepColumns(
      from: source, to: target, columns: columns, lanes: lanes, transition: transition,
      lastVector: last, by: rule)
  } else if lanes == 8 {
    unsafe stepWindow(from: source, to: target, transition: transition, lastVector: last, by: rule)
  } else {
    unsafe stepLanes(
      from: source, to: target, lanes: lanes, transition: transition, lastVector: last, by: rule)
  }
}

/// Finds the rows beyond the first and the last vector, which are in the lanes before and after.
/// Cells beyond the window are arbitrary.
private struct BeyondLane {
  private let before: Int
  private let after: Int

  @inline(__always)
  init(_ lane: Int, of lanes: Int) {
    before = lane > 0 ? 0 &- Wide.scalarCount : 0
    after = lane &+ Wide.scalarCount < lanes ? Wide.scalarCount : 0
  }

  /// The rows north of vector 0: those of vector 7, at `last`, each from the lane before.
  @inline(__always)
  func north(last: UnsafePointer<UInt64>) -> Wide {
    unsafe life_words_north(load(last + before), load(last))
  }

  /// The rows south of vector 7: those of vector 0, at `first`, each from the lane after.
  @inline(__always)
  func south(first: UnsafePointer<UInt64>) -> Wide {
    unsafe life_words_south(load(first), load(first + after))
  }
}

/// A window of one column of words.
@inline(never)
private func stepLanes<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, lanes: Int,
  transition: Rule.Transition, lastVector: Int, by rule: Rule.Type
) {
  let row = { (west: Wide, here: Wide, east: Wide) in
    Rule.row(west: up(here, by: 1), here: here, east: down(here, by: 1))
  }
  unsafe stepColumn(
    from: source, to: target, lanes: lanes, stride: lanes, west: 0, east: 0,
    transition: transition, lastVector: lastVector, by: rule, row: row)
}

/// A window of two columns of words, where a third of the work of a Conway's Life soup is done.
/// Both columns at once need fewer loads and shifts, which saves 5 % of the time of a soup.
@inline(never)
private func stepPair<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, lanes: Int,
  transition: Rule.Transition, lastVector: Int, by rule: Rule.Type
) {
  let westRow = { (west: Wide, east: Wide) in
    Rule.row(west: up(west, by: 1), here: west, east: down(west, by: 1) | up(east, by: 63))
  }
  let eastRow = { (west: Wide, east: Wide) in
    Rule.row(west: up(east, by: 1) | down(west, by: 63), here: east, east: down(east, by: 1))
  }
  let stride = 2 &* lanes
  let last = 7 &* stride
  var lane = 0
  while lane < lanes {
    let here = unsafe source + lane
    let next = unsafe target + lane
    let beyond = BeyondLane(lane, of: lanes)
    let northWords = unsafe (
      west: beyond.north(last: here + last), east: beyond.north(last: here + (last &+ lanes))
    )
    var northWest = westRow(northWords.west, northWords.east)
    var northEast = eastRow(northWords.west, northWords.east)
    let words = unsafe (west: load(here), east: load(here + lanes))
    var west = westRow(words.west, words.east)
    var east = eastRow(words.west, words.east)
    for vector in 0..<lastVector {
      let place = vector &* stride
      let south = unsafe here + (place &+ stride)
      let words = unsafe (west: load(south), east: load(south + lanes))
      let southWest = westRow(words.west, words.east)
      let southEast = eastRow(words.west, words.east)
      unsafe store(
        Rule.next(north: northWest, middle: west, south: southWest, by: transition),
        at: next + place)
      unsafe store(
        Rule.next(north: northEast, middle: east, south: southEast, by: transition),
        at: next + (place &+ lanes))
      northWest = west
      northEast = east
      west = southWest
      east = southEast
    }
    let southWords = unsafe (
      west: beyond.south(first: here), east: beyond.south(first: here + lanes)
    )
    let southWest = westRow(southWords.west, southWords.east)
    let southEast = eastRow(southWords.west, southWords.east)
    unsafe store(
      Rule.next(north: northWest, middle: west, south: southWest, by: transition),
      at: next + last)
    unsafe store(
      Rule.next(north: northEast, middle: east, south: southEast, by: transition),
      at: next + (last &+ lanes))
    lane &+= Wide.scalarCount
  }
}

/// A window of more than two columns of words; each reads the outermost cells of its neighbors.
@inline(never)
private func stepColumns<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, columns: Int,
  lanes: Int, transition: Rule.Transition, lastVector: Int, by rule: Rule.Type
) {
  let row = { (west: Wide, here: Wide, east: Wide) in
    Rule.row(
      west: up(here, by: 1) | down(west, by: 63), here: here,
      east: down(here, by: 1) | up(east, by: 63))
  }
  for column in 0..<columns {
    let first = column &* lanes
    let west = column > 0 ? 0 &- lanes : 0
    let east = column &+ 1 < columns ? lanes : 0
    unsafe stepColumn(
      from: source + first, to: target + first, lanes: lanes, stride: columns &* lanes,
      west: west, east: east, transition: transition, lastVector: lastVector, by: rule, row: row)
  }
}

/// - Parameters:
///   - stride: the distance from one vector to the next.
///   - west: the offset of the column to the west; 0 if there is none, and its cells are arbitrary.
///   - east: the offset of the column to the east, likewise.
///   - row: makes a row from words and their neighbors to the west and east.
@inline(__always)
private func stepColumn<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, lanes: Int,
  stride: Int, west: Int, east: Int, transition: Rule.Transition, lastVector: Int,
  by rule: Rule.Type, row: (Wide, Wide, Wide) -> Rule.Row
) {
  let last = 7 &* stride
  var lane = 0
  while lane < lanes {
    let here = unsafe source + lane
    let beyond = BeyondLane(lane, of: lanes)
    let end = unsafe here + last
    var north = unsafe row(
      beyond.north(last: end + west), beyond.north(last: end), beyond.north(last: end + east))
    var middle = unsafe row(load(here + west), load(here), load(here + east))
    for vector in 0..<lastVector {
      let words = unsafe here + (vector &+ 1) &* stride
      let south = unsafe row(load(words + west), load(words), load(words + east))
      unsafe store(
        Rule.next(north: north, middle: middle, south: south, by: transition),
        at: target + (vector &* stride &+ lane))
      north = middle
      middle = south
    }
    let south = unsafe row(
      beyond.south(first: here + west), beyond.south(first: here), beyond.south(first: here + east))
    unsafe store(
      Rule.next(north: north, middle: middle, south: south, by: transition),
      at: target + (last &+ lane))
    lane &+= Wide.scalarCount
  }
}
