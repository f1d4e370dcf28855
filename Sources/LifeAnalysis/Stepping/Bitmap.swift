package import LifeCore

/// The cells of one generation, packed inside their bounding box.
///
/// Two patterns that differ by a translation have equal bitmaps. Plane 0 holds the lowest bits of
/// the states; the rows of a plane follow each other, each of ``stride`` words, bit 0 westmost.
package struct Bitmap: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let planes: Int
  package private(set) var words: [UInt64]

  /// The words of one row of one plane.
  package var stride: Int { (width + 63) >> 6 }

  package static let empty = Bitmap(width: 0, height: 0, planes: 1)

  /// A bitmap without live cells. The caller sets cells until each edge has one.
  package init(width: Int, height: Int, planes: Int) {
    self.width = width
    self.height = height
    self.planes = planes
    words = Array(repeating: 0, count: (width + 63) >> 6 * height * planes)
  }

  /// A bitmap of the rows of plane 0, then those of plane 1, … Each edge must have a live cell.
  init(width: Int, rows: [UInt64], planes: Int = 1) {
    self.width = width
    height = rows.count / (planes * (width + 63) >> 6)
    self.planes = planes
    words = rows
  }

  /// The cells in their bounding box.
  package init(_ cells: Cells) {
    guard let box = cells.bounds else {
      self = .empty
      return
    }
    self.init(width: box.width, height: box.height, planes: cells.planes)
    cells.forEachPiece { y, x, words in merge(words, y: y - box.y, x: x - box.x) }
  }

  /// Adds a run of cells.
  mutating func add(_ run: CellRun) {
    for first in Swift.stride(from: 0, to: run.length, by: 64) {
      let word = WordMask.bits(from: 0, to: min(64, run.length - first))
      for plane in 0..<planes where run.state >> State(plane) & 1 == 1 {
        merge(word, plane: plane, y: run.y, x: run.x + first)
      }
    }
  }

  /// The same cells, with each state replaced by its bits in an apgcode.
  package func encoded(with bits: CodeBits) -> Bitmap {
    var encoded = Bitmap(width: width, height: height, planes: bits.count)
    forEachCell { x, y, state in
      let code = bits[state]
      for plane in 0..<bits.count where code >> plane & 1 == 1 {
        encoded.merge(1, plane: plane, y: y, x: x)
      }
    }
    return encoded
  }

  /// The index of the first word of a row.
  func index(ofPlane plane: Int, y: Int) -> Int { (plane * height + y) * stride }

  /// Adds 64 cells of one plane, bit 0 in column `x`. `x` may be negative, but all live cells must
  /// lie inside the bitmap.
  mutating func merge(_ word: UInt64, plane: Int, y: Int, x: Int) {
    guard word != 0 else { return }
    let row = index(ofPlane: plane, y: y)
    if x < 0 {
      words[row] |= word >> UInt64(-x)
      return
    }
    let offset = UInt64(x & 63)
    words[row + x >> 6] |= word << offset
    let rest = offset == 0 ? 0 : word >> (64 - offset)
    if rest != 0 { words[row + x >> 6 + 1] |= rest }
  }

  /// Adds cells of a row, bit 0 of the first word in column `x`: a word of each plane for every 64.
  mutating func merge(_ words: Span<UInt64>, y: Int, x: Int) {
    for first in Swift.stride(from: 0, to: words.count, by: planes) {
      for plane in 0..<planes {
        merge(words[first + plane], plane: plane, y: y, x: x + first / planes * 64)
      }
    }
  }

  /// Adds the cells of another bitmap with its north-western corner at `(x, y)`.
  mutating func merge(_ other: Bitmap, y: Int, x: Int) {
    for plane in 0..<other.planes {
      for row in 0..<other.height {
        for word in 0..<other.stride {
          merge(
            other.words[other.index(ofPlane: plane, y: row) + word], plane: plane, y: y + row,
            x: x + 64 * word)
        }
      }
    }
  }

  /// The state of a cell inside the box.
  package subscript(x: Int, y: Int) -> State {
    get {
      (0..<planes).reduce(0) {
        $0 | State(words[index(ofPlane: $1, y: y) + x >> 6] >> UInt64(x & 63) & 1) << State($1)
      }
    }
    set {
      for plane in 0..<planes {
        let place = index(ofPlane: plane, y: y) + x >> 6
        words[place] &= ~(1 << UInt64(x & 63))
        words[place] |= UInt64(newValue >> State(plane) & 1) << UInt64(x & 63)
      }
    }
  }

  /// The live cells of 64 columns of a row, in any state but 0.
  func alive(inRow y: Int, word: Int) -> UInt64 {
    (0..<planes).reduce(0) { $0 | words[index(ofPlane: $1, y: y) + word] }
  }

  package var population: Int {
    if planes == 1 { return words.reduce(0) { $0 + $1.nonzeroBitCount } }
    var count = 0
    forEachAliveWord { _, _, word in count += word.nonzeroBitCount }
    return count
  }

  private func forEachAliveWord(_ body: (_ y: Int, _ index: Int, _ word: UInt64) -> Void) {
    for y in 0..<height {
      for index in 0..<stride {
        let word = alive(inRow: y, word: index)
        if word != 0 { body(y, index, word) }
      }
    }
  }

  /// Visits the live cells, north to south and west to east.
  package func forEachCell(_ body: (_ x: Int, _ y: Int, _ state: State) -> Void) {
    forEachAliveWord { y, index, word in
      var rest = word
      while rest != 0 {
        let x = index << 6 + rest.trailingZeroBitCount
        body(x, y, planes == 1 ? 1 : self[x, y])
        rest &= rest - 1
      }
    }
  }

  /// The runs of live cells, north to south and west to east, with the north-western corner of the
  /// box at `(x, y)`.
  func runs(x: Int, y: Int) -> [CellRun] {
    var runs: [CellRun] = []
    guard planes == 1 else {
      forEachCell { runs.append(CellRun(y: $1 + y, x: $0 + x, length: 1, state: $2)) }
      return runs
    }
    var joiner = RunJoiner()
    forEachAliveWord { row, index, word in
      joiner.add(word, y: row + y, x: index << 6 + x) { runs.append($0) }
    }
    joiner.finish { runs.append($0) }
    return runs
  }

  /// The live cells with the north-western corner of the box at `(x, y)`.
  package func cells(x: Int = 0, y: Int = 0) -> Cells { Cells(runs(x: x, y: y)) }
}

