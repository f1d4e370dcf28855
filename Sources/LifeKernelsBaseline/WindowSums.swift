internal import CCPU

// Larger than Life rules of two states whose neighborhood is, in each row, a run of cells around
// the column of the cell, of at most 15 cells: squares, discs, diamonds and crosses.
//
// Numbers are planes of bits here, as many words for 64 cells as a number has bits, so that one
// instruction adds as many numbers as a vector has bits, where others add one for each byte. On a
// torus of 2048² cells a generation takes 0.68 → 0.25 ms with the square of range 5, 1.35 → 0.48
// with its disc, and 0.72 → 0.51 with its diamond, on AVX-512.
//
//      row of cells   ▓▓▓▓▓▓▓▓   bits
//      windows        ▒▒▒▒▒▒▒▒   for each radius in use, how many of the cells from that many
//                                columns west to as many east are alive: 4 planes
//      sums           ░░░░░░░░   8 planes: windows of the rows of the neighborhood added up or, if
//                                these are fewer, those by which it differs from the row north

/// Advances rows `first..<end` of a board by one generation.
///
/// - Parameter slides: whether the sums of a row are those of the row before it, with differences.
func advanceWindows(_ band: SumBand, slides: Bool) {
  let stride = unsafe windowWords(band)
  let radii = unsafe usedRadii(band)
  unsafe storeBounds(band)
  if slides {
    let planes = unsafe windowSums(band)
    for word in 0..<8 &* stride { unsafe planes[word] = 0 }
  }
  var row = unsafe firstRow(of: band)
  while unsafe row.y < band.pointee.end {
    unsafe spreadWindows(band, row: row, radii: radii)
    let isWanted = unsafe row.y >= band.pointee.first
    if slides || isWanted {
      unsafe addWindows(band, row: row, radii: radii, slides: slides, isWanted: isWanted)
    }
    if isWanted { unsafe storeNext(band, row: row) }
    unsafe moveSouth(&row, in: band)
  }
}

// MARK: Memory
//
//      row of the ring   [ front │ cells │ 8 words │ windows of the least radius │ … ]
//      accumulators      [ 8 planes of sums │ next cells │ bounds of the ranges, 16 words each ]

/// Words of a plane of a row: whole vectors of eight.
@inline(__always)
private func windowWords(_ band: SumBand) -> Int { unsafe (band.pointee.groups &+ 7) & ~7 }

@inline(__always)
private func asWords(_ bytes: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt64> {
  unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt64.self)
}

@inline(__always)
private func windowSums(_ band: SumBand) -> UnsafeMutablePointer<UInt64> {
  unsafe asWords(band.pointee.accumulators)
}

@inline(__always)
private func windowBounds(_ band: SumBand) -> UnsafeMutablePointer<UInt64> {
  unsafe windowSums(band) + 9 &* windowWords(band)
}

/// A bit for each radius of which windows are added.
private func usedRadii(_ band: SumBand) -> UInt64 {
  var radii: UInt64 = 0
  for term in unsafe 0..<band.pointee.term_counts[0] &+ band.pointee.term_counts[1] {
    radii |= unsafe 1 &<< UInt64(truncatingIfNeeded: band.pointee.terms[3 &* term])
  }
  return radii
}

/// Stores the inverse bits of the least and of the greatest number of each range, a word of equal
/// bits for each: 16 words for a range.
private func storeBounds(_ band: SumBand) {
  let to = unsafe windowBounds(band)
  let births = unsafe band.pointee.birth_count
  unsafe storeBounds(of: band.pointee.births, count: births, to: to)
  unsafe storeBounds(
    of: band.pointee.survivals, count: band.pointee.survival_count, to: to + 16 &* births)
}

private func storeBounds(
  of ranges: UnsafePointer<Int32>, count: Int, to words: UnsafeMutablePointer<UInt64>
) {
  for range in 0..<count {
    let least = unsafe Int(ranges[2 &* range])
    let greatest = unsafe least &+ Int(ranges[2 &* range &+ 1])
    for bit in 0..<8 {
      unsafe words[16 &* range &+ bit] = least &>> bit & 1 == 0 ? .max : 0
      unsafe words[16 &* range &+ 8 &+ bit] = greatest &>> bit & 1 == 0 ? .max : 0
    }
  }
}

