// Rotates and reflects cells.
extension Cells {
  /// The cells in another orientation, with the same north-western corner of their bounding box.
  ///
  /// - Complexity: O(words), times log words if rows become columns.
  package func oriented(_ orientation: Orientation, limit: Int = .max) throws(MemoryExhausted)
    -> Cells
  {
    var cells = self
    if orientation.transposes { cells = try cells.transposed(limit: limit) }
    return try cells.mirrored(x: orientation.mirrorsX, y: orientation.mirrorsY, limit: limit)
  }

  /// Reverses word by word. The new columns are not multiples of 64, so each word goes into two.
  private func mirrored(x mirrorsX: Bool, y mirrorsY: Bool, limit: Int) throws(MemoryExhausted)
    -> Cells
  {
    guard let box = bounds, mirrorsX || mirrorsY else { return self }
    let gathered = WordGatherer(planes: planes, limit: limit)
    for index in 0..<pieces.count {
      let piece = pieces[index]
      for place in piece.first..<end(ofPiece: index) {
        let (column, plane) = (place - piece.first).quotientAndRemainder(dividingBy: planes)
        let x = piece.x + column << 6
        try gathered.add(
          y: mirrorsY ? box.y + box.endY - 1 - piece.y : piece.y,
          x: mirrorsX ? box.x + box.endX - 64 - x : x, plane: plane,
          bits: mirrorsX ? words[place].bitReversed : words[place])
      }
    }
    return try gathered.finish()
  }

  /// Squares of 64 × 64 cells are transposed as a whole.
  private func transposed(limit: Int) throws(MemoryExhausted) -> Cells {
    guard let box = bounds else { return self }
    let gathered = WordGatherer(planes: planes, limit: limit)
    var squares: [SquareKey: Int] = [:]
    var rows = FallibleArray<UInt64>(purpose: "pattern")
    var square = BitBlock()
    var index = 0
    while index < pieces.count {
      let band = (pieces[index].y - box.y) >> 6
      squares.removeAll(keepingCapacity: true)
      rows = FallibleArray(purpose: "pattern")
      while index < pieces.count, (pieces[index].y - box.y) >> 6 == band {
        try collect(
          piece: index, row: (pieces[index].y - box.y) & 63, squares: &squares, rows: rows)
        index += 1
      }
      for (key, start) in squares {
        for row in 0..<64 { square[row] = rows[start + row] }
        square.transpose()
        for column in 0..<64 {
          try gathered.add(
            y: box.y + key.x + column - box.x, x: box.x + band << 6, plane: key.plane,
            bits: square[column])
        }
      }
    }
    return try gathered.finish()
  }

  private struct SquareKey: Hashable {
    var x: Int
    var plane: Int
  }

  /// Adds the words of a piece to the squares of its band, as row `row` of each square. `squares`
  /// has the index in `rows` of a square's first row.
  private func collect(
    piece index: Int, row: Int, squares: inout [SquareKey: Int], rows: FallibleArray<UInt64>
  ) throws(MemoryExhausted) {
    let piece = pieces[index]
    for place in piece.first..<end(ofPiece: index) where words[place] != 0 {
      let word = place - piece.first
      let (column, plane) = word.quotientAndRemainder(dividingBy: planes)
      let key = SquareKey(x: piece.x + column << 6, plane: plane)
      let start = squares[key] ?? rows.count
      if start == rows.count {
        squares[key] = start
        for _ in 0..<64 { try rows.append(0) }
      }
      rows[start + row] = words[place]
    }
  }
}
