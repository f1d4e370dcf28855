internal import LifeCore

/// Computes rows of pixels of an image, one at a time, into a reused buffer.
struct PixelRows {
  private let image: Image
  private var boards: [BoardRows]
  /// The complete row. `nil` if the image is only a board.
  private let whole: WordBuffer?
  /// The boards and marks in the last row.
  private var last: (boards: [Int], hasMarks: Bool)?

  init(_ image: Image) throws(MemoryExhausted) {
    self.image = image
    boards = []
    for placed in image.boards { boards.append(try BoardRows(placed.board)) }
    whole = image.isBare ? nil : try WordBuffer(bytes: image.width, purpose: "row of pixels")
  }

  /// The last computed row.
  var row: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let buffer = whole ?? boards[0].pixels
      return unsafe _overrideLifetime(buffer.bytes(count: image.width), borrowing: self)
    }
  }

  /// Computes row `y`.
  ///
  /// - Returns: `false` if it equals the last computed row.
  @discardableResult
  mutating func load(_ y: Int) -> Bool {
    guard let whole else { return boards[0].load(y) }
    let present = image.boards.indices.filter { image.boards[$0].rows.contains(y) }
    let hasMarks = image.marks.isIn(row: y)
    var isNew = true
    if let last, !last.hasMarks, !hasMarks, last.boards == present { isNew = false }
    for index in present where boards[index].load(y - image.boards[index].y) { isNew = true }
    last = (present, hasMarks)
    guard isNew else { return false }
    var row = whole.mutableSpan(from: 0, count: image.width)
    for x in row.indices { row[x] = image.palette.paper }
    for index in present { copy(index, into: whole) }
    if hasMarks {
      image.marks.draw(row: y, palette: image.palette, into: whole, width: image.width)
    }
    return true
  }

  private func copy(_ index: Int, into whole: WordBuffer) {
    let placed = image.boards[index]
    let pixels = boards[index].pixels
    let source = pixels.bytes(count: placed.board.width)
    guard let colors = placed.colors else {
      return whole.replace(fromByte: placed.x, with: source)
    }
    var target = whole.mutableSpan(from: placed.x, count: source.count)
    for x in source.indices { target[x] = colors[Int(source[x])] }
  }
}
