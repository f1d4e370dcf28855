internal import CCPU

// The first step of a Larger than Life generation: bits become bytes.

/// Writes the weights of a row's cells into the ring, a byte a cell.
@inline(__always)
func spread(_ band: SumBand, _ y: Int, _ row: RowPlace) {
  guard unsafe isInRing(band, y, row) else { return }
  let to = unsafe ringRow(band, y, row)
  unsafe spreadWeights(band, y, to)
  guard unsafe band.pointee.wraps else { return }
  let width = unsafe band.pointee.width
  for column in unsafe 0..<band.pointee.reach {
    unsafe to[-1 &- column] = to[width &- 1 &- column]
  }
  for column in unsafe 0..<band.pointee.reach { unsafe to[width &+ column] = to[column] }
}

@inline(__always)
private func spreadWeights(_ band: SumBand, _ y: Int, _ to: UnsafeMutablePointer<UInt8>) {
  let from = unsafe words(band, y)
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
      let cells = unsafe states(from + group &* planes, planes, part)
      if let weights = unsafe weights {
        unsafe life_store(weigh(cells, weights, band.pointee.states), to + at)
      } else {
        unsafe life_store(life_equal8(cells, one) & one, to + at)
      }
    }
  }
}

/// The weights of states.
@inline(__always)
private func weigh(_ cells: Wide, _ weights: UnsafePointer<Int8>, _ count: Int) -> Wide {
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
func states(_ group: UnsafePointer<UInt64>, _ planes: Int, _ part: Int) -> Wide {
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
func words(_ band: SumBand, _ y: Int) -> UnsafePointer<UInt64> {
  let row = unsafe band.pointee.wraps ? modulo(y, band.pointee.height) : y
  return unsafe band.pointee.source + row &* band.pointee.stride
}

/// The states of the row that is made, which are its weights if there are only two.
@inline(__always)
func currentStates(_ band: SumBand, _ row: RowPlace) -> UnsafePointer<UInt8> {
  let planes = unsafe band.pointee.planes
  if unsafe planes == 1 && band.pointee.weights == nil {
    return unsafe UnsafePointer(cells(band, row.y, row))
  }
  let to = unsafe bytes(band, 0)
  let from = unsafe words(band, row.y)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let cells = unsafe states(from + group &* planes, planes, part)
      let at = group &* 64 &+ part &* vectorBytes
      unsafe life_store(cells, to + at)
    }
  }
  return unsafe UnsafePointer(to)
}

@inline(__always)
private func modulo(_ a: Int, _ b: Int) -> Int {
  let rest = a % b
  return rest < 0 ? rest &+ b : rest
}
