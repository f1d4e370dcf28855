internal import LifeCore

/// The phases of a cycle in one common box, as words of all planes.
struct Frames {
  let bitmaps: [Bitmap]
  private let planeSize: Int

  init(_ phases: [Phase]) {
    let box = phases.reduce(phases[0].window) { $0.union($1.window) }
    bitmaps = phases.map { phase in
      let source = phase.bitmap
      var bitmap = Bitmap(width: box.width, height: box.height, planes: source.planes)
      for plane in 0..<source.planes {
        for y in 0..<source.height {
          for word in 0..<source.stride {
            bitmap.merge(
              source.words[source.index(ofPlane: plane, y: y) + word], plane: plane,
              y: y + phase.y - box.y,
              x: word * 64 + phase.x - box.x)
          }
        }
      }
      return bitmap
    }
    planeSize = bitmaps[0].stride * bitmaps[0].height
  }

  var blank: [UInt64] { Array(repeating: 0, count: planeSize) }

  /// The cells whose states differ in two phases.
  private func difference(from phase: Int, to other: Int, at index: Int) -> UInt64 {
    var bits: UInt64 = 0
    for place in stride(from: index, to: bitmaps[phase].words.count, by: planeSize) {
      bits |= bitmaps[phase].words[place] ^ bitmaps[other].words[place]
    }
    return bits
  }

  /// The number of cells that differ in two phases.
  func changes(from phase: Int, to other: Int) -> Int {
    (0..<planeSize).reduce(0) {
      $0 + difference(from: phase, to: other, at: $1).nonzeroBitCount
    }
  }

  /// The cells that differ in some phase and the phase `steps` later.
  func changing(after steps: Int, count: Int) -> [UInt64] {
    (0..<planeSize).map { index in
      (0..<count).reduce(0) {
        $0 | difference(from: $1, to: ($1 + steps) % count, at: index)
      }
    }
  }

  /// All cells that are alive in some phase, in two states.
  ///
  /// - Parameter box: the union of the boxes of the phases.
  func unionPhase(at box: Window?) -> Phase {
    var bitmap = Bitmap(width: bitmaps[0].width, height: bitmaps[0].height, planes: 1)
    let words = union(bitmaps.count)
    for y in 0..<bitmap.height {
      for word in 0..<bitmap.stride {
        bitmap.merge(words[y * bitmap.stride + word], plane: 0, y: y, x: word * 64)
      }
    }
    return Phase(bitmap: bitmap, x: box?.x ?? 0, y: box?.y ?? 0)
  }

  /// The cells that are alive in at least one of the first `count` phases.
  func union(_ count: Int) -> [UInt64] {
    var union = blank
    for bitmap in bitmaps.prefix(count) {
      for place in bitmap.words.indices { union[place % planeSize] |= bitmap.words[place] }
    }
    return union
  }
}
