internal import CCPU

// The first step of a Larger than Life generation: bits become bytes.

/// Writes the weights of a row's cells into the ring, a byte a cell.
@inline(__always)
func spread(_ band: SumBand, y: Int, row: RowPlace) {
  guard unsafe isInRing(band, y: y, row: row) else { return }
  let to = unsafe ringRow(of: band, y: y, row: row)
  unsafe spreadWeights(band, y: y, to: to)
  guard unsafe band.pointee.wraps else { return }
  let width = unsafe band.pointee.width
  for column in unsafe 0..<band.pointee.reach {
    unsafe to[-1 &- column] = to[width &- 1 &- column]
  }
  for column in unsafe 0..<band.pointee.reach { unsafe to[width &+ column] = to[column] }
}

@inline(__always)
private func spreadWeights(_ band: SumBand, y: Int, to: UnsafeMutablePointer<UInt8>) {
  let from = unsafe words(of: band, y: y)
  let planes = unsafe band.pointee.planes
  let weights = unsafe band.pointee.weights
  let one = life_splat8(1)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let at = group &* 64 &+ part &* vectorBytes
      if unsafe planes == 1 && weights == nil {
        unsafe life_store(life_spread(from[group], Int32(part)) & one, to + at)
        continue
      }
      let cells = unsafe states(of: from + group &* planes, planes: planes, part: part)
      if let weights = unsafe weights {
        unsafe life_store(weigh(cells, weights: weights, count: band.pointee.states), to + at)
      } else {
        unsafe life_store(life_equal8(cells, one) & one, to + at)
      }
    }
  }
}

/// The weights of states.
@inline(__always)
private func weigh(_ cells: Wide, weights: UnsafePointer<Int8>, count: Int) -> Wide {
  var result = Wide()
  for state in 1..<count {
    let number = Int32(truncatingIfNeeded: state)
    let weight = unsafe life_splat8(Int32(weights[state]))
    result = result | (life_equal8(cells, life_splat8(number)) & weight)
  }
  return result
}

/// The states of those of a group's 64 cells that are in vector `part` of its bytes.
@inline(__always)
func states(of group: UnsafePointer<UInt64>, planes: Int, part: Int) -> Wide {
  let which = Int32(truncatingIfNeeded: part)
  var result = unsafe life_spread(group[0], which) & life_splat8(1)
  var plane = 1
  while plane < planes {
    result = unsafe result | (life_spread(group[plane], which) & life_splat8(1 &<< Int32(plane)))
    plane &+= 1
  }
  return result
}

/// The words of a row of the source.
@inline(__always)
func words(of band: SumBand, y: Int) -> UnsafePointer<UInt64> {
  let row = unsafe band.pointee.wraps ? floorRemainder(of: y, by: band.pointee.height) : y
  return unsafe band.pointee.source + row &* band.pointee.stride
}

/// The states of the row that is made, which are its weights if there are only two.
@inline(__always)
func currentStates(of band: SumBand, in row: RowPlace) -> UnsafePointer<UInt8> {
  let planes = unsafe band.pointee.planes
  if unsafe planes == 1 && band.pointee.weights == nil {
    return unsafe UnsafePointer(cells(of: band, y: row.y, row: row))
  }
  let to = unsafe bytes(of: band, at: 0)
  let from = unsafe words(of: band, y: row.y)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let cells = unsafe states(of: from + group &* planes, planes: planes, part: part)
      let at = group &* 64 &+ part &* vectorBytes
      unsafe life_store(cells, to + at)
    }
  }
  return unsafe UnsafePointer(to)
}

@inline(__always)
private func floorRemainder(of number: Int, by divisor: Int) -> Int {
  let rest = number % divisor
  return rest < 0 ? rest &+ divisor : rest
}