// MARK: Windows

/// Copies the southernmost row in reach into the ring and counts its windows.
private func spreadWindows(_ band: SumBand, row: RowPlace, radii: UInt64) {
  let y = unsafe row.y &+ band.pointee.rows_south
  guard unsafe isInRing(band, y: y, row: row) else { return }
  let cells = unsafe asWords(ringRow(of: band, y: y, row: row))
  let from = unsafe words(of: band, y: y)
  for group in unsafe 0..<band.pointee.groups { unsafe cells[group] = from[group] }
  if unsafe band.pointee.wraps { unsafe repeatEnds(band, of: from, beside: cells) }
  let stride = unsafe windowWords(band)
  let reach = unsafe band.pointee.reach
  var word = 0
  while word < stride {
    let three = unsafe (
      west: load(cells + (word &- 1)), here: load(cells + word), east: load(cells + (word &+ 1))
    )
    var count = (three.here, Wide(), Wide(), Wide())
    var to = unsafe cells + (stride &+ 8 &+ word)
    unsafe store(count, ofRadius: 0, in: radii, at: &to, stride: stride)
    @inline(__always) func addRadius(_ radius: Int32) {
      guard radius <= reach else { return }
      widen(&count, to: radius, three)
      unsafe store(
        count, ofRadius: UInt64(truncatingIfNeeded: radius), in: radii, at: &to, stride: stride)
    }
    // Not in a loop, in which the shifts are no constants: 0.26 → 0.28 ms a generation with the
    // square of range 5.
    addRadius(1)
    addRadius(2)
    addRadius(3)
    addRadius(4)
    addRadius(5)
    addRadius(6)
    addRadius(7)
    word &+= Wide.scalarCount
  }
}

/// A window's live cells in four bits.
private typealias Window = (Wide, Wide, Wide, Wide)

/// Adds the two cells at a distance, the radius, to the windows of less.
@inline(__always)
private func widen(
  _ count: inout Window, to radius: Int32, _ cells: (west: Wide, here: Wide, east: Wide)
) {
  let a = up(cells.here, by: radius) | down(cells.west, by: 64 &- radius)
  let b = down(cells.here, by: radius) | up(cells.east, by: 64 &- radius)
  let two = majority(count.0, a, b)
  count.0 = parity(count.0, a, b)
  let four = count.1 & two
  count.1 = count.1 ^ two
  // Fewer than four cells, or fewer than eight, do not need the other bits.
  if radius < 2 { return }
  let eight = count.2 & four
  count.2 = count.2 ^ four
  if radius < 4 { return }
  count.3 = count.3 ^ eight
}

/// Stores windows, if those of this radius are added.
@inline(__always)
private func store(
  _ count: Window, ofRadius radius: UInt64, in radii: UInt64,
  at words: inout UnsafeMutablePointer<UInt64>, stride: Int
) {
  guard radii &>> radius & 1 == 1 else { return }
  unsafe store(count.0, at: words)
  unsafe store(count.1, at: words + stride)
  unsafe store(count.2, at: words + 2 &* stride)
  unsafe store(count.3, at: words + 3 &* stride)
  unsafe words += 4 &* stride
}

/// Copies the ends of a row to beside the opposite ones.
private func repeatEnds(
  _ band: SumBand, of row: UnsafePointer<UInt64>, beside cells: UnsafeMutablePointer<UInt64>
) {
  let width = unsafe band.pointee.width
  unsafe cells[-1] = 0
  unsafe cells[band.pointee.groups] = 0
  for column in unsafe 0..<band.pointee.reach {
    let last = width &- 1 &- column
    let isLast = unsafe row[last &>> 6] &>> UInt64(truncatingIfNeeded: last) & 1
    unsafe cells[-1] |= isLast &<< UInt64(truncatingIfNeeded: 63 &- column)
    let beyond = width &+ column
    let isFirst = unsafe row[column &>> 6] &>> UInt64(truncatingIfNeeded: column) & 1
    unsafe cells[beyond &>> 6] |= isFirst &<< UInt64(truncatingIfNeeded: beyond)
  }
}

