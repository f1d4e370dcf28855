package import LifeCore
package import LifeIO

/// Gives the places of frame after frame their colours, and remembers what that takes.
package final class Painter {
  private let coloring: Coloring
  private let look: Look
  private let crew: Crew
  private var numbers: NumberGrid?
  /// Where and what the last frame showed.
  private var last: (shape: FrameShape, content: Frame.Content, corner: Position)?

  package init(_ coloring: Coloring, _ look: Look, crew: Crew) {
    self.coloring = coloring
    self.look = look
    self.crew = crew
  }

  /// Lines between cells of fewer pixels would hide them.
  private static let leastGridScale = 4

  /// The picture of a frame; the one before it is gone.
  package func paint(_ frame: Frame) throws(MemoryExhausted) -> Picture {
    if let transitions = coloring.transitions { try remember(frame, transitions) }
    let label = Label(
      look.hasLabel ? frame.caption : [], pictureWidth: frame.shape.pixelWidth,
      pictureHeight: frame.shape.pixelHeight)
    return Picture(
      frame: frame, palette: coloring.palette, numbers: numbers,
      hasGrid: look.hasGrid && frame.shape.scale >= Self.leastGridScale, label: label)
  }

  /// Brings what is remembered to this frame.
  private func remember(_ frame: Frame, _ transitions: [UInt8]) throws(MemoryExhausted) {
    let numbers = try place(for: frame)
    last = (frame.shape, frame.content, frame.corner)
    crew.share(numbers.bands) { numbers.advance($0, with: frame, transitions) }
  }

  /// The numbers of the last frame, moved to where their cells are in this one.
  private func place(for frame: Frame) throws(MemoryExhausted) -> NumberGrid {
    guard let numbers, let last, last.shape == frame.shape, last.content == frame.content else {
      let fresh = try NumberGrid(width: frame.width, height: frame.height)
      numbers = fresh
      return fresh
    }
    if last.corner == frame.corner { return numbers }
    let (dx, dy) = (frame.corner.x - last.corner.x, frame.corner.y - last.corner.y)
    let moved = try NumberGrid(width: frame.width, height: frame.height)
    let (columns, restX) = dx.floorDivided(by: frame.side)
    let (rows, restY) = dy.floorDivided(by: frame.side)
    if restX == 0, restY == 0, let columns = columns.int, let rows = rows.int {
      moved.copy(numbers, fromColumn: columns, row: rows)
    }
    self.numbers = moved
    return moved
  }
}

extension Painter {
  /// Writes down what places show and where they are.
  package func save(to state: inout StateWriter) {
    state.write(numbers != nil && last != nil)
    guard let numbers, let last else { return }
    let shape = last.shape
    for number in [shape.pixelWidth, shape.pixelHeight, shape.scale] { state.write(number) }
    switch last.content {
    case .cells(let planes): state.write(-planes)
    case .shades(let side): state.write(side)
    }
    state.write(last.corner)
    for y in 0..<shape.height {
      let row = numbers.row(y)
      for index in row.indices { state.write(row[index]) }
    }
  }

  package func restore(from state: inout StateReader) throws {
    guard try state.readFlag() else { return }
    let (width, height, scale) = (
      try state.readInt(), try state.readInt(), try state.readInt()
    )
    guard scale > 0, let size = try? FrameShape(width: width, height: height) else {
      throw StateDamaged()
    }
    let shape = FrameShape(covering: size, scale: scale)
    let kind = try state.readInt()
    guard kind > 0 || (-8...(-1)).contains(kind) else { throw StateDamaged() }
    let corner = try state.readPosition()
    let grid = try NumberGrid(width: shape.width, height: shape.height)
    try grid.restore(from: &state)
    numbers = grid
    last = (shape, kind > 0 ? .shades(side: kind) : .cells(planes: -kind), corner)
  }
}

/// A number for each place of a picture, eight to a word; rows begin at whole words.
final class NumberGrid: @unchecked Sendable {
  private let width: Int
  private let height: Int
  private let wordsPerRow: Int
  private let words: WordBuffer
  /// What a row of each band shows: memory that is there before threads need it.
  private let states: [WordBuffer]

  private static let bandRows = 64

  init(width: Int, height: Int) throws(MemoryExhausted) {
    self.width = width
    self.height = height
    let wordsPerRow = (width + 7) / 8
    self.wordsPerRow = wordsPerRow
    words = try WordBuffer(zeros: wordsPerRow * height, purpose: "memory of a film")
    let bands = (height + Self.bandRows - 1) / Self.bandRows
    states = try (0..<bands).map { _ throws(MemoryExhausted) in
      try WordBuffer(zeros: wordsPerRow + 8, purpose: "memory of a film")
    }
  }

  /// The number of bands of rows, which threads share.
  var bands: Int { states.count }

  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    let words = words
    let span = words.span(y * wordsPerRow, (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  func restore(from state: inout StateReader) throws(StateDamaged) {
    for index in 0..<wordsPerRow * height { words.set(index, to: try state.readWord()) }
  }

  /// Takes over what lies at `column` and `row` of another grid of this size.
  func copy(_ other: NumberGrid, fromColumn column: Int, row: Int) {
    let first = max(0, -column)
    let count = min(width, other.width - column) - first
    guard count > 0, column < width, row < height, row > -height else { return }
    let (target, source) = (words, other.words)
    for y in max(0, -row)..<min(height, height - row) {
      let source = source.bytes(
        from: (y + row) * wordsPerRow * 8 + first + column, count)
      target.replace(fromByte: y * wordsPerRow * 8 + first, with: source)
    }
  }

  /// Brings a band to the next frame. Different bands may be brought by different threads.
  func advance(_ band: Int, with frame: Frame, _ transitions: [UInt8]) {
    let (states, start) = (states[band], band * Self.bandRows)
    let table = transitions.span
    for y in start..<min(start + Self.bandRows, height) {
      frame.spreadRow(y, into: states)
      for index in 0..<wordsPerRow {
        let state = states[index]
        let old = words[y * wordsPerRow + index]
        // What is dead and always was stays as it is: most of most pictures.
        if state | old == 0 { continue }
        var next: UInt64 = 0
        for place in 0..<8 {
          let shift = UInt64(place &* 8)
          let entry = Int(state &>> shift & 0xff) &<< 8 | Int(old &>> shift & 0xff)
          next |= UInt64(table[entry]) &<< shift
        }
        words.set(y * wordsPerRow + index, to: next)
      }
    }
  }
}