extension Bitmap {
  /// The cells mapped by `map`, inside their new bounding box.
  package func mapped(by map: LatticeMap) -> Bitmap {
    if map == .identity { return self }
    if let orientation = map.orientation {
      let turned = orientation.transposes ? transposed : self
      return turned.flipped(x: orientation.mirrorsX, y: orientation.mirrorsY)
    }
    var box: Window?
    forEachCell { x, y, _ in
      let image = map(Cell(x: x, y: y))
      let cell = Window(x: image.x, y: image.y, width: 1, height: 1)
      box = box?.union(cell) ?? cell
    }
    guard let box else { return self }
    var result = Bitmap(width: box.width, height: box.height, planes: planes)
    forEachCell { x, y, state in
      let image = map(Cell(x: x, y: y))
      result[image.x - box.x, image.y - box.y] = state
    }
    return result
  }

  private func flipped(x: Bool, y: Bool) -> Bitmap {
    guard x || y else { return self }
    let stride = stride
    let unused = UInt64(stride << 6 - width)
    var result = self
    for plane in 0..<planes {
      for row in 0..<height {
        let source = index(ofPlane: plane, y: y ? height - 1 - row : row)
        let target = index(ofPlane: plane, y: row)
        for word in 0..<stride {
          guard x else {
            result.words[target + word] = words[source + word]
            continue
          }
          let last = source + stride - 1 - word
          let next = word + 1 < stride && unused > 0 ? words[last - 1].bitReversed : 0
          result.words[target + word] = words[last].bitReversed >> unused | next << (64 - unused)
        }
      }
    }
    return result
  }

  var transposed: Bitmap {
    var result = Bitmap(width: height, height: width, planes: planes)
    for plane in 0..<planes {
      for y in 0..<height {
        let row = index(ofPlane: plane, y: y)
        for word in 0..<stride {
          var rest = words[row + word]
          while rest != 0 {
            let x = word << 6 + rest.trailingZeroBitCount
            result.words[result.index(ofPlane: plane, y: x) + y >> 6] |= 1 << UInt64(y & 63)
            rest &= rest - 1
          }
        }
      }
    }
    return result
  }
}