// MARK: Sums

private typealias Planes = (Wide, Wide, Wide, Wide, Wide, Wide, Wide, Wide)

/// Computes the sums of a row, and its next cells if they are wanted.
private func addWindows(
  _ band: SumBand, row: RowPlace, radii: UInt64, slides: Bool, isWanted: Bool
) {
  let stride = unsafe windowWords(band)
  let pluses = unsafe band.pointee.term_counts[0]
  let all = unsafe pluses &+ band.pointee.term_counts[1]
  let from = unsafe band.pointee.pointers
  for term in 0..<all {
    let radius = unsafe UInt64(truncatingIfNeeded: band.pointee.terms[3 &* term])
    let dy = unsafe Int(band.pointee.terms[3 &* term &+ 1])
    let smaller = (radii & (1 &<< radius &- 1)).nonzeroBitCount
    let words = unsafe asWords(cells(of: band, y: row.y &+ dy, row: row))
    let windows = unsafe words + (stride &+ 8 &+ 4 &* smaller &* stride)
    unsafe from[term] = UnsafeRawPointer(windows).assumingMemoryBound(to: UInt8.self)
  }
  let planes = unsafe windowSums(band)
  let bounds = unsafe windowBounds(band)
  let births = unsafe band.pointee.birth_count
  let survivals = unsafe band.pointee.survival_count
  let bits = unsafe band.pointee.lane_bits
  let alive = unsafe asWords(cells(of: band, y: row.y, row: row))
  var word = 0
  while word < stride {
    var sum = unsafe slides ? loadPlanes(planes + word, stride: stride) : noPlanes
    for term in 0..<pluses {
      let bits = unsafe band.pointee.terms[3 &* term &+ 2]
      unsafe add(windows(from[term], at: word, stride: stride), to: &sum, bits: bits)
    }
    for term in pluses..<all {
      unsafe subtract(windows(from[term], at: word, stride: stride), from: &sum)
    }
    if slides { unsafe storePlanes(sum, at: planes + word, stride: stride) }
    if isWanted {
      let born = unsafe isIn(bounds, count: births, sum: sum, bits: bits)
      let stays = unsafe isIn(bounds + 16 &* births, count: survivals, sum: sum, bits: bits)
      unsafe store(choose(load(alive + word), stays, born), at: planes + (8 &* stride &+ word))
    }
    word &+= Wide.scalarCount
  }
}

@inline(__always)
private var noPlanes: Planes {
  (Wide(), Wide(), Wide(), Wide(), Wide(), Wide(), Wide(), Wide())
}

@inline(__always)
private func loadPlanes(_ words: UnsafePointer<UInt64>, stride: Int) -> Planes {
  unsafe (
    load(words), load(words + stride), load(words + 2 &* stride), load(words + 3 &* stride),
    load(words + 4 &* stride), load(words + 5 &* stride), load(words + 6 &* stride),
    load(words + 7 &* stride)
  )
}

@inline(__always)
private func storePlanes(_ sum: Planes, at words: UnsafeMutablePointer<UInt64>, stride: Int) {
  unsafe store(sum.0, at: words)
  unsafe store(sum.1, at: words + stride)
  unsafe store(sum.2, at: words + 2 &* stride)
  unsafe store(sum.3, at: words + 3 &* stride)
  unsafe store(sum.4, at: words + 4 &* stride)
  unsafe store(sum.5, at: words + 5 &* stride)
  unsafe store(sum.6, at: words + 6 &* stride)
  unsafe store(sum.7, at: words + 7 &* stride)
}

@inline(__always)
private func windows(
  _ bytes: UnsafePointer<UInt8>, at word: Int, stride: Int
) -> Window {
  let words = unsafe UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt64.self) + word
  return unsafe (
    load(words), load(words + stride), load(words + 2 &* stride), load(words + 3 &* stride)
  )
}

