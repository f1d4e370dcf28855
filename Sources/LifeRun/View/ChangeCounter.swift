import LifeCore
package import LifeEngines
package import LifeIO
import LifeRender

/// Counts births and deaths between one sample of a run and the next.
///
/// It stores the last sample as a bitmap of a window that grows with the pattern, and stops
/// counting when the window would exceed 2^28 cells.
package struct ChangeCounter: Resumable {
  private var last: Frame?
  private var window: AbsoluteWindow?
  private var hasGivenUp = false

  /// The most cells of the window: a bitmap of 32 MiB.
  private static let mostCells = 1 << 28

  /// Births and deaths since the last call; nil at the first one, or if they are too many to count.
  package mutating func count(_ stepper: any Stepper) throws -> (births: Int, deaths: Int)? {
    guard !hasGivenUp, let window = grown(around: stepper.bounds) else {
      hasGivenUp = true
      return nil
    }
    let shape = try FrameShape(width: window.width, height: window.height)
    let frame = try Frame(shape)
    Self.fill(frame, from: stepper, window: window)
    defer {
      last = frame
      self.window = window
    }
    guard let last, let before = self.window else { return nil }
    let previous =
      try before == window ? last : Self.moved(last, from: before, to: window, shape: shape)
    var births = 0
    var deaths = 0
    for y in 0..<window.height {
      let old = previous.row(y)
      let new = frame.row(y)
      for index in new.indices {
        births += (new[index] & ~old[index]).nonzeroBitCount
        deaths += (old[index] & ~new[index]).nonzeroBitCount
      }
    }
    return (births, deaths)
  }

  package mutating func exchange(with state: inout StateExchange) throws {
    try state.exchange(&hasGivenUp)
    var isKept = last != nil && window != nil
    try state.exchange(&isKept)
    guard isKept else { return }
    var box = window ?? AbsoluteWindow(corner: .origin, width: 0, height: 0)
    try state.exchange(&box.corner)
    try state.exchange(&box.width, in: 0...Self.mostCells)
    try state.exchange(&box.height, in: 0...Self.mostCells)
    let wordsPerRow = box.width / 64
    if state.isRestoring {
      // The words follow: no memory is made for more of them than there are.
      let mostWords = min(state.bytes.count / 8, Self.mostCells / 64)
      guard wordsPerRow * box.height <= mostWords, box.width % 64 == 0,
        Self.isAligned(box.corner.x), Self.isAligned(box.corner.y),
        let shape = try? FrameShape(width: box.width, height: box.height)
      else { throw InvalidSavedState() }
      last = try Frame(shape)
      window = box
    }
    guard let last else { return }
    for y in 0..<box.height {
      var words = (0..<wordsPerRow).map { last.row(y)[$0] }
      for index in words.indices { try state.exchange(&words[index]) }
      if state.isRestoring { last.set(y: y, x: 0, words: words.span) }
    }
  }

  /// Whether a number is a multiple of 64, as the corner and the width of a window are, so that a
  /// window and the larger one that replaces it have the same words.
  private static func isAligned(_ number: BigInt) -> Bool {
    number.floorDivided(by: 64).remainder == 0
  }

  /// Draws the live cells of a window into a frame, without a distinction of their states.
  private static func fill(_ frame: Frame, from stepper: any Stepper, window: AbsoluteWindow) {
    let planes = stepper.planes
    stepper.forEachRow(in: window) { y, x, words in
      guard planes > 1 else { return frame.set(y: y, x: x, words: words) }
      let alive = stride(from: 0, to: words.count, by: planes).map { first in
        (first..<first + planes).reduce(UInt64(0)) { $0 | words[$1] }
      }
      frame.set(y: y, x: x, words: alive.span)
    }
  }

  /// The window extended to contain `bounds`, nil if it would be too large.
  ///
  /// Its corner and sides are multiples of 64. A window that must grow gets a margin of a quarter
  /// of its size, so that a growing pattern seldom moves it.
  private func grown(around bounds: Bounds?) -> AbsoluteWindow? {
    guard let bounds else {
      return window ?? AbsoluteWindow(corner: .origin, width: 64, height: 64)
    }
    let old = window.map { Bounds($0) }
    let box = old?.union(bounds) ?? bounds
    if box == old { return window }
    guard let width = box.width.int, let height = box.height.int,
      max(width, height) < Self.mostCells
    else { return nil }
    let margin = (max(width, height) / 4 + 64) & ~63
    let left = box.x.floorDivided(by: 64).quotient * 64 - margin
    let top = box.y.floorDivided(by: 64).quotient * 64 - margin
    let columns = (width + 2 * margin + 127) & ~63
    let rows = (height + 2 * margin + 127) & ~63
    guard columns * rows <= Self.mostCells else { return nil }
    return AbsoluteWindow(corner: Position(x: left, y: top), width: columns, height: rows)
  }

  /// The same cells in a larger window.
  private static func moved(
    _ frame: Frame, from old: AbsoluteWindow, to new: AbsoluteWindow, shape: FrameShape
  ) throws -> Frame {
    let moved = try Frame(shape)
    guard let (dx, dy) = old.corner.offset(from: new.corner) else { return moved }
    for y in 0..<old.height { moved.set(y: y + dy, x: dx, words: frame.row(y)) }
    return moved
  }
}