/// Adds windows to sums that then have at most so many bits: 4, 6 or 8.
@inline(__always)
private func add(_ window: Window, to sum: inout Planes, bits: Int32) {
  let a = sum.0 & window.0
  let b = majority(sum.1, window.1, a)
  let c = majority(sum.2, window.2, b)
  sum.0 = sum.0 ^ window.0
  sum.1 = parity(sum.1, window.1, a)
  sum.2 = parity(sum.2, window.2, b)
  let d = majority(sum.3, window.3, c)
  sum.3 = parity(sum.3, window.3, c)
  if bits <= 4 { return }
  let e = sum.4 & d
  let f = sum.5 & e
  sum.4 = sum.4 ^ d
  sum.5 = sum.5 ^ e
  if bits <= 6 { return }
  let g = sum.6 & f
  sum.6 = sum.6 ^ f
  sum.7 = sum.7 ^ g
}

/// The same with borrows in place of carries: where two bits differ the second one, else the borrow
/// from before.
@inline(__always)
private func subtract(_ window: Window, from sum: inout Planes) {
  let first = sum.0 ^ window.0
  let second = sum.1 ^ window.1
  let third = sum.2 ^ window.2
  let fourth = sum.3 ^ window.3
  let a = first & window.0
  let b = choose(second, window.1, a)
  let c = choose(third, window.2, b)
  let d = choose(fourth, window.3, c)
  let e = ~sum.4 & d
  let f = ~sum.5 & e
  let g = ~sum.6 & f
  sum = (first, second ^ a, third ^ b, fourth ^ c, sum.4 ^ d, sum.5 ^ e, sum.6 ^ f, sum.7 ^ g)
}

// MARK: Next cells

/// Whether sums of so many bits are in any of the ranges.
@inline(__always)
private func isIn(
  _ bounds: UnsafePointer<UInt64>, count: Int, sum: Planes, bits: Int
) -> Wide {
  var result = Wide()
  for range in 0..<count {
    let least = unsafe bounds + 16 &* range
    let isAtLeast = unsafe compare(sum, with: least, ifEqual: ~Wide(), bits: bits)
    let isGreater = unsafe compare(sum, with: least + 8, ifEqual: Wide(), bits: bits)
    result = result | (isAtLeast & ~isGreater)
  }
  return result
}

/// Whether sums are greater than a number, of which the inverse bits are given. Of two bits that
/// differ, that of the sum decides; the highest such pair has the last word.
@inline(__always)
private func compare(
  _ sum: Planes, with inverse: UnsafePointer<UInt64>, ifEqual: Wide, bits: Int
) -> Wide {
  var result = unsafe majority(sum.0, Wide(repeating: inverse[0]), ifEqual)
  result = unsafe majority(sum.1, Wide(repeating: inverse[1]), result)
  result = unsafe majority(sum.2, Wide(repeating: inverse[2]), result)
  result = unsafe majority(sum.3, Wide(repeating: inverse[3]), result)
  result = unsafe majority(sum.4, Wide(repeating: inverse[4]), result)
  result = unsafe majority(sum.5, Wide(repeating: inverse[5]), result)
  if bits <= 6 { return result }
  result = unsafe majority(sum.6, Wide(repeating: inverse[6]), result)
  return unsafe majority(sum.7, Wide(repeating: inverse[7]), result)
}

/// Writes the next cells of a row to the target.
private func storeNext(_ band: SumBand, row: RowPlace) {
  let groups = unsafe band.pointee.groups
  let next = unsafe windowSums(band) + 8 &* windowWords(band)
  let target = unsafe band.pointee.target + row.y &* band.pointee.stride
  unsafe next[groups &- 1] &= lastCells(band)
  var union: UInt64 = 0
  for group in 0..<groups {
    unsafe target[group] = next[group]
    unsafe band.pointee.columns[group] |= next[group]
    union |= unsafe next[group]
  }
  if union != 0 { unsafe extend(band, to: row.y) }
}
